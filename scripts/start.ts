/** `npm start`: builds what is stale, then serves the product until it is told to stop. */
import { spawn } from "node:child_process";
import { constants } from "node:os";
import { resolve } from "node:path";
import { loadDriver } from "embedded-convex";
import { carryOut } from "./moving";

await carryOut(async () => {
  loadDriver();
  // Vite cannot be imported by a Node that was refused just now.
  const { buildStale } = await import("./build");
  await buildStale((name) => console.log(`Building the ${name} ...`));
  serve();
});

function serve(): void {
  const main = resolve(import.meta.dirname, "..", "dist/server/main.js");
  const server = spawn(process.execPath, [main], { stdio: "inherit" });
  // A terminal's Ctrl+C reaches both processes; the server decides when it is done.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
    process.on(signal, () => server.kill(signal));
  server.once("exit", (code, signal) => {
    process.exitCode = code ?? 128 + constants.signals[signal ?? "SIGTERM"];
  });
}
