/** A member who asks for too much at once, with calls that are all allowed: many pages, many queries, many changes. */
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { ConvexHttpClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import { WebSocket } from "ws";
import {
  readyToAttack,
  reportWith,
  type Attack,
  type Target,
} from "./attackProcess";
import { aJob, DAY_MS, FIRST_DAY, VISITS_A_DAY } from "./jobs";

interface Query {
  readonly udfPath: string;
  readonly args: object;
}

/** The server limits the values in a message. */
const QUERIES_IN_A_MESSAGE = 250;

const VERSION = /"endVersion":\{[^}]*"ts":"([^"]+)"/;
const RESPONSE = /"requestId":(\d+),.*"ts":"([^"]+)"/s;

/** One websocket. It parses nothing but timestamps, so that its process keeps up with the server. */
class Page {
  /** When each Transition that changed a result was complete. */
  readonly updatedAt: number[] = [];
  #ts = 0n;
  /** The first part of a Transition in chunks names its version. */
  #chunkTs = 0n;
  #requests = 0;
  readonly #responses = new Map<number, (ts: bigint) => void>();
  #reached: (() => void)[] = [];
  readonly #ws: WebSocket;

  private constructor(ws: WebSocket) {
    this.#ws = ws;
    ws.on("message", (data: Buffer) => this.#receive(data.toString()));
    ws.on("error", () => undefined);
  }

  static async open(
    { url, token }: Target,
    queries: readonly Query[] = [],
  ): Promise<Page> {
    const ws = new WebSocket(`${url.replace("http", "ws")}/api/sync`, {
      perMessageDeflate: false,
    });
    const page = new Page(ws);
    await once(ws, "open");
    const sessionId = randomUUID();
    page.#send({ type: "Connect", sessionId, connectionCount: 0 });
    const user = { tokenType: "User", value: token };
    page.#send({ type: "Authenticate", ...user, baseVersion: 0 });
    // The message with the queries is longer than what a stranger may send.
    await page.#next();
    for (let at = 0; at < queries.length; at += QUERIES_IN_A_MESSAGE)
      page.#add(queries, at);
    return page;
  }

  /** Resolves with the commit when the server has answered. */
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
    if (hasResults) this.updatedAt.push(performance.now());
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
  const create = makeFunctionReference<
    "mutation",
    Record<string, unknown>,
    string
  >("jobs:create");
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

/** Not of the first attack's process: never ends. */
function writePrice(page: Page, id: string): void {
  const price = (at: number) =>
    page.mutate("jobs:update", { id, jobs_price: 1 + (at % 1_000) });
  void forever(price);
}

/** Reports the progress of pages, and of own mutations of a document that none of them reads. */
function watch(pages: readonly Page[], id: string): void {
  const startedAt = performance.now();
  const ownMutationsMs: number[] = [];
  const save = async (page: Page, at: number) => {
    const sentAt = performance.now();
    await page.mutateAndSee("jobs:update", { id, jobs_price: 1 + (at % 999) });
    ownMutationsMs.push(performance.now() - sentAt);
    await new Promise((resolve) => setTimeout(resolve, 300));
  };
  for (const page of pages.slice(0, 5)) void forever((at) => save(page, at));
  reportWith(() => {
    const now = performance.now();
    const gaps = pages.map(({ updatedAt }) => {
      const times = [startedAt, ...since(updatedAt, startedAt), now];
      return Math.max(...times.map((at, n) => at - (times[n - 1] ?? at)));
    });
    const counts = pages.map((page) => since(page.updatedAt, startedAt).length);
    return {
      fewestUpdates: Math.min(...counts),
      longestGapMs: Math.max(...gaps),
      ownMutationsMs,
    };
  });
}

function since(times: readonly number[], from: number): number[] {
  return times.filter((at) => at > from);
}

/** Pages whose queries all read one job, which changes all the time. */
function pagesOfOneJob(connections: number, queries: number): Attack {
  return async (target) => {
    const ids = await jobs(target, VISITS_A_DAY + 1);
    const own = (at: number): Query[] =>
      Array.from({ length: queries }, (_, n) => ({
        udfPath: "jobs:getScheduledForDay",
        // Another range for each, so that the pages share none.
        args: {
          dayStart: FIRST_DAY - 1 - at * queries - n,
          dayEnd: FIRST_DAY + 8.2 * 60 * 60 * 1000,
        },
      }));
    const pages: Page[] = [];
    for (let at = 0; at < connections; at += 1)
      pages.push(await Page.open(target, own(at)));
    const writers = [await Page.open(target), await Page.open(target)];
    while (pages.some(({ updatedAt }) => updatedAt.length === 0))
      await new Promise((resolve) => setTimeout(resolve, 50));
    await readyToAttack();
    for (const writer of writers) writePrice(writer, ids[0]!);
    watch(pages, ids.at(-1)!);
  };
}

const allDates = (n: number): Query => ({
  udfPath: "jobs:listDates",
  args: { range: { from: -n, until: FIRST_DAY * 2 } },
});

export const CROWDS: Readonly<Record<string, Attack>> = {
  "member: 40 subscriptions of 2,000 dates": async (target) => {
    const ids = await jobs(target, 2_000);
    const queries = Array.from({ length: 40 }, (_, n) => allDates(n));
    const page = await Page.open(target, queries);
    const writer = await Page.open(target);
    await readyToAttack();
    void forever((at) =>
      writer.mutate("jobs:update", {
        id: ids[0],
        job_estimate_date: FIRST_DAY + at * 60_000,
      }),
    );
    watch([page], ids[1]!);
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
    const ids = await jobs(target, 500);
    const pages: Page[] = [];
    for (let at = 0; at < 10; at += 1) {
      const dayStart = FIRST_DAY + at * DAY_MS;
      const day = { dayStart, dayEnd: dayStart + DAY_MS };
      pages.push(
        await Page.open(target, [
          allDates(at),
          { udfPath: "jobs:getScheduledForDay", args: day },
          { udfPath: "jobs:countWaiting", args: {} },
        ]),
      );
    }
    const importer = await Page.open(target);
    await readyToAttack();
    let left = 20_000;
    const arrive = async () => {
      while (left > 0) await importer.mutate("jobs:create", aJob((left -= 1)));
    };
    for (let at = 0; at < 50; at += 1) void arrive();
    watch(pages, ids[0]!);
  },
};
