/**
 * Converts the files of a `convex/` folder, as a bundler's glob import returns them, to the module map that
 * `openBackend` takes.
 */
import { StartupError } from "../store/errors";
import { USES_NODE, type ModuleMap } from "./registry";

export interface ModuleFiles {
  /** Exports by file path. */
  readonly modules: Record<string, Record<string, unknown>>;
  /** Source text by file path. */
  readonly sources: Record<string, string>;
  /** The common prefix of all paths, as `../convex/`. */
  readonly root: string;
}

/** @throws StartupError for a module of Convex's Node runtime with more than actions */
export function moduleMap({ modules, sources, root }: ModuleFiles): ModuleMap {
  const marked = { ...modules };
  for (const [path, source] of Object.entries(sources)) {
    if (!usesNode(source)) continue;
    const exports = modules[path] ?? {};
    refuseInNode(path.slice(root.length), exports);
    marked[path] = { ...exports, [USES_NODE]: true };
  }
  return byModulePath(marked, root);
}

/** Keys are Convex's module names: the path below the root, without the extension. */
export function byModulePath(modules: ModuleFiles["modules"], root: string): ModuleMap {
  return Object.fromEntries(
    Object.entries(modules).map(([path, exports]) => [
      path.slice(root.length).replace(/\.[jt]sx?$/, ""),
      exports,
    ]),
  );
}

const COMMENTS = /^(?:\s|\/\/[^\n]*\n|\/\*[^]*?\*\/)*/;

export function usesNode(source: string): boolean {
  return /^["']use node["']/.test(source.replace(COMMENTS, ""));
}

/** Convex evaluates these itself. */
const NEVER_IN_NODE = ["http", "crons", "schema", "auth.config"];

const OTHER_KINDS = {
  isQuery: "Query",
  isMutation: "Mutation",
  isHttp: "HttpAction",
};

/** Here every function runs in Node. What Convex's deploy refuses in such a file is refused, with its sentence. */
function refuseInNode(path: string, exports: Readonly<Record<string, unknown>>): void {
  const module = path.replace(/\.[^/.]+$/, "");
  if (NEVER_IN_NODE.includes(module)) {
    throw new StartupError(`"use node" directive is not allowed for ${path}.`);
  }
  for (const [name, value] of Object.entries(exports)) {
    const kind = Object.entries(OTHER_KINDS).find(
      ([mark]) => (value as Record<string, unknown> | null)?.[mark] === true,
    )?.[1];
    if (kind === undefined) continue;
    throw new StartupError(
      `\`${name}\` defined in \`${module}.js\` is a ${kind} function. Only actions can be defined in Node.js. See https://docs.convex.dev/functions/actions for more details.`,
    );
  }
}
