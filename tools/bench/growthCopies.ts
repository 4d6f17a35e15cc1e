/** The copies and the largest operations of an office, while another one on the same server saves. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, rmSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { clientOf, openOffice, type Office } from "./growthClient";
import { Saves } from "./imports";
import {
  megabytes,
  percentile,
  perSecond,
  row,
  rowWithGoal,
  seconds,
  shown,
  wait,
  type Row,
} from "../../bench/results";
import { BenchServer } from "../../bench/server";

/** The e-mail address of the person with the other office. */
export const OTHER = "other@example.com";
const MAX_COPY_MS = 5 * 60_000;
/** Another office's calls have a response within this, or three times their quiet p99 (D41 of the decisions). */
const MAX_SAVE_MS = 250;
const QUIET_MS = 8_000;
const OPERATION_MS = 20_000;
const DELETION = "seed:deleteCustomersAndJobs";

/** The daily backup, the backup of the command and a restore, while another office saves. */
export async function copyRows(folder: string): Promise<Row[]> {
  const archive = join(resolve(folder, ".."), "growth-backup.zip");
  const target = `${folder}-restored`;
  // The server makes the day's backup a minute after its start.
  const server = await BenchServer.start(folder, [], { DAILY_BACKUPS: "on" });
  const client = clientOf(server, (await server.signIn(OTHER)).fetchToken);
  const saves = new Saves(client);
  try {
    await wait(QUIET_MS);
    const quiet = saves.takeTimes();
    const watched = (ms: number) => ({
      ms,
      quiet,
      meanwhile: saves.takeTimes(),
    });
    const rows = [shown(row("Saves of another office, quiet", savesOf(quiet)))];
    while (!isBackingUp(folder)) await wait(50);
    saves.takeTimes();
    const daily = await timeOf(async () => {
      while (isBackingUp(folder)) await wait(50);
    });
    rows.push(copyRow("Daily backup", watched(daily)));
    rmSync(join(folder, "backups"), { recursive: true });
    saves.takeTimes();
    const backup = await timeOf(() => command(["backup", archive], folder));
    rows.push(copyRow("npm run backup", watched(backup)));
    const size = megabytes(statSync(archive).size);
    rows.push(shown(row("Backup file", `${size}, photos of 2 kB`)));
    const restore = await timeOf(() => command(["restore", archive], target));
    rows.push(copyRow("npm run restore elsewhere", watched(restore)));
    return rows;
  } finally {
    await saves.stop();
    await client.close();
    await server.stop();
    for (const path of [archive, target]) rmSync(path, { recursive: true, force: true });
  }
}

function isBackingUp(folder: string): boolean {
  const backups = join(folder, "backups");
  return existsSync(backups) && readdirSync(backups).some((name) => name.endsWith(".partial"));
}

async function command(args: string[], dataDir: string): Promise<void> {
  const child = spawn(process.execPath, ["scripts/run.mjs", ...args], {
    env: { ...process.env, DATA_DIR: dataDir },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const [code] = (await once(child, "exit")) as [number];
  if (code !== 0) throw new Error(`${args.join(" ")} ended with ${code}.`);
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

interface Watched {
  readonly ms: number;
  /** The times of the other office's saves, before the work and meanwhile. */
  readonly quiet: readonly number[];
  readonly meanwhile: readonly number[];
}

function copyRow(what: string, { ms, quiet, meanwhile }: Watched, size = "100,000 jobs"): Row {
  const most = Math.max(MAX_SAVE_MS, 3 * percentile(quiet, 99));
  const isMet = ms <= MAX_COPY_MS && percentile(meanwhile, 99) <= most;
  const figure = `${seconds(ms)}; saves of another office: ${savesOf(meanwhile)}`;
  const goal = `<= ${seconds(MAX_COPY_MS)}, p99 <= ${most.toFixed(0)} ms`;
  return shown(rowWithGoal(`${what} of ${size}`, figure, { goal, isMet }));
}

function savesOf(times: readonly number[]): string {
  const at = (percent: number) => percentile(times, percent).toFixed(0);
  return `median ${at(50)}, p99 ${at(99)}, slowest ${at(100)} ms of ${times.length}`;
}

/** The largest operation, stopped after a while: its steps must take as long at the end as in a small office. */
export async function deletionRows(folder: string, email: string): Promise<Row[]> {
  return await besideSaves(folder, email, async ({ office, watch }) => {
    // The operation ends with the server at the latest.
    const ended = office.act(DELETION, {}).catch(() => undefined);
    const watched = await watch(() => Promise.race([wait(OPERATION_MS), ended]));
    const { counts } = await office.query<{ counts: Record<string, number> }>("seed:progress", {});
    const deleted = counts.jobsDeleted ?? 0;
    const rate = perSecond((deleted / watched.ms) * 1000);
    const what = `Deletion of ${deleted.toLocaleString("en-US")} jobs (${rate}) and more`;
    return [copyRow(what, watched)];
  });
}

/** A whole deletion and its undo, in a small office: in the large one each takes up to ten minutes. */
export async function undoRows(folder: string, email: string): Promise<Row[]> {
  return await besideSaves(folder, email, async ({ office, watch }) => {
    const deletion = await watch(() => office.act(DELETION, {}));
    const changes = await office.query<{ _id: string; kind: string }[]>("changes:recent", {});
    const run = changes.find(({ kind }) => kind === "deleteCustomersAndJobs");
    const undo = await watch(() => office.act("changes:undoRun", { id: run?._id }));
    const of = "1,000 jobs";
    return [copyRow("Deletion", deletion, of), copyRow("Undo of the deletion", undo, of)];
  });
}

interface BesideSaves {
  readonly office: Office;
  /** Runs the work while another office saves. */
  readonly watch: (work: () => Promise<unknown>) => Promise<Watched>;
}

async function besideSaves(
  folder: string,
  email: string,
  use: (beside: BesideSaves) => Promise<Row[]>,
): Promise<Row[]> {
  const office = await openOffice(folder, email);
  const { fetchToken } = await office.server.signIn(OTHER);
  const client = clientOf(office.server, fetchToken);
  const saves = new Saves(client);
  try {
    await wait(QUIET_MS);
    const quiet = saves.takeTimes();
    const watch: BesideSaves["watch"] = async (work) => {
      saves.takeTimes();
      const ms = await timeOf(work);
      return { ms, quiet, meanwhile: saves.takeTimes() };
    };
    return await use({ office, watch });
  } finally {
    await saves.stop();
    await client.close();
    await office.close();
  }
}
