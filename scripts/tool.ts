import { spawn } from "node:child_process";
import { constants } from "node:os";

/** Runs a program of Node on this terminal, and returns its exit code. */
export async function runTool(argv: readonly string[]): Promise<number> {
  const tool = spawn(process.execPath, argv, { stdio: "inherit" });
  // Ctrl+C on a terminal signals both processes. This one waits for the other to end.
  const stop = (signal: NodeJS.Signals) => tool.kill(signal);
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
  for (const signal of signals) process.on(signal, stop);
  try {
    return await new Promise((settle, reject) => {
      tool.once("error", reject);
      tool.once("exit", (code, signal) =>
        settle(code ?? 128 + constants.signals[signal ?? "SIGTERM"]),
      );
    });
  } finally {
    for (const signal of signals) process.off(signal, stop);
  }
}

/** Has supervise.mjs run a program of Node once this process has ended. */
export function runAfterwards(argv: readonly string[]): void {
  if (process.send === undefined)
    throw new Error("No process waits to run the program (supervise.mjs).");
  // Without a channel that process has ended, and this one ends too.
  if (process.connected) process.send(argv);
}
