import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { test as setup } from "@playwright/test";
import { PUBLISHABLE_KEY } from "../support/clerkStub";
import { BUILT_FOR, CELL_BUILT_FOR, CLIENT_FOLDER } from "../support/hostedDeployment";
import { installTool } from "../support/toolPackages";

setup("installs Clerk's code for browsers", () => installTool("clerk"));

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
