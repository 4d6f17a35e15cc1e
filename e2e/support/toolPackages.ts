import { exec } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { promisify } from "node:util";

const ROOT = resolve(import.meta.dirname, "../..");

interface Lockfile {
  readonly packages: Readonly<
    Record<string, { readonly integrity?: string; readonly optional?: boolean }>
  >;
}

/**
 * Installs the packages of a folder in tools/ unless its node_modules has them. Only the tests that
 * need such a folder call this: who just runs the product does not download its packages.
 */
export async function installTool(name: string): Promise<void> {
  if (!isInstalled(join(ROOT, "tools", name)))
    await promisify(exec)(`npm ci --prefix tools/${name}`, { cwd: ROOT });
}

/**
 * npm writes what it has installed into a second lockfile, without the entry of the folder itself.
 */
function isInstalled(folder: string): boolean {
  const installed = join(folder, "node_modules/.package-lock.json");
  if (!existsSync(installed)) return false;
  const { packages: present } = readLockfile(installed);
  const { packages: wanted } = readLockfile(join(folder, "package-lock.json"));
  return Object.entries(wanted).every(
    ([path, { integrity, optional }]) =>
      path === "" || optional === true || present[path]?.integrity === integrity,
  );
}

function readLockfile(path: string): Lockfile {
  return JSON.parse(readFileSync(path, "utf8")) as Lockfile;
}
