/**
 * Mutations per second, their latency, and the processor time that each needs: as a multiple of a bare exchange
 * (bench/bareServer.ts), because the rates of these disks vary sevenfold between two runs.
 */
import { bareExchangeMs } from "./bareExchange";
import type { ClientProcess } from "./clientProcess";
import type { Command } from "./clients";
import { convexTestUpdates } from "./convexTest";
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

/**
 * The most processor time for an update of a price, in bare exchanges. Before Node 24 each promise costs more
 * (AsyncLocalStorage).
 */
const MOST_EXCHANGES = Number.parseInt(process.versions.node) < 24 ? 13 : 9;

interface Updates extends Timed {
  /** The server's processor time for one mutation. */
  readonly processorMs: number;
}

function figure(measured: Updates, bareMs: number): string {
  const { processorMs } = measured;
  return `${perSecond(rateOf(measured))}; ${latencies(measured)}; of the processor, the server needs ${processorMs.toFixed(2)} ms each, ${(processorMs / bareMs).toFixed(1)} bare exchanges`;
}

async function measured(
  server: BenchServer,
  clients: ClientProcess,
  command: Extract<Command, { type: "updates" }>,
): Promise<Updates> {
  // Warms up until the code is compiled.
  await clients.time({ ...command, seconds: command.seconds / 2 });
  const before = server.processorMs();
  const timed = await clients.time(command);
  const processorMs = (server.processorMs() - before) / timed.times.length;
  return { ...timed, processorMs };
}

export async function throughput(
  server: BenchServer,
  clients: ClientProcess,
  seconds: number,
): Promise<Row[]> {
  const { url } = server;
  const { token } = await server.signUp("throughput@example.com");
  await clients.run({ type: "prepare", url, token, jobs: MAX_CLIENTS });
  const updates = async (count: number, field: "jobs_price" | "job_notes") =>
    await measured(server, clients, {
      type: "updates",
      clients: count,
      field,
      seconds,
    });
  const bareMs = await bareExchangeMs(clients, 50, seconds);
  const alone = await updates(1, "jobs_price");
  const many = await updates(50, "jobs_price");
  const manyNotes = await updates(50, "job_notes");
  const most = await updates(MAX_CLIENTS, "jobs_price");
  const mostNotes = await updates(MAX_CLIENTS, "job_notes");
  const bareAfterMs = await bareExchangeMs(clients, 50, seconds);
  const simulated = await convexTestUpdates(seconds);

  const bare = (bareMs + bareAfterMs) / 2;
  const median = percentile(alone.times, 50);
  const ofPrice = manyNotes.processorMs / many.processorMs;
  return [
    row(
      "Bare exchange, 50 clients",
      `the processor needs ${bareMs.toFixed(3)} ms each, and ${bareAfterMs.toFixed(3)} ms after the following`,
    ),
    rowWithGoal("jobs.update of a price, 1 client", figure(alone, bare), {
      goal: "median < 2 ms",
      isMet: median < 2,
    }),
    rowWithGoal("jobs.update of a price, 50 clients", figure(many, bare), {
      goal: `<= ${MOST_EXCHANGES} bare exchanges`,
      isMet: many.processorMs <= MOST_EXCHANGES * bare,
    }),
    rowWithGoal(
      "jobs.update of notes (indexed for search), 50 clients",
      `${figure(manyNotes, bare)}; ${ofPrice.toFixed(2)} of a price`,
      { goal: "<= 1.3 of a price", isMet: ofPrice <= 1.3 },
    ),
    row(`jobs.update of a price, ${MAX_CLIENTS} clients`, figure(most, bare)),
    row(
      `jobs.update of notes (indexed for search), ${MAX_CLIENTS} clients`,
      figure(mostNotes, bare),
    ),
    row(
      "convex-test in memory, jobs.update of a price",
      `${perSecond(rateOf(simulated))}; with ${MAX_CLIENTS} clients the server reaches ${(rateOf(most) / rateOf(simulated)).toFixed(1)} times that rate`,
    ),
  ];
}
