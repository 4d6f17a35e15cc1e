/** `npm start`: builds what is stale, then serves the product until it is told to stop. */
import { spawn } from "node:child_process";
import { constants } from "node:os";
import { join, resolve } from "node:path";
import { buildStale } from "./build";

const ROOT = resolve(import.meta.dirname, "..");

await buildStale((name) => console.log(`Building the ${name} ...`));

const server = spawn(process.execPath, [join(ROOT, "dist/server/main.js")], {
  stdio: "inherit",
});
// A terminal's Ctrl+C reaches both processes; the server decides when it is done.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
  process.on(signal, () => server.kill(signal));
server.once("exit", (code, signal) => {
  process.exitCode = code ?? 128 + constants.signals[signal ?? "SIGTERM"];
});
