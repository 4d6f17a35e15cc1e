/**
 * `npm run bench [-- PART ...]`: the rates and times of the built server and page, and the disk's own rates in the same
 * run. BENCH_SECONDS sets how long each rate is measured (4).
 */
import type { Arguments } from "../scripts/commandLine";
import { live } from "./live";
import { page } from "./page";
import { measureParts } from "./report";
import { withServer } from "./server";
import { throughput } from "./throughput";
import { uploads } from "./uploads";

const SECONDS = Number(process.env.BENCH_SECONDS ?? 4);

export async function main({ positionals: wanted }: Arguments): Promise<void> {
  await measureParts(
    "results",
    {
      throughput: (clients) => withServer((server) => throughput(server, clients, SECONDS)),
      live: (clients) => withServer((server) => live(server, clients)),
      uploads: (clients) => withServer((server) => uploads(server, clients)),
      page,
    },
    wanted,
  );
}
