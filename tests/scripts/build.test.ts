import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, it, vi } from "vitest";
import { compiledIn, settingError } from "../../scripts/build";
import { temporaryFolder } from "../../packages/embedded-convex/tests/support/temporaryFolder";

afterEach(() => {
  vi.unstubAllEnvs();
});

it("rebuilds when a VITE_ variable changes in any file or the environment", () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, ".env"), "VITE_CONVEX_URL=https://one.example\nPORT=4000\n");
  expect(compiledIn(folder)).toContainEqual(["VITE_CONVEX_URL", "https://one.example"]);
  expect(compiledIn(folder).map(([name]) => name)).not.toContain("PORT");
  writeFileSync(join(folder, ".env.local"), "VITE_CONVEX_URL=https://two.example\n");
  expect(compiledIn(folder)).toContainEqual(["VITE_CONVEX_URL", "https://two.example"]);
  vi.stubEnv("VITE_CONVEX_URL", "https://three.example");
  expect(compiledIn(folder)).toContainEqual(["VITE_CONVEX_URL", "https://three.example"]);
});

it.each([
  "VITE_CONVEX_URL needs VITE_CLERK_PUBLISHABLE_KEY as well.",
  "Build failed with 1 error:\n\n[plugin hosted-files]\nError: VITE_CONVEX_SITE_URL is needed.\n    at originsOf",
])("reports a wrong setting as a sentence without a stack: %s", (message) => {
  expect(settingError(new Error(message))?.message).toMatch(/^VITE_[A-Z_]+ .*\.$/);
});

it("reports other failures of a build with their stack", () => {
  expect(settingError(new Error("Unexpected token"))).toBeUndefined();
});
