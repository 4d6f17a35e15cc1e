/**
 * The only file of the server that knows of `convex/`: it loads the modules and says where they are.
 *
 * The globs are resolved when Vite builds or serves, so it works alike in the bundle, in development
 * and in tests. Sources are looked at for one thing: a module that asks for Node's own runtime.
 */
import { StartupError } from "../packages/embedded-convex/src/store/errors";
import type { ModuleMap } from "../packages/embedded-convex/src/runtime/registry";

const ROOT = "../convex/";

export function loadModules(): ModuleMap {
  const modules = import.meta.glob<Record<string, unknown>>(
    ["../convex/**/*.ts", "!../convex/_generated/**", "!../convex/**/*.d.ts"],
    { eager: true },
  );
  const sources = import.meta.glob<string>(
    ["../convex/**/*.ts", "!../convex/_generated/**"],
    { eager: true, query: "?raw", import: "default" },
  );
  for (const [path, source] of Object.entries(sources)) {
    refuseNodeRuntime(path.slice(ROOT.length), source);
  }
  return byModulePath(modules, ROOT);
}

/** Keys as Convex names modules: below the root, without the extension. */
export function byModulePath(
  modules: Record<string, Record<string, unknown>>,
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
    `convex/${path} asks for Node's runtime ("use node"), which is not supported by this server.`,
  );
}
