/**
 * The only file of the server that imports `convex/`. Vite resolves the globs, so they work in the bundle, in
 * development and in tests.
 */
import { moduleMap, type ModuleMap } from "embedded-convex";

export function loadModules(): ModuleMap {
  const modules = import.meta.glob<Record<string, unknown>>(
    ["../convex/**/*.ts", "!../convex/_generated/**", "!../convex/**/*.d.ts"],
    { eager: true },
  );
  const sources = import.meta.glob<string>(["../convex/**/*.ts", "!../convex/_generated/**"], {
    eager: true,
    query: "?raw",
    import: "default",
  });
  return moduleMap({ modules, sources, root: "../convex/" });
}
