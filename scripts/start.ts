/** `npm start`: builds what is stale, then runs the server. */
import { resolve } from "node:path";
import { loadDriver } from "embedded-convex";
import { buildForOneMachine } from "./build";
import { runTool } from "./tool";

export async function main(): Promise<void> {
  loadDriver();
  await buildForOneMachine();
  const server = resolve(import.meta.dirname, "../dist/server/main.js");
  process.exitCode = await runTool([server]);
}
