/** A Node program in its own process. It prints a line that ends with "is ready at <url>" once it serves. */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";

export interface Program {
  readonly child: ChildProcess;
  readonly stdout: () => string;
  readonly stderr: () => string;
  /** The URL of the ready line. Rejects if the program ends before it. */
  readonly ready: Promise<string>;
  /** The exit code, or the signal that ended it. */
  readonly ended: Promise<number | string>;
}

export interface RunOptions {
  /** Options of Node, such as `--import`. */
  readonly nodeOptions?: readonly string[];
  /** The largest size of a file, in blocks of 512 bytes (`ulimit -f`): a full disk. */
  readonly fileBlocks?: number;
}

/** Starts a server on the data folder `DATA_DIR`. */
export type RunServer = (
  env: Readonly<Record<string, string>> & { readonly DATA_DIR: string },
  options?: RunOptions,
) => Program;

export function runProgram(
  file: string,
  env: Readonly<Record<string, string>>,
  { nodeOptions = [], fileBlocks }: RunOptions = {},
): Program {
  const program = [process.execPath, ...nodeOptions, file];
  const [command = "", ...args] =
    fileBlocks === undefined
      ? program
      : // With `exec` the program replaces the shell, so the child is the program itself.
        ["sh", "-c", `ulimit -f ${fileBlocks}; exec "$0" "$@"`, ...program];
  const child = spawn(command, args, {
    env: { PATH: process.env.PATH, PORT: "0", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let stdout = "";
  let stderr = "";
  child.stderr.on("data", (chunk: Buffer) => (stderr += chunk.toString()));
  const ended = once(child, "close").then(([code, signal]) => (code ?? signal) as number | string);
  const ready = new Promise<string>((resolve, reject) => {
    child.stdout.on("data", (chunk: Buffer) => {
      stdout += chunk.toString();
      const url = /^\S.* is ready at (\S+)(?: \(.*\))?\n/m.exec(stdout)?.[1];
      if (url !== undefined) resolve(url);
    });
    void ended.then((end) =>
      reject(new Error(`The program ended with ${end}:\n${stdout}${stderr}`)),
    );
  });
  // Not every caller waits for it: some expect the program to end.
  ready.catch(() => undefined);
  return { child, ready, ended, stdout: () => stdout, stderr: () => stderr };
}
