import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { requireHostedSettings } from "../../scripts/devHosted";
import { temporaryFolder } from "../../packages/embedded-convex/tests/support/temporaryFolder";

it("names the settings that .env.local lacks, and the guide", () => {
  const folder = temporaryFolder();
  const check = () => requireHostedSettings(folder);
  expect(check).toThrow(
    /CONVEX_DEPLOYMENT, VITE_CONVEX_URL, and VITE_CLERK_PUBLISHABLE_KEY.*docs\/hosting\.md/,
  );
  const file = join(folder, ".env.local");
  writeFileSync(
    file,
    "CONVEX_SELF_HOSTED_URL=https://one.example\nVITE_CONVEX_URL=https://one.example\n",
  );
  expect(check).toThrow("does not set VITE_CLERK_PUBLISHABLE_KEY.");
  writeFileSync(file, "VITE_CLERK_PUBLISHABLE_KEY=pk_test_a\n", { flag: "a" });
  expect(check).not.toThrow();
});
