import { expect, it } from "vitest";
import { resolveCommitTs } from "../../src/store/commitTs";
import { encodeInt64 } from "../../src/store/encodedValue";

it("replaces the placeholder wherever it stands in a value", () => {
  const placeholder = { $commitTs: null };
  const ts = encodeInt64(7n);
  expect(
    resolveCommitTs({ at: placeholder, all: [placeholder, { at: placeholder }, "other"] }, 7n),
  ).toEqual({ at: ts, all: [ts, { at: ts }, "other"] });
});
