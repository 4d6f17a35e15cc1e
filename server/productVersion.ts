/** The version in the nearest package.json above this file, in the sources or in the bundle. */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

export function productVersion(): string {
  const { version } = JSON.parse(
    readFileSync(packageFileAbove(import.meta.dirname), "utf8"),
  ) as { version: string };
  return version;
}

/** @throws Error if there is none up to the root. */
function packageFileAbove(folder: string): string {
  const file = join(folder, "package.json");
  if (existsSync(file)) return file;
  const parent = dirname(folder);
  if (parent === folder)
    throw new Error("No package.json found in the parent folders.");
  return packageFileAbove(parent);
}
