/** The latency of the same calls with 1,000, 10,000 and 100,000 jobs, and the start time with 100,000 and with none. */
import type { ClientProcess } from "./clientProcess";
import { percentile, row, rowWithGoal, type Row } from "./results";
import { BenchServer, inFolder } from "./server";
import type { Probe } from "./clients";

const SIZES = [1_000, 10_000, 100_000];
const MAX_GROWTH = 1.5;
const MAX_START_MS = 500;
const STARTS = 5;
/** Jobs that are written in less than the 15 minutes for which a token is accepted. */
const JOBS_PER_TOKEN = 10_000;
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
    try {
      const { url } = server;
      const { fetchToken } = await server.signUp(EMAIL);
      let written = 0;
      for (const size of SIZES) {
        while (written < size) {
          written = Math.min(size, written + JOBS_PER_TOKEN);
          const token = await fetchToken();
          await clients.run({ type: "grow", url, token, jobs: written });
        }
        for (const { probe } of PROBES) {
          const { times } = await clients.time({
            type: "probe",
            probe,
            jobs: size,
          });
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
      await inFolder((empty) => startRow(folder, empty)),
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

async function startRow(full: string, empty: string): Promise<Row> {
  // The first start of a folder creates its keys.
  await startMs(empty);
  const times = { full: [] as number[], empty: [] as number[] };
  // In turn, because the speed of a shared machine varies.
  for (let time = 0; time < STARTS; time += 1) {
    times.full.push(await startMs(full));
    times.empty.push(await startMs(empty));
  }
  const [fullMs, emptyMs] = [times.full, times.empty].map((all) =>
    percentile(all, 50),
  ) as [number, number];
  return rowWithGoal(
    "Start with 100,000 jobs, process included",
    `${fullMs.toFixed(0)} ms, ${(fullMs / emptyMs).toFixed(2)} of a start without data (${emptyMs.toFixed(0)} ms)`,
    { goal: `< ${MAX_START_MS} ms`, isMet: fullMs < MAX_START_MS },
  );
}

async function startMs(folder: string): Promise<number> {
  const server = await BenchServer.start(folder);
  await server.stop();
  return server.startMs;
}
