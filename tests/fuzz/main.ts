/** `npm run test:fuzz`: a long run against the built server. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { fuzzMain } from "../../packages/embedded-convex/tests/fuzz/fuzzMain";
import { buildStale } from "../../scripts/build";
import { fuzzedServer } from "./downspout";

await buildStale((name) => console.log(`Building the ${name} ...`));
const names = readdirSync("convex").filter((name) => name.endsWith(".ts"));
const modules = names.map(async (name) => {
  const path = join(process.cwd(), "convex", name);
  const module = (await import(path)) as Record<string, unknown>;
  return [name.replace(/\.ts$/, ""), module] as const;
});
await fuzzMain(fuzzedServer(Object.fromEntries(await Promise.all(modules))));
