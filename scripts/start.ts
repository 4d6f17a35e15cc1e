/** `npm start`: builds what is stale, then runs the server. */
import { spawn } from "node:child_process";
import { constants } from "node:os";
import { resolve } from "node:path";
import { loadDriver, StartupError } from "embedded-convex";
import { runCommand } from "./command";

await runCommand(async () => {
  loadDriver();
  // Vite cannot be imported by a Node that was refused just now.
  const { buildStale, compiledIn } = await import("./build");
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
  serve();
});

function serve(): void {
  const main = resolve(import.meta.dirname, "..", "dist/server/main.js");
  const server = spawn(process.execPath, [main], { stdio: "inherit" });
  // Ctrl+C on a terminal signals both processes. This one waits for the server to exit.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
    process.on(signal, () => server.kill(signal));
  server.once("exit", (code, signal) => {
    process.exitCode = code ?? 128 + constants.signals[signal ?? "SIGTERM"];
  });
}
