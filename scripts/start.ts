/** `npm start`: builds what is stale. The server runs in another process, after this one has ended. */
import { resolve } from "node:path";
import { loadDriver } from "embedded-convex";
import { buildForOneMachine } from "./build";
import { runAfterwards } from "./tool";

export async function main(): Promise<void> {
  loadDriver();
  await buildForOneMachine();
  const server = resolve(import.meta.dirname, "../dist/server/main.js");
  runAfterwards([server]);
}
