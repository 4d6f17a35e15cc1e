/**
 * Converts the files of a `convex/` folder, as a bundler's glob import returns them, to the module map that
 * `openBackend` takes.
 */
import { StartupError } from "../store/errors";
import type { ModuleMap } from "./registry";

export interface ModuleFiles {
  /** Exports by file path. */
  readonly modules: Record<string, Record<string, unknown>>;
  /** Source text by file path. */
  readonly sources: Record<string, string>;
  /** The common prefix of all paths, as `../convex/`. */
  readonly root: string;
}

/** @throws StartupError for a module that needs Convex's Node runtime. */
export function moduleMap({ modules, sources, root }: ModuleFiles): ModuleMap {
  for (const [path, source] of Object.entries(sources)) {
    refuseNodeRuntime(path.slice(root.length), source);
  }
  return byModulePath(modules, root);
}

/** Keys are Convex's module names: the path below the root, without the extension. */
export function byModulePath(
  modules: ModuleFiles["modules"],
  root: string,
): ModuleMap {
  return Object.fromEntries(
    Object.entries(modules).map(([path, exports]) => [
      path.slice(root.length).replace(/\.[jt]sx?$/, ""),
      exports,
    ]),
  );
}

const COMMENTS = /^(?:\s|\/\/[^\n]*\n|\/\*[^]*?\*\/)*/;

export function refuseNodeRuntime(path: string, source: string): void {
  const code = source.replace(COMMENTS, "");
  if (!/^["']use node["']/.test(code)) return;
  throw new StartupError(
    `convex/${path} uses the Node runtime ("use node"), which this server does not support.`,
  );
}
