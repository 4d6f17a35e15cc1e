/**
 * The engine alone, without sockets: mutations and queries a second, next to what bare SQLite
 * commits in the same run on the same disk. Run by `npx tsx packages/embedded-convex/bench/engine.ts [seconds]`.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import {
  type DataModelFromSchemaDefinition,
  type MutationBuilder,
  type QueryBuilder,
  defineSchema,
  defineTable,
  mutationGeneric,
  queryGeneric,
} from "convex/server";
import { v } from "convex/values";
import { type BlobStore, openEngine } from "../src/runtime/engine";
import { openSqlite } from "../src/store/driver";

const seconds = Number(process.argv[2] ?? 2);
const dataDir = mkdtempSync(join(process.env.BENCH_DIR ?? tmpdir(), "engine-bench-"));
const caller = { identity: null, origin: "http://localhost" };

const schema = defineSchema({
  messages: defineTable({
    channel: v.string(),
    author: v.string(),
    topic: v.string(),
    status: v.string(),
    day: v.number(),
    likes: v.optional(v.number()),
    body: v.string(),
    files: v.array(v.string()),
  })
    .index("by_channel", ["channel"])
    .index("by_channel_and_day", ["channel", "day"])
    .index("by_channel_and_status", ["channel", "status"])
    .index("by_channel_and_author", ["channel", "author"]),
});

type DataModel = DataModelFromSchemaDefinition<typeof schema>;

const query = queryGeneric as QueryBuilder<DataModel, "public">;
const mutation = mutationGeneric as MutationBuilder<DataModel, "public">;

const messages = {
  create: mutation({
    args: { channel: v.string(), day: v.number() },
    returns: v.id("messages"),
    handler: (ctx, { channel, day }) =>
      ctx.db.insert("messages", {
        channel,
        day,
        author: "user-1001",
        topic: "The release of version 12",
        status: "sent",
        body: "The build is green, ship it now. ".repeat(8),
        files: ["a", "b", "c"],
      }),
  }),
  update: mutation({
    args: { id: v.id("messages"), likes: v.number() },
    returns: v.null(),
    handler: async (ctx, { id, likes }) => {
      const message = await ctx.db.get(id);
      if (message === null) throw new Error("The message does not exist.");
      await ctx.db.patch(id, { likes });
      return null;
    },
  }),
  ofDay: query({
    args: { channel: v.string(), from: v.number(), until: v.number() },
    handler: (ctx, { channel, from, until }) =>
      ctx.db
        .query("messages")
        .withIndex("by_channel_and_day", (q) =>
          q.eq("channel", channel).gte("day", from).lt("day", until),
        )
        .collect(),
  }),
};

const blobs: BlobStore = {
  write: () => Promise.reject(new Error("no files here")),
  open: () => Readable.from([]),
  stat: () => null,
  remove: () => Promise.resolve(),
  async *fromEarlierRuns() {
    yield* await Promise.resolve([]);
  },
};

const engine = openEngine({
  dataDir,
  modules: { schema: { default: schema }, messages },
  blobs,
  log: {
    debug: () => {},
    info: () => {},
    warn: () => {},
    error: console.error,
  },
});

async function mutate(udfPath: string, args: Record<string, never>) {
  const { outcome } = await engine.runMutation({ udfPath, args, caller });
  if (!outcome.ok) throw new Error(outcome.message);
  return outcome.value;
}

async function closedLoop(clients: number, step: () => Promise<unknown>) {
  const end = performance.now() + seconds * 1000;
  const latencies: number[] = [];
  const client = async () => {
    while (performance.now() < end) {
      const start = performance.now();
      await step();
      latencies.push(performance.now() - start);
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  latencies.sort((a, b) => a - b);
  const at = (q: number) => (latencies[Math.floor(latencies.length * q)] ?? 0).toFixed(2);
  return {
    perSecond: Math.round(latencies.length / seconds),
    p50: at(0.5),
    p99: at(0.99),
  };
}

function bareCommits(): number {
  const bare = openSqlite(join(dataDir, "bare.db"));
  bare.pragma("journal_mode = WAL");
  bare.pragma("synchronous = FULL");
  bare.exec("DROP TABLE IF EXISTS t; CREATE TABLE t (id INTEGER PRIMARY KEY, json TEXT)");
  const json = JSON.stringify({ body: "x".repeat(500) });
  for (let i = 0; i < 1000; i++) {
    bare.prepare("INSERT INTO t VALUES (?, ?)").run(i, json);
  }
  const update = bare.prepare("UPDATE t SET json = ? WHERE id = ?");
  const end = performance.now() + seconds * 1000;
  let count = 0;
  // A value that changes each time: SQLite does not write a page that stays as it is.
  while (performance.now() < end) update.run(`${json}${count}`, count++ % 1000);
  bare.close();
  return Math.round(count / seconds);
}

const ids: string[] = [];
const seed = performance.now();
for (let i = 0; i < 5000; i += 250) {
  const batch = Array.from({ length: 250 }, (_, k) =>
    mutate("messages:create", {
      channel: `w${(i + k) % 10}`,
      day: (i + k) * 1000,
    } as never),
  );
  ids.push(...((await Promise.all(batch)) as string[]));
}
const seedMs = performance.now() - seed;

let n = 0;
const update = () =>
  mutate("messages:update", {
    id: ids[n++ % ids.length],
    likes: n,
  } as never);
const day = async () => {
  const from = (n++ % 4000) * 1000;
  const run = await engine.runQuery({
    udfPath: "messages:ofDay",
    args: { channel: `w${n % 10}`, from, until: from + 200_000 },
    caller,
  });
  if (!run.outcome.ok) throw new Error(run.outcome.message);
};

const bare = bareCommits();
const results = {
  "bare SQLite commits": { perSecond: bare },
  "insert 5,000 by groups of 250": {
    perSecond: Math.round(5000 / (seedMs / 1000)),
  },
  "update, 1 client": await closedLoop(1, update),
  "update, 50 clients": await closedLoop(50, update),
  "update, 500 clients": await closedLoop(500, update),
  "query of 20 documents, 1 client": await closedLoop(1, day),
  "bare again": { perSecond: bareCommits() },
};
console.table(results);
await engine.close();
rmSync(dataDir, { recursive: true });
