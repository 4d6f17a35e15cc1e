/**
 * The clients of the bench, in a process of their own: the real ConvexClient over the real socket. Does one task after another, as
 * `bench/clientProcess.ts` asks for them over IPC, and answers each with what it measured.
 */
import { randomBytes } from "node:crypto";
import { ConvexClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import { WebSocket } from "ws";
import {
  aJob,
  customerName,
  customerPhone,
  DAY_MS,
  dayOf,
  FIRST_DAY,
  VISITS_A_DAY,
} from "./jobs";
import type { Timed } from "./results";

/** What is asked of a workspace that grows, each time of another part of it. */
export type Probe =
  "day" | "update" | "phone" | "name" | "part" | "page" | "deepPage";

type Where = { url: string; token: string };

export type Task =
  /** A workspace of so many jobs, for the tasks that follow. */
  | ({ type: "prepare"; jobs: number } & Where)
  /** The same workspace, until it has so many. */
  | ({ type: "grow"; jobs: number } & Where)
  | {
      type: "updates";
      clients: number;
      seconds: number;
      field: "jobs_price" | "job_notes";
    }
  | { type: "watch"; subscribers: number; changes: number }
  | { type: "others"; token: string; changes: number }
  | { type: "probe"; probe: Probe; jobs: number }
  | { type: "idle"; connections: number }
  | { type: "uploads"; parallel: number; photos: number; bytes: number }
  /** Closes what an earlier task left open. */
  | { type: "leave" };

export type Answer = { done: number } | Timed;

const createJob = makeFunctionReference<
  "mutation",
  Record<string, unknown>,
  string
>("jobs:create");
const updateJob = makeFunctionReference<
  "mutation",
  { id: string; job_notes?: string; jobs_price?: number },
  null
>("jobs:update");
const jobsOfDay = makeFunctionReference<
  "query",
  { dayStart: number; dayEnd: number },
  { _id: string; job_notes?: string }[]
>("jobs:getScheduledForDay");
const listJobs = makeFunctionReference<
  "query",
  Record<string, unknown>,
  { continueCursor: string; isDone: boolean }
>("jobs:list");
const searchCustomers = makeFunctionReference<
  "query",
  { term: string },
  unknown[]
>("customers:search");
const newUploadUrl = makeFunctionReference<
  "mutation",
  Record<string, never>,
  string
>("jobs:generateUploadUrl");

let url = "";
let token = "";
let ids: string[] = [];
let keptOpen: ConvexClient[] = [];

function aClient(as = token): ConvexClient {
  const client = new ConvexClient(url, {
    webSocketConstructor: WebSocket as unknown as typeof globalThis.WebSocket,
    logger: false,
    unsavedChangesWarning: false,
    initialAuthTokenReuse: true,
  });
  client.setAuth(() => Promise.resolve(as));
  return client;
}

async function prepare(task: Where & { jobs: number }): Promise<Answer> {
  ids = [];
  return await grow(task);
}

/** Not all at once: a client sends again what waits for long. */
const AT_ONCE = 250;

async function grow(task: Where & { jobs: number }): Promise<Answer> {
  ({ url, token } = task);
  const client = aClient();
  while (ids.length < task.jobs) {
    const from = ids.length;
    const count = Math.min(AT_ONCE, task.jobs - from);
    const creating = Array.from({ length: count }, (_, at) =>
      client.mutation(createJob, aJob(from + at)),
    );
    ids.push(...(await Promise.all(creating)));
  }
  await client.close();
  return { done: ids.length };
}

/** Each client changes a row of its own, and again as soon as it has seen the effect. */
async function updates(task: Task & { type: "updates" }): Promise<Answer> {
  const clients = Array.from({ length: task.clients }, () => aClient());
  const change = (client: ConvexClient, at: number, turn: number) =>
    client.mutation(updateJob, {
      id: idAt(at),
      ...(task.field === "jobs_price"
        ? { jobs_price: turn + 1000 }
        : { job_notes: `Turn ${turn} of client ${at}` }),
    });
  await Promise.all(clients.map((client, at) => change(client, at, -1)));
  const times: number[] = [];
  const startedAt = performance.now();
  const until = startedAt + task.seconds * 1000;
  await Promise.all(
    clients.map(async (client, at) => {
      for (let turn = 0; performance.now() < until; turn += 1) {
        const askedAt = performance.now();
        await change(client, at, turn);
        times.push(performance.now() - askedAt);
      }
    }),
  );
  const elapsedMs = performance.now() - startedAt;
  await Promise.all(clients.map((client) => client.close()));
  return { times, elapsedMs };
}

/** Many watch one day; the time is from the asking for a change until each of them was told of it. */
async function watch(task: Task & { type: "watch" }): Promise<Answer> {
  await leave();
  const range = { dayStart: FIRST_DAY, dayEnd: FIRST_DAY + DAY_MS };
  const times: number[] = [];
  let askedAt = 0;
  let wanted = "";
  let missing = 0;
  let allSeen: () => void = () => undefined;
  const changedId = idAt(0);
  const watchers = Array.from({ length: task.subscribers }, () => aClient());
  await Promise.all(
    watchers.map(
      (client) =>
        new Promise<void>((resolve) => {
          client.onUpdate(jobsOfDay, range, (jobs) => {
            resolve();
            const changed = jobs.find(({ _id }) => _id === changedId);
            if (wanted === "" || changed?.job_notes !== wanted) return;
            times.push(performance.now() - askedAt);
            missing -= 1;
            if (missing === 0) allSeen();
          });
        }),
    ),
  );
  const client = aClient();
  keptOpen = [client, ...watchers];
  const startedAt = performance.now();
  for (let change = 0; change < task.changes; change += 1) {
    const seen = new Promise<void>((resolve) => (allSeen = resolve));
    missing = task.subscribers;
    wanted = `Change ${change} for ${task.subscribers}`;
    askedAt = performance.now();
    await client.mutation(updateJob, { id: changedId, job_notes: wanted });
    await seen;
  }
  return { times, elapsedMs: performance.now() - startedAt };
}

/** Changes in another workspace, while the watchers of the last task are still there. */
async function others(task: Task & { type: "others" }): Promise<Answer> {
  const client = aClient(task.token);
  for (let change = 0; change < task.changes; change += 1) {
    await client.mutation(createJob, aJob(change));
  }
  await client.close();
  await leave();
  return { done: task.changes };
}

const PROBE_ASKED = 200;
const WARM_UP = 20;

async function probe({
  probe,
  jobs,
}: Task & { type: "probe" }): Promise<Answer> {
  const client = aClient();
  const ask = askingFor(probe, client, await deepCursors(probe, client));
  const times: number[] = [];
  for (let turn = -WARM_UP; turn < PROBE_ASKED; turn += 1) {
    // Far apart from the last, so that no question is one that was just answered.
    const at = ((turn + WARM_UP) * 7_919) % jobs;
    const askedAt = performance.now();
    await ask(at, turn);
    if (turn >= 0) times.push(performance.now() - askedAt);
  }
  await client.close();
  return { times, elapsedMs: times.reduce((sum, ms) => sum + ms, 0) };
}

function askingFor(
  probe: Probe,
  client: ConvexClient,
  cursors: readonly string[],
): (at: number, turn: number) => Promise<unknown> {
  const search = (term: string) => client.query(searchCustomers, { term });
  switch (probe) {
    case "day":
      return (at) => {
        const dayStart = dayOf(at - (at % VISITS_A_DAY));
        return client.query(jobsOfDay, { dayStart, dayEnd: dayStart + DAY_MS });
      };
    case "update":
      return (at, turn) =>
        client.mutation(updateJob, { id: idAt(at), jobs_price: 5000 + turn });
    case "phone":
      return (at) => search(customerPhone(at));
    case "name":
      return (at) => search(customerName(at));
    case "part":
      return (at) => search(customerName(at).split(" ")[0] ?? "");
    case "page":
      return (_, turn) => client.query(listJobs, page(null, turn));
    case "deepPage":
      return (_, turn) =>
        client.query(listJobs, page(cursors.at(-1) ?? null, turn));
  }
}

/** Where the pages of the list end, as far down as a person might scroll. */
async function deepCursors(
  probe: Probe,
  client: ConvexClient,
): Promise<string[]> {
  const cursors: string[] = [];
  const pages = probe === "deepPage" ? 25 : 0;
  for (let at = 0; at < pages; at += 1) {
    const from = cursors.at(-1) ?? null;
    const found = await client.query(listJobs, page(from, 0));
    cursors.push(found.continueCursor);
  }
  return cursors;
}

function page(cursor: string | null, turn: number): Record<string, unknown> {
  return {
    paginationOpts: { numItems: 30, cursor, id: turn },
    search: "",
    status: null,
    sort: "created_desc",
    now: FIRST_DAY,
  };
}

/** Each looks at a day, as an open screen does, and does nothing more. */
async function idle(task: Task & { type: "idle" }): Promise<Answer> {
  await leave();
  const range = { dayStart: FIRST_DAY, dayEnd: FIRST_DAY + DAY_MS };
  for (let at = 0; at < task.connections; at += AT_ONCE) {
    const clients = Array.from(
      { length: Math.min(AT_ONCE, task.connections - at) },
      () => aClient(),
    );
    keptOpen.push(...clients);
    await Promise.all(
      clients.map(
        (client) =>
          new Promise<void>((resolve) => {
            client.onUpdate(jobsOfDay, range, () => resolve());
          }),
      ),
    );
  }
  return { done: keptOpen.length };
}

const JPEG_START = Buffer.from("ffd8ffe000104a46494600", "hex");

async function uploads(task: Task & { type: "uploads" }): Promise<Answer> {
  const client = aClient();
  const photo = Buffer.concat([JPEG_START, randomBytes(task.bytes)]);
  const times: number[] = [];
  let left = task.photos;
  const startedAt = performance.now();
  const oneAfterAnother = async () => {
    while (left > 0) {
      left -= 1;
      const askedAt = performance.now();
      const target = await client.mutation(newUploadUrl, {});
      const response = await fetch(target, {
        method: "POST",
        headers: { "content-type": "image/jpeg" },
        body: photo,
      });
      if (!response.ok) throw new Error(await response.text());
      times.push(performance.now() - askedAt);
    }
  };
  await Promise.all(Array.from({ length: task.parallel }, oneAfterAnother));
  const elapsedMs = performance.now() - startedAt;
  await client.close();
  return { times, elapsedMs };
}

async function leave(): Promise<Answer> {
  const clients = keptOpen;
  keptOpen = [];
  await Promise.all(clients.map((client) => client.close()));
  return { done: clients.length };
}

function idAt(at: number): string {
  const id = ids[at];
  if (id === undefined) throw new Error(`There is no job ${at}.`);
  return id;
}

function perform(task: Task): Promise<Answer> {
  switch (task.type) {
    case "prepare":
      return prepare(task);
    case "grow":
      return grow(task);
    case "updates":
      return updates(task);
    case "watch":
      return watch(task);
    case "others":
      return others(task);
    case "probe":
      return probe(task);
    case "idle":
      return idle(task);
    case "uploads":
      return uploads(task);
    case "leave":
      return leave();
  }
}

process.on("message", (task: Task) => {
  perform(task).then(
    (answer) => process.send?.(answer),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});
process.on("disconnect", () => process.exit(0));
