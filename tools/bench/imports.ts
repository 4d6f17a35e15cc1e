/**
 * The import of 5,000 customers and 20,000 jobs and its undo, phase by phase, and how fast another office's saves are
 * answered meanwhile.
 */
import { ConvexClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import { WebSocket } from "ws";
import { chunksOf } from "@domain/imports/chunks";
import type { ImportRow } from "@domain/imports/rows";
import { percentile, perSecond, row, rowWithGoal, wait, type Row } from "../../bench/results";
import type { Account, BenchServer } from "../../bench/server";

const CUSTOMERS = 5_000;
const JOBS = 20_000;
const MAX_MS = 120_000;
/** Another office's calls have a response within this, or three times their quiet p99 (D41 of the decisions). */
const MAX_SAVE_MS = 250;
const SAVE_EVERY_MS = 50;
const QUIET_MS = 6_000;

const mutation = (name: string) => makeFunctionReference<"mutation">(name);
const action = (name: string) => makeFunctionReference<"action">(name);

export async function imports(server: BenchServer): Promise<Row[]> {
  const [importer, other] = [
    clientOf(server, await server.signUp("importer@example.com")),
    clientOf(server, await server.signUp("other@example.com")),
  ];
  const saves = new Saves(other);
  try {
    await wait(QUIET_MS);
    const quiet = saves.takeTimes();
    const phases = new Phases(server, saves);
    return [
      row("Saves of another office before", latencies(quiet)),
      ...(await importAndUndo(importer, phases)),
      savesRow(quiet, phases.saves),
    ];
  } finally {
    await saves.stop();
    await Promise.all([importer.close(), other.close()]);
  }
}

async function importAndUndo(client: ConvexClient, phases: Phases): Promise<Row[]> {
  const runs: string[] = [];
  for (const rows of [customerRows(), jobRows()]) runs.push(await importFile(client, rows, phases));
  const { totalMs } = phases;
  for (const id of runs.reverse()) {
    await phases.measure("Undo", CUSTOMERS + JOBS, async () => {
      await client.action(action("changes:undoRun"), { id });
    });
  }
  const both = rowWithGoal("Both imports", `${(totalMs / 1000).toFixed(1)} s`, {
    goal: "2 minutes",
    isMet: totalMs <= MAX_MS,
  });
  return [...phases.rows, both];
}

function savesRow(quiet: readonly number[], meanwhile: readonly number[]): Row {
  const most = Math.max(MAX_SAVE_MS, 3 * percentile(quiet, 99));
  return rowWithGoal("Saves of another office meanwhile", latencies(meanwhile), {
    goal: `p99 within ${most.toFixed(0)} ms`,
    isMet: percentile(meanwhile, 99) <= most,
  });
}

function latencies(times: readonly number[]): string {
  const at = (percent: number) => percentile(times, percent).toFixed(0);
  return `median ${at(50)} ms, p99 ${at(99)} ms of ${times.length}`;
}

/** The phases of the imports, each with the time of the clock and of the server's processor. */
class Phases {
  readonly rows: Row[] = [];
  readonly saves: number[] = [];
  totalMs = 0;
  readonly #server: BenchServer;
  readonly #saves: Saves;

  constructor(server: BenchServer, saves: Saves) {
    this.#server = server;
    this.#saves = saves;
  }

  async measure<T>(name: string, count: number, work: () => Promise<T>): Promise<T> {
    const begun = performance.now();
    const usedBefore = this.#server.processorMs();
    const result = await work();
    const ms = performance.now() - begun;
    const usedMs = this.#server.processorMs() - usedBefore;
    const times = this.#saves.takeTimes();
    this.saves.push(...times);
    this.totalMs += ms;
    const figures = [
      `${(ms / 1000).toFixed(1)} s`,
      `${(usedMs / 1000).toFixed(1)} s of the processor`,
      perSecond((count / ms) * 1000),
      `saves: ${latencies(times)}`,
    ];
    const phase = row(name, figures.join(", "));
    console.log(`  ${phase.what}: ${phase.figure}`);
    this.rows.push(phase);
    return result;
  }
}

/** A client as a browser has it: an HTTP connection that is idle for a minute is closed, a WebSocket is not. */
function clientOf({ url }: BenchServer, { fetchToken }: Account): ConvexClient {
  const client = new ConvexClient(url, {
    webSocketConstructor: WebSocket as unknown as typeof globalThis.WebSocket,
    skipConvexDeploymentUrlCheck: true,
    unsavedChangesWarning: false,
  });
  client.setAuth(fetchToken);
  return client;
}

/** Imports the rows. Returns the run of the history. */
async function importFile(
  client: ConvexClient,
  rows: readonly ImportRow[],
  phases: Phases,
): Promise<string> {
  const kind = rows[0]?.kind;
  const measure = async <T>(name: string, work: () => Promise<T>) =>
    await phases.measure(`${name} of ${rows.length} ${kind}`, rows.length, work);
  const importId = await measure("Staging", async () => {
    const chunks = chunksOf(rows);
    const id: unknown = await client.mutation(mutation("imports:begin"), {
      kind,
      fileName: `${kind}.csv`,
      rowCount: rows.length,
      chunkCount: chunks.length,
    });
    for (const [index, text] of chunks.entries())
      await client.mutation(mutation("imports:stage"), {
        importId: id,
        index,
        rows: text,
      });
    return id;
  });
  await measure("Check", () => client.action(action("imports:check"), { importId }));
  await client.mutation(mutation("imports:decideAll"), {
    importId,
    choice: "same",
  });
  const { run } = (await measure("Import", () =>
    client.action(action("imports:start"), { importId }),
  )) as { run: string };
  return run;
}

/** Saves of another office, one after another, and their durations. */
export class Saves {
  #times: number[] = [];
  #isOver = false;
  readonly #done: Promise<void>;

  constructor(client: ConvexClient) {
    this.#done = this.#run(client);
  }

  takeTimes(): number[] {
    const times = this.#times;
    this.#times = [];
    return times;
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    await this.#done;
  }

  async #run(client: ConvexClient): Promise<void> {
    for (let at = 0; !this.#isOver; at++) {
      const begun = performance.now();
      await client.mutation(mutation("jobs:create"), {
        customer: { customer_name: "Other Person" },
        job_address: `${at} Side Street`,
      });
      this.#times.push(performance.now() - begun);
      await wait(SAVE_EVERY_MS);
    }
  }
}

function customerOf(at: number) {
  return {
    customer_name: `First${at % 97} Last${at}`,
    customer_phone: String(6_125_550_000 + at),
    customer_email: `customer${at}@example.com`,
    sourceId: `customer-${at}`,
  };
}

function customerRows(): ImportRow[] {
  return Array.from({ length: CUSTOMERS }, (_, at) => ({
    kind: "customers",
    line: at + 2,
    ...customerOf(at),
    places: [{ job_address: `${at} Maple Street`, job_city: "Troy" }],
    leftovers: [{ label: "Mobile", text: String(2_485_550_000 + at) }],
  }));
}

function jobRows(): ImportRow[] {
  const now = Date.now();
  return Array.from({ length: JOBS }, (_, at) => ({
    kind: "jobs",
    line: at + 2,
    sourceId: `job-${at}`,
    customer: customerOf(at % CUSTOMERS),
    job_address: `${at} Maple Street`,
    job_city: "Troy",
    job_status: "installed_paid",
    job_categories: [],
    job_install_date: now - (at % 700) * 86_400_000,
    jobs_price: 1_000 + at,
    job_notes: "Valley leaks over the porch; bring the long ladder.",
    leftovers: [{ label: "Invoice", text: `INV-${at}` }],
  }));
}
