/** The built server in a process of its own, as `npm start` runs it, so that it can be told to stop, and killed. */
import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

export function buildServer(): void {
  const { status, stderr } = spawnSync(
    process.execPath,
    ["--import", "tsx", "scripts/build.ts", "server"],
    { encoding: "utf8" },
  );
  if (status !== 0) throw new Error(`The server does not build:\n${stderr}`);
}

export function aDataFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "server-process-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export interface ServerProcess {
  readonly child: ChildProcess;
  readonly stdout: () => string;
  readonly stderr: () => string;
  /** Where it says that it is ready. */
  readonly ready: Promise<string>;
  /** Its exit code, or the signal that ended it. */
  readonly ended: Promise<number | string>;
}

export function startServer(env: Record<string, string>): ServerProcess {
  const child = spawn(process.execPath, ["dist/server/main.js"], {
    env: { PATH: process.env.PATH, PORT: "0", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
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
  // A test that expects the server to end does not wait for it to be ready.
  ready.catch(() => undefined);
  return {
    child,
    ready,
    ended,
    stdout: () => stdout,
    stderr: () => stderr,
  };
}
