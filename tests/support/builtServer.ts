/** The built server in its own process, as `npm start` runs it. */
import { spawnSync } from "node:child_process";
import { runProgram, type RunServer } from "../../packages/embedded-convex/tests/support/program";

export const BUILT_SERVER = "dist/server/main.js";

/** Runs another build of the server. */
export { runProgram };

/** In a separate process, because Vite cannot build inside Vitest. */
export function buildServer(): void {
  const { status, stderr } = spawnSync(process.execPath, ["scripts/run.mjs", "build", "server"], {
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`The build of the server failed:\n${stderr}`);
}

export const runBuiltServer: RunServer = (env, options) => runProgram(BUILT_SERVER, env, options);
