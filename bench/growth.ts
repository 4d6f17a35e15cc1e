/** What a workspace of a thousand jobs asks for, asked again in one of ten and of a hundred thousand; and starting with them. */
import type { ClientProcess } from "./clientProcess";
import { percentile, row, rowWithGoal, type Row } from "./results";
import { BenchServer, inFolder } from "./server";
import type { Probe } from "./clients";

const SIZES = [1_000, 10_000, 100_000];
const MOST_GROWTH = 1.5;
const MOST_START_MS = 1_000;
const EMAIL = "growth@example.com";

/** A search that finds much looks at this many rows at most, as Convex's does: it grows until then and no further. */
const BOUNDED = "grows until it finds 1,024, the most that a search looks at";

const PROBES: readonly { probe: Probe; what: string; reason?: string }[] = [
  { probe: "day", what: "jobs.getScheduledForDay" },
  { probe: "update", what: "jobs.update of a price" },
  { probe: "page", what: "First page of the jobs list" },
  { probe: "deepPage", what: "Page of the jobs list, far down" },
  { probe: "phone", what: "customers.search for a phone number" },
  {
    probe: "name",
    what: "customers.search for a whole name",
    reason: BOUNDED,
  },
  {
    probe: "part",
    what: "customers.search for a first name of one in a hundred",
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
        await clients.ask({ type: "grow", url, token, jobs });
        for (const { probe } of PROBES) {
          const { times } = await clients.time({ type: "probe", probe, jobs });
          const known = medians.get(probe) ?? [];
          medians.set(probe, [...known, percentile(times, 50)]);
        }
      }
      await clients.ask({ type: "leave" });
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
        goal: `<= ${MOST_GROWTH} times`,
        isMet: growth <= MOST_GROWTH,
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
    `${startMs.toFixed(0)} ms (${emptyMs.toFixed(0)} ms for the first start, which makes keys)`,
    { goal: `< ${MOST_START_MS} ms`, isMet: startMs < MOST_START_MS },
  );
}
