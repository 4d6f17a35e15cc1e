/** Mutations per second and their latency, compared with the disk's commit rate and with convex-test. */
import type { ClientProcess } from "./clientProcess";
import { convexTestUpdates } from "./convexTest";
import { diskCommits } from "./disk";
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

const MAX_CLIENTS = 500;

/** The disk's commit rate is measured just before and after, because the speed of a shared machine varies. */
interface WithBaseline extends Timed {
  readonly baselineRate: number;
  /** Of the server, for one mutation. Includes the first connections. */
  readonly processorMs: number;
}

const ofBaseline = (measured: WithBaseline) =>
  rateOf(measured) / measured.baselineRate;

function figure(measured: WithBaseline): string {
  const [rate, baseline] = [rateOf(measured), measured.baselineRate].map(
    perSecond,
  );
  return `${rate}, ${ofBaseline(measured).toFixed(2)} of the disk's ${baseline} commits of one row; ${latencies(measured)}; of the processor, the server needs ${measured.processorMs.toFixed(2)} ms each`;
}

function goalOf(measured: WithBaseline, least: number) {
  return {
    goal: `>= ${least} of the disk`,
    isMet: ofBaseline(measured) >= least,
  };
}

async function withBaseline(
  server: BenchServer,
  seconds: number,
  measure: () => Promise<Timed>,
): Promise<WithBaseline> {
  const baseline = () => diskCommits(server.dataDir, seconds / 4);
  const before = baseline();
  const processorBefore = server.processorMs();
  const timed = await measure();
  const processorMs =
    (server.processorMs() - processorBefore) / timed.times.length;
  const baselineRate = (before + baseline()) / 2;
  return { ...timed, baselineRate, processorMs };
}

export async function throughput(
  server: BenchServer,
  clients: ClientProcess,
  seconds: number,
): Promise<Row[]> {
  const { url } = server;
  const { token } = await server.signUp("throughput@example.com");
  await clients.run({ type: "prepare", url, token, jobs: MAX_CLIENTS });
  const updates = (count: number, field: "jobs_price" | "job_notes") =>
    withBaseline(server, seconds, () =>
      clients.time({ type: "updates", clients: count, seconds, field }),
    );
  const alone = await updates(1, "jobs_price");
  const many = await updates(50, "jobs_price");
  const most = await updates(MAX_CLIENTS, "jobs_price");
  const manyNotes = await updates(50, "job_notes");
  const mostNotes = await updates(MAX_CLIENTS, "job_notes");
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
      `jobs.update of a price, ${MAX_CLIENTS} clients`,
      figure(most),
      goalOf(most, 0.8),
    ),
    row(
      "jobs.update of notes (indexed for search), 50 clients",
      figure(manyNotes),
    ),
    row(
      `jobs.update of notes (indexed for search), ${MAX_CLIENTS} clients`,
      figure(mostNotes),
    ),
    row(
      "convex-test in memory, jobs.update of a price",
      `${perSecond(rateOf(simulated))}; with ${MAX_CLIENTS} clients the server reaches ${(rateOf(most) / rateOf(simulated)).toFixed(1)} times that rate`,
    ),
  ];
}
