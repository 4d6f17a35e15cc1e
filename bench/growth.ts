/** What a workspace of a thousand jobs asks for, asked again in one of ten and of a hundred thousand; and starting with them. */
import type { ClientProcess } from "./clientProcess";
import { percentile, rowWithGoal, type Row } from "./results";
import { BenchServer, inFolder } from "./server";
import type { Probe } from "./clients";

const SIZES = [1_000, 10_000, 100_000];
const MOST_GROWTH = 1.5;
const MOST_START_MS = 1_000;
const EMAIL = "growth@example.com";

const PROBES: readonly { probe: Probe; what: string; hasGoal: boolean }[] = [
  { probe: "day", what: "jobs.getScheduledForDay", hasGoal: true },
  { probe: "update", what: "jobs.update of a price", hasGoal: true },
  {
    probe: "phone",
    what: "customers.search for a phone number",
    hasGoal: true,
  },
  { probe: "name", what: "customers.search for a whole name", hasGoal: true },
  {
    probe: "part",
    what: "customers.search for a first name, one in a hundred's",
    hasGoal: true,
  },
  { probe: "page", what: "First page of the jobs list", hasGoal: true },
  { probe: "deepPage", what: "Page of the jobs list, far down", hasGoal: true },
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
      ...PROBES.map(({ probe, what }) => growthRow(what, medians.get(probe))),
      await startRow(folder, emptyStartMs),
    ];
  });
}

function growthRow(what: string, medians: readonly number[] = []): Row {
  const growth = (medians.at(-1) ?? NaN) / (medians[0] ?? NaN);
  const figures = medians.map((ms) => ms.toFixed(2)).join(", ");
  return rowWithGoal(
    `${what}: 1,000, 10,000, 100,000 jobs`,
    `medians ${figures} ms, ${growth.toFixed(2)} times`,
    { goal: `<= ${MOST_GROWTH} times`, isMet: growth <= MOST_GROWTH },
  );
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
