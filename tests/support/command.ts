/** The commands of package.json, each in its own process. */
import { spawnSync } from "node:child_process";
import { join, resolve } from "node:path";

const ROOT = resolve(import.meta.dirname, "../..");

/** The arguments of Node for a command. */
export const commandArgv = (name: string, args: readonly string[]) => [
  join(ROOT, "scripts/run.mjs"),
  name,
  ...args,
];

export function runCommand(name: string, dataDir: string, ...args: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, commandArgv(name, args), {
    env: { ...process.env, DATA_DIR: dataDir },
    // Not the project folder, which may have a developer's .env.
    cwd: dataDir,
    // No terminal.
    stdio: ["ignore", "pipe", "pipe"],
    encoding: "utf8",
  });
  return { status, stdout, stderr };
}
