/** The product's functions without Vite, for programs that tsx runs. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { ModuleMap } from "../../packages/embedded-convex/src/runtime/registry";

export async function convexModules(): Promise<ModuleMap> {
  const names = readdirSync("convex").filter((name) => name.endsWith(".ts"));
  const modules = names.map(async (name) => {
    const path = join(process.cwd(), "convex", name);
    const module = (await import(path)) as Record<string, unknown>;
    return [name.replace(/\.ts$/, ""), module] as const;
  });
  return Object.fromEntries(await Promise.all(modules));
}
