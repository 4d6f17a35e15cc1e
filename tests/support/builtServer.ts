/** The built server in a process of its own, for whoever sees to its end: nothing here ends it but its own doing. */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";

export interface ServerProcess {
  readonly child: ChildProcess;
  readonly stdout: () => string;
  readonly stderr: () => string;
  /** Where it says that it is ready. */
  readonly ready: Promise<string>;
  /** Its exit code, or the signal that ended it. */
  readonly ended: Promise<number | string>;
}

export interface RunOptions {
  /** Before the program, as `--import` is. */
  readonly nodeOptions?: readonly string[];
  /** No file of the process may grow beyond so many blocks of 512 bytes: a disk that is full, and not only in a test's mind. */
  readonly fileBlocks?: number;
}

export function runBuiltServer(
  env: Record<string, string>,
  { nodeOptions = [], fileBlocks }: RunOptions = {},
): ServerProcess {
  const program = [process.execPath, ...nodeOptions, "dist/server/main.js"];
  const [command = "", ...args] =
    fileBlocks === undefined
      ? program
      : // The shell becomes the program, so that the child is the server itself.
        ["sh", "-c", `ulimit -f ${fileBlocks}; exec "$0" "$@"`, ...program];
  const child = spawn(command, args, {
    env: { PATH: process.env.PATH, PORT: "0", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let stdout = "";
  let stderr = "";
  child.stderr.on("data", (chunk: Buffer) => (stderr += chunk.toString()));
  const ended = once(child, "close").then(
    ([code, signal]) => (code ?? signal) as number | string,
  );
  const ready = new Promise<string>((resolve, reject) => {
    child.stdout.on("data", (chunk: Buffer) => {
      stdout += chunk.toString();
      const url = /^Downspout is ready at (\S+)\n/m.exec(stdout)?.[1];
      if (url !== undefined) resolve(url);
    });
    void ended.then((end) =>
      reject(new Error(`The server ended with ${end}:\n${stderr}`)),
    );
  });
  // Who expects the server to end does not wait for it to be ready.
  ready.catch(() => undefined);
  return { child, ready, ended, stdout: () => stdout, stderr: () => stderr };
}
