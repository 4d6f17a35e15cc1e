/**
 * The folder of the program: that of the nearest package.json with a version above this file, in the sources, in the
 * bundle and in the archive of `npm run package`. That archive's package.json has no scripts.
 */
import { existsSync, readFileSync, realpathSync } from "node:fs";
import { basename, dirname, join, resolve, sep } from "node:path";

interface PackageFile {
  readonly version?: string;
  readonly scripts?: unknown;
}

const { folder, content } = packageFileAbove(import.meta.dirname);

export const PROGRAM_FOLDER = folder;

/** Whether this is the unpacked archive, which has the built program only. */
export const IS_PACKAGED = content.scripts === undefined;

/**
 * Where `.env` is, and where a relative DATA_DIR begins: around the folder of an unpacked archive, because an update is
 * another folder beside it, and in the repository the working directory.
 */
export function settingsFolder(): string {
  return IS_PACKAGED ? dirname(folder) : process.cwd();
}

export function productVersion(): string {
  return content.version ?? "";
}

/** How a person types a command of this installation. */
export function usageOf(name: string, args = ""): string {
  if (IS_PACKAGED) return `node downspout ${name} ${args}`.trimEnd();
  const npm = name === "start" || name === "test" ? "npm" : "npm run";
  return `${npm} ${name}${args === "" ? "" : ` -- ${args}`}`;
}

/** Whether a path is the program's folder or in it. Symbolic links are followed. */
export function isInProgram(path: string): boolean {
  const program = realpathSync(folder);
  return `${existing(resolve(path))}${sep}`.startsWith(`${program}${sep}`);
}

/** The real path of a folder that may not exist yet. */
function existing(path: string): string {
  if (existsSync(path)) return realpathSync(path);
  const parent = dirname(path);
  return parent === path ? path : join(existing(parent), basename(path));
}

/** @throws Error if there is none in any folder above. */
function packageFileAbove(start: string): {
  folder: string;
  content: PackageFile;
} {
  const file = join(start, "package.json");
  const found = existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as PackageFile) : {};
  if (found.version !== undefined) return { folder: start, content: found };
  const parent = dirname(start);
  if (parent === start) throw new Error("No package.json found in the parent folders.");
  return packageFileAbove(parent);
}
