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
} from "./results";
import type { BenchServer } from "./server";

const MOST_CLIENTS = 500;

export async function throughput(
  server: BenchServer,
  clients: ClientProcess,
  seconds: number,
): Promise<Row[]> {
  const { url } = server;
  const { token } = await server.signUp("throughput@example.com");
  await clients.ask({ type: "prepare", url, token, jobs: MOST_CLIENTS });
  const bare = () => bareCommits(server.dataDir, seconds / 2);
  const updates = (count: number, field: "jobs_price" | "job_notes") =>
    clients.time({ type: "updates", clients: count, seconds, field });

  const bareBefore = bare();
  const alone = await updates(1, "jobs_price");
  const many = await updates(50, "jobs_price");
  const most = await updates(MOST_CLIENTS, "jobs_price");
  const manyNotes = await updates(50, "job_notes");
  const mostNotes = await updates(MOST_CLIENTS, "job_notes");
  const bareAfter = bare();
  const simulated = await convexTestUpdates(seconds);

  const bareRate = (bareBefore + bareAfter) / 2;
  const ofBare = (measured: typeof alone) => rateOf(measured) / bareRate;
  const figure = (measured: typeof alone) =>
    `${perSecond(rateOf(measured))}, ${ofBare(measured).toFixed(2)} of bare; ${latencies(measured)}`;
  const goalOf = (measured: typeof alone, least: number) => ({
    goal: `>= ${least} of bare`,
    isMet: ofBare(measured) >= least,
  });
  const median = percentile(alone.times, 50);
  return [
    row(
      "Bare better-sqlite3, one row a commit",
      `${perSecond(bareRate)} (${perSecond(bareBefore)} before, ${perSecond(bareAfter)} after)`,
    ),
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
