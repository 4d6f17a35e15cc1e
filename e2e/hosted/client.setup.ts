import { exec, execFile } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { promisify } from "node:util";
import { test as setup } from "@playwright/test";
import { CLERK_TOOL, PUBLISHABLE_KEY } from "../support/clerkStub";
import { BUILT_FOR, CELL_BUILT_FOR, CLIENT_FOLDER } from "../support/hostedDeployment";

/** So that nobody who does not test the hosted client downloads it. */
setup("installs Clerk's code for browsers", async () => {
  if (!isInstalled()) await promisify(exec)(`npm ci --prefix ${CLERK_TOOL}`);
});

setup("builds the client for hosted mode", async () => {
  await promisify(execFile)(
    process.execPath,
    ["node_modules/vite/bin/vite.js", "build", "--outDir", CLIENT_FOLDER],
    {
      env: {
        ...process.env,
        VITE_CONVEX_URL: BUILT_FOR,
        VITE_CONVEX_CELLS: CELL_BUILT_FOR,
        VITE_CONVEX_SITE_URL: `${BUILT_FOR},${CELL_BUILT_FOR}`,
        VITE_CLERK_PUBLISHABLE_KEY: PUBLISHABLE_KEY,
      },
    },
  );
});

/** npm writes what it has installed without the root's own entry. */
function isInstalled(): boolean {
  const installed = `${CLERK_TOOL}/node_modules/.package-lock.json`;
  if (!existsSync(installed)) return false;
  const packagesOf = (file: string) =>
    (
      JSON.parse(readFileSync(file, "utf8")) as {
        packages: Record<string, { readonly integrity?: string }>;
      }
    ).packages;
  const has = packagesOf(installed);
  return Object.entries(packagesOf(`${CLERK_TOOL}/package-lock.json`)).every(
    ([path, { integrity }]) => path === "" || has[path]?.integrity === integrity,
  );
}
