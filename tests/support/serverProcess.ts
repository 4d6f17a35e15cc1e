/** The built server in a process of its own, as `npm start` runs it, so that it can be told to stop, and killed. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import {
  runBuiltServer,
  type RunOptions,
  type ServerProcess,
} from "./builtServer";

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

export function startServer(
  env: Record<string, string>,
  options: RunOptions = {},
): ServerProcess {
  const server = runBuiltServer(env, options);
  onTestFinished(() => void server.child.kill("SIGKILL"));
  return server;
}
