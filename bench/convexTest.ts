/** The same function on convex-test, in memory and without a network: the cost of the functions alone. */
import { readdirSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { convexTest } from "convex-test";
import schema from "../convex/schema";
import { aJob, create, update } from "./jobs";
import type { Timed } from "./results";

const JOBS = 50;

/** One mutation after another: convex-test runs mutations serially. */
export async function convexTestUpdates(seconds: number): Promise<Timed> {
  const caller = convexTest({
    schema,
    modules: modulesOf("convex"),
  }).withIdentity({ subject: "bench" });
  const ids: string[] = [];
  for (let at = 0; at < JOBS; at += 1) {
    ids.push(await caller.mutation(create, aJob(at)));
  }
  const times: number[] = [];
  const startedAt = performance.now();
  const until = startedAt + seconds * 1000;
  for (let turn = 0; performance.now() < until; turn += 1) {
    const sentAt = performance.now();
    const id = ids[turn % JOBS] ?? "";
    await caller.mutation(update, { id, jobs_price: 1000 + turn });
    times.push(performance.now() - sentAt);
  }
  return { times, elapsedMs: performance.now() - startedAt };
}

/** The modules in the form of Vite's `import.meta.glob`. */
function modulesOf(folder: string): Record<string, () => Promise<unknown>> {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return Object.fromEntries(
    files
      .filter((name) => /(?<!\.d)\.[jt]s$/.test(name))
      .map((name) => {
        const path = `./${folder}/${name}`;
        return [path, () => import(pathToFileURL(path).href)];
      }),
  );
}
