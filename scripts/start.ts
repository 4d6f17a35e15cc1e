/** `npm start`: builds what is stale, then runs the server. */
import { resolve } from "node:path";
import { loadDriver, StartupError } from "embedded-convex";
import { buildStale, compiledIn } from "./build";
import { runTool } from "./tool";

export async function main(): Promise<void> {
  loadDriver();
  const root = resolve(import.meta.dirname, "..");
  const hosted = compiledIn(root).find(
    ([name, value]) =>
      /^VITE_(CONVEX_URL|CLERK_PUBLISHABLE_KEY)$/.test(name) &&
      value.trim() !== "",
  );
  if (hosted)
    throw new StartupError(
      `${hosted[0]} is set, in the environment or a .env file, so this build is for Convex and Clerk, which npm start does not serve. Remove it, or put dist/client on a static host (docs/hosting.md).`,
    );
  await buildStale((name) => console.log(`Building the ${name} ...`));
  process.exitCode = await runTool([resolve(root, "dist/server/main.js")]);
}
