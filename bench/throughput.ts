/** Mutations a second and their latency, next to bare commits of the same run and to convex-test with the same functions. */
import type { ClientProcess } from "./clientProcess";
import { convexTestUpdates } from "./convexTest";
import { bareCommits } from "./disk";
import {
  latencies,
  percentile,
  perSecond,
  rateOf,
  row,
  rowWithGoal,
  type Row,
  type Timed,
} from "./results";
import type { BenchServer } from "./server";

const MOST_CLIENTS = 500;

/** What the disk allowed just before and just after: a machine that is shared is not as fast at every time. */
interface BesideBare extends Timed {
  readonly bareRate: number;
}

const ofBare = (measured: BesideBare) => rateOf(measured) / measured.bareRate;

function figure(measured: BesideBare): string {
  const [rate, bare] = [rateOf(measured), measured.bareRate].map(perSecond);
  return `${rate}, ${ofBare(measured).toFixed(2)} of ${bare} bare commits of one row; ${latencies(measured)}`;
}

function goalOf(measured: BesideBare, least: number) {
  return {
    goal: `>= ${least} of bare`,
    isMet: ofBare(measured) >= least,
  };
}

export async function throughput(
  server: BenchServer,
  clients: ClientProcess,
  seconds: number,
): Promise<Row[]> {
  const { url } = server;
  const { token } = await server.signUp("throughput@example.com");
  await clients.ask({ type: "prepare", url, token, jobs: MOST_CLIENTS });
  const updates = async (
    count: number,
    field: "jobs_price" | "job_notes",
  ): Promise<BesideBare> => {
    const bare = () => bareCommits(server.dataDir, seconds / 4);
    const before = bare();
    const timed = await clients.time({
      type: "updates",
      clients: count,
      seconds,
      field,
    });
    return { ...timed, bareRate: (before + bare()) / 2 };
  };
  const alone = await updates(1, "jobs_price");
  const many = await updates(50, "jobs_price");
  const most = await updates(MOST_CLIENTS, "jobs_price");
  const manyNotes = await updates(50, "job_notes");
  const mostNotes = await updates(MOST_CLIENTS, "job_notes");
  const simulated = await convexTestUpdates(seconds);

  const median = percentile(alone.times, 50);
  return [
    rowWithGoal("jobs.update of a price, 1 client", figure(alone), {
      goal: "median < 2 ms",
      isMet: median < 2,
    }),
    rowWithGoal(
      "jobs.update of a price, 50 clients",
      figure(many),
      goalOf(many, 0.5),
    ),
    rowWithGoal(
      `jobs.update of a price, ${MOST_CLIENTS} clients`,
      figure(most),
      goalOf(most, 0.8),
    ),
    row(
      "jobs.update of notes, which are searched, 50 clients",
      figure(manyNotes),
    ),
    row(
      `jobs.update of notes, which are searched, ${MOST_CLIENTS} clients`,
      figure(mostNotes),
    ),
    row(
      "convex-test in memory, jobs.update of a price",
      `${perSecond(rateOf(simulated))}; with ${MOST_CLIENTS} clients the server does ${(rateOf(most) / rateOf(simulated)).toFixed(1)} times that`,
    ),
  ];
}
