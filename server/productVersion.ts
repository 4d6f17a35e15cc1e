/** Which version of the product this is: that of the package.json above, wherever this code was built to. */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

export function productVersion(): string {
  const { version } = JSON.parse(
    readFileSync(packageFileAbove(import.meta.dirname), "utf8"),
  ) as { version: string };
  return version;
}

/** @throws Error where there is none up to the root. */
function packageFileAbove(folder: string): string {
  const file = join(folder, "package.json");
  if (existsSync(file)) return file;
  const parent = dirname(folder);
  if (parent === folder) throw new Error("There is no package.json above.");
  return packageFileAbove(parent);
}
