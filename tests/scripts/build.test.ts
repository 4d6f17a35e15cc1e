import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, it, vi } from "vitest";
import { compiledIn } from "../../scripts/build";
import { temporaryFolder } from "../../packages/embedded-convex/tests/support/temporaryFolder";

afterEach(() => {
  vi.unstubAllEnvs();
});

it("rebuilds when a VITE_ variable changes in any file or the environment", () => {
  const folder = temporaryFolder();
  writeFileSync(
    join(folder, ".env"),
    "VITE_CONVEX_URL=https://one.example\nPORT=4000\n",
  );
  expect(compiledIn(folder)).toContainEqual([
    "VITE_CONVEX_URL",
    "https://one.example",
  ]);
  expect(compiledIn(folder).map(([name]) => name)).not.toContain("PORT");
  writeFileSync(
    join(folder, ".env.local"),
    "VITE_CONVEX_URL=https://two.example\n",
  );
  expect(compiledIn(folder)).toContainEqual([
    "VITE_CONVEX_URL",
    "https://two.example",
  ]);
  vi.stubEnv("VITE_CONVEX_URL", "https://three.example");
  expect(compiledIn(folder)).toContainEqual([
    "VITE_CONVEX_URL",
    "https://three.example",
  ]);
});
