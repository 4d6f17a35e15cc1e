import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";

const ROOT = resolve(import.meta.dirname, "../..");

/** Calls `work` with the path of a temporary copy of this repository. The working tree is only read. */
export function withTreeCopy(work: (copy: string) => void): void {
  const copy = makeTreeCopy();
  try {
    work(copy);
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

/** Returns the path of a temporary copy, which the caller removes. */
export function makeTreeCopy(): string {
  const copy = mkdtempSync(join(tmpdir(), "downspout-copy-"));
  copyTree(copy);
  return copy;
}

/** What is not source, or is linked below. */
const LEFT_OUT = ["node_modules", "dist", ".git", ".cache", ".data"];

function copyTree(copy: string): void {
  cpSync(ROOT, copy, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (path) => path === ROOT || !LEFT_OUT.includes(basename(path)),
  });
  linkPackages(copy);
}

/** A folder of links, because the one of the workspace has to lead to the copy. */
function linkPackages(copy: string): void {
  const own = readdirSync(join(ROOT, "packages"));
  mkdirSync(join(copy, "node_modules"));
  for (const name of readdirSync(join(ROOT, "node_modules"))) {
    // Vite's cache must not be shared.
    if (name.startsWith(".")) continue;
    const target = own.includes(name)
      ? join(copy, "packages", name)
      : join(ROOT, "node_modules", name);
    symlinkSync(target, join(copy, "node_modules", name));
  }
}
