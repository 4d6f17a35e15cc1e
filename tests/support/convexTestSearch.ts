import type { Plugin } from "vite";

/** From `evaluateSearchFilter` of convex-test 0.0.60. */
const SPLIT_AT_SPACES = /result\s*\.split\(\/\\s\+\/\)/;

/**
 * convex-test's text search fails at a document without the searched field, and
 * splits texts at spaces only. Convex does not find such a document, and splits at
 * every character that is neither a letter nor a digit.
 */
export function convexTestSearch(): Plugin {
  return {
    name: "convex-test-search",
    transform(code, id) {
      if (!id.endsWith("/convex-test/dist/index.js")) return null;
      if (!SPLIT_AT_SPACES.test(code))
        throw new Error("convex-test has another text search than 0.0.60.");
      return code.replace(
        SPLIT_AT_SPACES,
        String.raw`(result ?? "").split(/[^\p{L}\p{N}]+/u)`,
      );
    },
  };
}
