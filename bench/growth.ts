/** The latency of the same calls with 1,000, 10,000 and 100,000 jobs, and the start time with 100,000. */
import type { ClientProcess } from "./clientProcess";
import { percentile, row, rowWithGoal, type Row } from "./results";
import { BenchServer, inFolder } from "./server";
import type { Probe } from "./clients";

const SIZES = [1_000, 10_000, 100_000];
const MAX_GROWTH = 1.5;
const MAX_START_MS = 1_000;
const EMAIL = "growth@example.com";

/** A search reads at most this number of rows, like Convex's: its latency grows up to that bound. */
const BOUNDED = "grows until it reads 1,024 rows, the maximum of a search";

const PROBES: readonly { probe: Probe; what: string; reason?: string }[] = [
  { probe: "day", what: "jobs.getScheduledForDay" },
  { probe: "update", what: "jobs.update of a price" },
  { probe: "page", what: "First page of the jobs list" },
  { probe: "deepPage", what: "Page 26 of the jobs list" },
  { probe: "phone", what: "customers.search for a phone number" },
  {
    probe: "name",
    what: "customers.search for a full name",
    reason: BOUNDED,
  },
  {
    probe: "part",
    what: "customers.search for a first name of 1 % of the customers",
    reason: BOUNDED,
  },
];

export async function growth(clients: ClientProcess): Promise<Row[]> {
  return await inFolder(async (folder) => {
    const medians = new Map<Probe, number[]>();
    const server = await BenchServer.start(folder);
    const emptyStartMs = server.startMs;
    try {
      const { url } = server;
      const { token } = await server.signUp(EMAIL);
      for (const jobs of SIZES) {
        await clients.run({ type: "grow", url, token, jobs });
        for (const { probe } of PROBES) {
          const { times } = await clients.time({ type: "probe", probe, jobs });
          const earlier = medians.get(probe) ?? [];
          medians.set(probe, [...earlier, percentile(times, 50)]);
        }
      }
      await clients.run({ type: "close" });
    } finally {
      await server.stop();
    }
    return [
      ...PROBES.map(({ probe, what, reason }) =>
        growthRow(what, medians.get(probe), reason),
      ),
      await startRow(folder, emptyStartMs),
    ];
  });
}

function growthRow(
  what: string,
  medians: readonly number[] = [],
  reason?: string,
): Row {
  const growth = (medians.at(-1) ?? NaN) / (medians[0] ?? NaN);
  const named = `${what}: 1,000, 10,000, 100,000 jobs`;
  const figures = medians.map((ms) => ms.toFixed(2)).join(", ");
  const figure = `medians ${figures} ms, ${growth.toFixed(2)} times`;
  return reason === undefined
    ? rowWithGoal(named, figure, {
        goal: `<= ${MAX_GROWTH} times`,
        isMet: growth <= MAX_GROWTH,
      })
    : row(named, `${figure}; ${reason}`);
}

async function startRow(folder: string, emptyMs: number): Promise<Row> {
  const starts: number[] = [];
  for (let time = 0; time < 3; time += 1) {
    const server = await BenchServer.start(folder);
    starts.push(server.startMs);
    await server.stop();
  }
  const startMs = percentile(starts, 50);
  return rowWithGoal(
    "Start with 100,000 jobs, process included",
    `${startMs.toFixed(0)} ms (${emptyMs.toFixed(0)} ms for the first start, which creates keys)`,
    { goal: `< ${MAX_START_MS} ms`, isMet: startMs < MAX_START_MS },
  );
}
