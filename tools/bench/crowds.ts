/** A member who requests too much at once, with calls that are all allowed: many pages, many queries, many changes. */
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { ConvexHttpClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import { WebSocket } from "ws";
import { readyToAttack, reportWith, type Attack, type Target } from "./attackProcess";
import { aJob, DAY_MS, FIRST_DAY, VISITS_A_DAY } from "../../bench/jobs";
import { percentile, processorMs } from "../../bench/results";

interface Query {
  readonly udfPath: string;
  readonly args: object;
}

/** Together with ATTACK_JOBS, few enough to arrive within ATTACK_SECONDS. */
const ARRIVING_JOBS = Number(process.env.ATTACK_JOBS ?? 20_000);

/** The server limits the values in a message. */
const QUERIES_IN_A_MESSAGE = 250;

interface Update {
  readonly at: number;
  /** The CPU time that the server had used. */
  readonly cpuMs: number;
}

const VERSION = /"endVersion":\{[^}]*"ts":"([^"]+)"/;
const RESPONSE = /"requestId":(\d+),.*"ts":"([^"]+)"/s;

/** One websocket. It parses nothing but timestamps, so that its process keeps up with the server. */
class Page {
  /** Each Transition that changed a result, when it was complete. */
  readonly updates: Update[] = [];
  #ts = 0n;
  /** The first part of a Transition in chunks names its version. */
  #chunkTs = 0n;
  #requests = 0;
  readonly #responses = new Map<number, (ts: bigint) => void>();
  #reached: (() => void)[] = [];
  readonly #ws: WebSocket;
  readonly #pid: number;

  private constructor(ws: WebSocket, pid: number) {
    this.#ws = ws;
    this.#pid = pid;
    ws.on("message", (data: Buffer) => this.#receive(data.toString()));
    ws.on("error", () => undefined);
  }

  static async open({ url, token, pid }: Target, queries: readonly Query[] = []): Promise<Page> {
    const ws = new WebSocket(`${url.replace("http", "ws")}/api/sync`, {
      perMessageDeflate: false,
    });
    const page = new Page(ws, pid);
    await once(ws, "open");
    const sessionId = randomUUID();
    page.#send({ type: "Connect", sessionId, connectionCount: 0 });
    const user = { tokenType: "User", value: token };
    page.#send({ type: "Authenticate", ...user, baseVersion: 0 });
    // The message with the queries is longer than a client without a sign-in may send.
    await page.#next();
    for (let at = 0; at < queries.length; at += QUERIES_IN_A_MESSAGE) page.#add(queries, at);
    return page;
  }

  /** Resolves with the commit when the server has responded. */
  mutate(udfPath: string, args: object): Promise<bigint> {
    const requestId = this.#requests++;
    this.#send({ type: "Mutation", requestId, udfPath, args: [args] });
    return new Promise((resolve) => this.#responses.set(requestId, resolve));
  }

  /** As the Convex client completes a mutation: when a Transition has reached its commit. */
  async mutateAndSee(udfPath: string, args: object): Promise<void> {
    const ts = await this.mutate(udfPath, args);
    while (this.#ts < ts) await this.#next();
  }

  /** The next Transition. */
  async #next(): Promise<void> {
    await new Promise<void>((resolve) => this.#reached.push(resolve));
  }

  #add(queries: readonly Query[], from: number): void {
    const added = queries.slice(from, from + QUERIES_IN_A_MESSAGE);
    const baseVersion = from / QUERIES_IN_A_MESSAGE;
    this.#send({
      type: "ModifyQuerySet",
      baseVersion,
      newVersion: baseVersion + 1,
      modifications: added.map(({ udfPath, args }, at) => ({
        type: "Add",
        queryId: from + at,
        udfPath,
        args: [args],
      })),
    });
  }

  #receive(text: string): void {
    if (text.startsWith('{"type":"MutationResponse"')) {
      const [, requestId, ts] = RESPONSE.exec(text) ?? [];
      if (ts === undefined) return;
      this.#responses.get(Number(requestId))?.(decodeTs(ts));
      this.#responses.delete(Number(requestId));
    } else if (text.startsWith('{"type":"TransitionChunk"')) {
      const { chunk, partNumber, totalParts } = JSON.parse(text) as {
        chunk: string;
        partNumber: number;
        totalParts: number;
      };
      if (partNumber === 0) this.#chunkTs = tsOf(chunk);
      if (partNumber === totalParts - 1) this.#arrived(this.#chunkTs, true);
    } else if (text.startsWith('{"type":"Transition"')) {
      this.#arrived(tsOf(text), text.includes('"type":"Query'));
    }
  }

  #arrived(ts: bigint, hasResults: boolean): void {
    this.#ts = ts;
    if (hasResults)
      this.updates.push({
        at: performance.now(),
        cpuMs: processorMs(this.#pid),
      });
    for (const reached of this.#reached.splice(0)) reached();
  }

  #send(message: object): void {
    this.#ws.send(JSON.stringify(message));
  }
}

/** The client library encodes timestamps as eight bytes, the lowest first. */
function decodeTs(ts: string): bigint {
  return Buffer.from(ts, "base64").readBigUInt64LE();
}

function tsOf(transition: string): bigint {
  const [, ts = ""] = VERSION.exec(transition) ?? [];
  return decodeTs(ts);
}

/** Fills the member's workspace. Returns the ids of the jobs. */
async function jobs({ url, token }: Target, count: number): Promise<string[]> {
  const client = new ConvexHttpClient(url, { logger: false });
  client.setAuth(token);
  const create = makeFunctionReference<"mutation", Record<string, unknown>, string>("jobs:create");
  const ids: string[] = [];
  while (ids.length < count) {
    const batch = Array.from({ length: Math.min(50, count - ids.length) });
    const created = batch.map((_, at) =>
      client.mutation(create, aJob(ids.length + at), { skipQueue: true }),
    );
    ids.push(...(await Promise.all(created)));
  }
  return ids;
}

async function forever(act: (at: number) => Promise<unknown>): Promise<never> {
  for (let at = 0; ; at += 1) await act(at);
}

/** The number of changes to what the pages show that have a response. */
let writes = 0;

/** Changes the price until the process ends. */
function writePrice(page: Page, id: string): void {
  void forever(async (at) => {
    await page.mutate("jobs:update", { id, jobs_price: 1 + (at % 1_000) });
    writes += 1;
  });
}

/** The server's CPU time, in milliseconds for each page, from a change that reruns all their queries to the updates. */
async function cpuOfRun(
  { pid }: Target,
  pages: readonly Page[],
  change: (at: number) => Promise<unknown>,
): Promise<number> {
  await everyPage(pages, 1);
  const runs: number[] = [];
  while (runs.length < 5) {
    const updates = Math.max(...pages.map((page) => page.updates.length));
    const before = processorMs(pid);
    await change(runs.length);
    await everyPage(pages, updates + 1);
    runs.push((processorMs(pid) - before) / pages.length);
  }
  return percentile(runs, 50);
}

async function everyPage(pages: readonly Page[], updates: number): Promise<void> {
  while (pages.some((page) => page.updates.length < updates))
    await new Promise((resolve) => setTimeout(resolve, 20));
}

/** Reports the progress of pages, and of own mutations of a document that none of them reads. */
function watch(
  { pid }: Target,
  pages: readonly Page[],
  { id, runCpuMs }: { readonly id: string; readonly runCpuMs: number },
): void {
  const now = (): Update => ({
    at: performance.now(),
    cpuMs: processorMs(pid),
  });
  const start = now();
  const ownMutationsMs: number[] = [];
  const save = async (page: Page, at: number) => {
    const sentAt = performance.now();
    await page.mutateAndSee("jobs:update", { id, jobs_price: 1 + (at % 999) });
    ownMutationsMs.push(performance.now() - sentAt);
    await new Promise((resolve) => setTimeout(resolve, 300));
  };
  for (const page of pages.slice(0, 5)) void forever((at) => save(page, at));
  reportWith(() => {
    const end = now();
    const updates = pages.map((page) => page.updates.filter(({ at }) => at > start.at));
    const gaps = updates.flatMap((some) => {
      const all = [start, ...some, end];
      return all.slice(1).map((update, before) => ({
        ms: update.at - all[before]!.at,
        cpuMs: update.cpuMs - all[before]!.cpuMs,
      }));
    });
    return {
      writes,
      cpuMs: end.cpuMs - start.cpuMs,
      fewestUpdates: Math.min(...updates.map(({ length }) => length)),
      longestGapMs: Math.max(...gaps.map(({ ms }) => ms)),
      longestGapCpuMs: Math.max(...gaps.map(({ cpuMs }) => cpuMs)),
      runCpuMs,
      ownMutationsMs,
    };
  });
}

/** Pages whose queries all read one job, which changes all the time. */
function pagesOfOneJob(connections: number, queries: number): Attack {
  return async (target) => {
    const ids = await jobs(target, VISITS_A_DAY + 1);
    const own = (at: number): Query[] =>
      Array.from({ length: queries }, (_, n) => ({
        udfPath: "jobs:getScheduledForDay",
        // Each query has another range, so that the pages share none.
        args: {
          dayStart: FIRST_DAY - 1 - at * queries - n,
          dayEnd: FIRST_DAY + 8.2 * 60 * 60 * 1000,
        },
      }));
    const pages: Page[] = [];
    for (let at = 0; at < connections; at += 1) pages.push(await Page.open(target, own(at)));
    const writers = [await Page.open(target), await Page.open(target)];
    const runCpuMs = await cpuOfRun(target, pages, (n) =>
      writers[0]!.mutate("jobs:update", { id: ids[0], jobs_price: 1 + n }),
    );
    await readyToAttack();
    for (const writer of writers) writePrice(writer, ids[0]!);
    watch(target, pages, { id: ids.at(-1)!, runCpuMs });
  };
}

const allDates = (n: number): Query => ({
  udfPath: "jobs:listDates",
  args: { range: { from: -n, until: FIRST_DAY * 2 } },
});

const DAYS_OF_CALENDAR = 42;
/** One in five of the arriving jobs is on a day that the calendars show. */
const SHOWN_ARE_ONE_IN = 5;

/** The queries of a month: one for each of its weeks, one for the day and one for the menu. */
function calendarFrom(from: number): Query[] {
  const weeks = Array.from({ length: DAYS_OF_CALENDAR / 7 }, (_, week) => ({
    udfPath: "jobs:listDates",
    args: {
      range: {
        from: from + week * 7 * DAY_MS,
        until: from + (week + 1) * 7 * DAY_MS,
      },
    },
  }));
  return [
    ...weeks,
    {
      udfPath: "jobs:getScheduledForDay",
      args: { dayStart: from, dayEnd: from + DAY_MS },
    },
    { udfPath: "jobs:countWaiting", args: { deliveredBefore: FIRST_DAY } },
  ];
}

export const CROWDS: Readonly<Record<string, Attack>> = {
  "member: 40 subscriptions of 2,000 dates": async (target) => {
    const ids = await jobs(target, 2_000);
    const queries = Array.from({ length: 40 }, (_, n) => allDates(n));
    const page = await Page.open(target, queries);
    const writer = await Page.open(target);
    const move = (at: number) =>
      writer.mutate("jobs:update", {
        id: ids[0],
        job_estimate_date: FIRST_DAY + (at + 1) * 60_000,
      });
    const runCpuMs = await cpuOfRun(target, [page], move);
    await readyToAttack();
    void forever(async (at) => {
      await move(at + 10);
      writes += 1;
    });
    watch(target, [page], { id: ids[1]!, runCpuMs });
  },
  "member: 10 websockets with 100 updates in flight": async (target) => {
    const ids = await jobs(target, 100);
    const pages: Page[] = [];
    while (pages.length < 10) pages.push(await Page.open(target));
    await readyToAttack();
    for (const page of pages) for (const id of ids) writePrice(page, id);
  },
  "member: 10 reads of 2,000 jobs at once": async (target) => {
    await jobs(target, 2_000);
    await readyToAttack();
    const read = async () => {
      const response = await fetch(`${target.url}/api/query`, {
        method: "POST",
        headers: { authorization: `Bearer ${target.token}` },
        body: JSON.stringify({ path: "jobs:getAll", args: {} }),
      });
      const { length } = await response.text();
      if (length < 500_000) throw new Error("The list is incomplete.");
    };
    for (let at = 0; at < 10; at += 1) void forever(read);
  },
  "member: 50 pages of 10 queries of a changing job": pagesOfOneJob(50, 10),
  "member: 60 pages of 25 queries of a changing job": pagesOfOneJob(60, 25),
  "member: a page of 1,500 queries of a changing job": pagesOfOneJob(1, 1_500),
  "member: 100 pages of a query of a changing job": pagesOfOneJob(100, 1),
  "member: 10 calendars while jobs arrive": async (target) => {
    const ids = await jobs(target, VISITS_A_DAY * 60);
    const pages: Page[] = [];
    for (let at = 0; at < 10; at += 1)
      pages.push(await Page.open(target, calendarFrom(FIRST_DAY + at * DAY_MS)));
    const importer = await Page.open(target);
    const create = (at: number) => {
      const shown = aJob(at % ids.length).job_estimate_date;
      const job = aJob(ids.length + at);
      return importer.mutate(
        "jobs:create",
        at % SHOWN_ARE_ONE_IN === 0 ? { ...job, job_estimate_date: shown } : job,
      );
    };
    // Each new job is on a day that all pages show.
    const runCpuMs = await cpuOfRun(target, pages, (n) =>
      create(ids.length + 20 * VISITS_A_DAY + n * SHOWN_ARE_ONE_IN),
    );
    await readyToAttack();
    const startedAt = performance.now();
    let sent = 0;
    const arrive = async () => {
      while (sent < ARRIVING_JOBS) {
        await create((sent += 1));
        writes += 1;
        if (writes < ARRIVING_JOBS) continue;
        const seconds = (performance.now() - startedAt) / 1000;
        console.log(`${writes} jobs arrived in ${seconds.toFixed(0)} s.`);
      }
    };
    for (let at = 0; at < 50; at += 1) void arrive();
    watch(target, pages, { id: ids[0]!, runCpuMs });
  },
};
