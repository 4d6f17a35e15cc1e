import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";

const CONVEX = resolve(import.meta.dirname, "../../convex");

/**
 * The public mutations and actions, such as "jobs.update", without the import of every function's code:
 * tests/calls.test.ts compares them with that.
 */
export function changeNames(): readonly string[] {
  return readdirSync(CONVEX)
    .filter((file) => file.endsWith(".ts"))
    .flatMap((file) => {
      const source = readFileSync(join(CONVEX, file), "utf8");
      const made = source.matchAll(
        /^export const (\w+) = (?:workspace(?:Mutation|Action)|mutationOf)\(/gm,
      );
      return [...made].map(([, name]) => `${file.replace(".ts", "")}.${name}`);
    });
}
