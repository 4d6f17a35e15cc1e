import { fileURLToPath } from "node:url";
import { defineConfig, type Plugin } from "vitest/config";

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

/** The tests of convex-helpers, with our runtime in the place of convex-test. */
/** The archive has what was built beside the sources that the tests mean. */
const sourcesOnly: Plugin = {
  name: "sources-only",
  enforce: "pre",
  transform: (code, id) =>
    id.endsWith("/setup.test.ts")
      ? code.replace('"./**/*.*s"', '["./**/*.ts", "!./**/*.d.ts"]')
      : null,
};

export default defineConfig({
  plugins: [sourcesOnly],
  root: path("."),
  resolve: {
    alias: { "convex-test": path("convexTest.ts") },
    dedupe: ["convex"],
  },
  test: {
    include: ["node_modules/convex-helpers/server/*.test.ts"],
    exclude: [],
    globals: true,
    // Only the clock is replaced: timers of the runtime have to run.
    fakeTimers: { toFake: ["Date"] },
    environment: "node",
    server: { deps: { inline: ["convex-helpers"] } },
  },
});
