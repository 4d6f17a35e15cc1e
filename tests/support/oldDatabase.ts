/** A database as version 0.2.0 first wrote it on November 23, 2026, with its schema. */
import {
  type DataModelFromSchemaDefinition,
  defineSchema,
  defineTable,
  type GenericMutationCtx,
  mutationGeneric,
} from "convex/server";
import { type GenericId, v } from "convex/values";
import { customerFields } from "@convex/model/customers/validators";
import { jobFields, jobStatus } from "@convex/model/jobs/validators";
import { type Engine, openEngine } from "../../packages/embedded-convex/src/runtime/engine";
import {
  memoryBlobs,
  memoryLog,
  valueOf,
} from "../../packages/embedded-convex/tests/runtime/fixtures/testEngine";

export const OLD_WORKSPACE = "anna";

export const oldAddress = (at: number) => `${at} Elm Street`;
export const OLD_FIRST_DAY = 1_750_000_000_000;

const CUSTOMERS_EACH = 5;
const BATCH_SIZE = 500;

const schema = defineSchema({
  customers: defineTable({
    workspaceId: v.string(),
    ...customerFields,
    obtained_date: v.optional(v.union(v.string(), v.number(), v.null())),
  }).index("by_workspace", ["workspaceId"]),
  jobs: defineTable({ workspaceId: v.string(), ...jobFields })
    .index("by_workspace", ["workspaceId"])
    .searchIndex("job_notes", {
      searchField: "job_notes",
      filterFields: ["workspaceId"],
    }),
  searchWords: defineTable({
    workspaceId: v.string(),
    of: v.union(v.literal("jobs"), v.literal("customers")),
    word: v.string(),
    rowId: v.string(),
    createdAt: v.number(),
    summaryId: v.optional(v.id("jobSummaries")),
    text: v.string(),
  })
    .index("by_workspace_and_word", ["workspaceId", "of", "word", "createdAt"])
    .index("by_workspace_and_row", ["workspaceId", "rowId"]),
  jobSummaries: defineTable({
    workspaceId: v.string(),
    jobId: v.id("jobs"),
    jobCreatedAt: v.number(),
    customer_name: v.string(),
    job_address: v.string(),
    job_customer_id: v.string(),
    job_status: jobStatus,
    statusChangedAt: v.number(),
    job_estimate_date: v.optional(v.number()),
    job_install_date: v.optional(v.number()),
    foldedNotes: v.optional(v.string()),
  })
    .index("by_workspace_and_job", ["workspaceId", "jobId"])
    .searchIndex("folded_notes", {
      searchField: "foldedNotes",
      filterFields: ["workspaceId"],
    }),
  derivedVersions: defineTable({
    workspaceId: v.string(),
    version: v.number(),
  }).index("by_workspace", ["workspaceId"]),
  counters: defineTable({
    workspaceId: v.string(),
    lastCustomerNumber: v.number(),
  }).index("by_workspace", ["workspaceId"]),
});

type Db = GenericMutationCtx<DataModelFromSchemaDefinition<typeof schema>>["db"];

interface Found {
  readonly of: "jobs" | "customers";
  readonly rowId: string;
  readonly createdAt: number;
  readonly summaryId?: GenericId<"jobSummaries">;
}

async function addWords(db: Db, row: Found, texts: readonly string[]): Promise<void> {
  const words = texts.flatMap((one) => one.toLowerCase().split(/\W+/));
  const text = words.map((word) => ` ${word}`).join("");
  for (const word of new Set(words))
    await db.insert("searchWords", {
      workspaceId: OLD_WORKSPACE,
      ...row,
      word,
      text,
    });
}

/** Every fifth job has another customer. One customer was renamed without their jobs. */
const fill = mutationGeneric(
  async ({ db }: { db: Db }, { from, until }: { from: number; until: number }) => {
    for (let at = from; at < until; at++) await addJob(db, at);
  },
);

async function addJob(db: Db, at: number): Promise<void> {
  const workspaceId = OLD_WORKSPACE;
  const number = 1001 + Math.floor(at / CUSTOMERS_EACH);
  const job_customer_id = `C-${number}`;
  const customer_name = `Anna Bell${number}`;
  if (at % CUSTOMERS_EACH === 0)
    await addCustomer(db, {
      customer_id: job_customer_id,
      customer_name: number === 1001 ? "Anna Renamed" : customer_name,
      customer_phone: `612555${number}`,
    });
  const shown = {
    job_status: "lead",
    job_estimate_date: OLD_FIRST_DAY + at,
    customer_name,
    job_customer_id,
    job_address: oldAddress(at),
  } as const;
  const notes = at === 7 ? "Park at the Café" : null;
  const jobId = await db.insert("jobs", {
    workspaceId,
    ...shown,
    job_categories: [],
    job_photo_estimate: [],
    job_photo_install: [],
    job_drawings: [],
    ...(notes === null ? {} : { job_notes: notes }),
  });
  const summaryId = await db.insert("jobSummaries", {
    workspaceId,
    jobId,
    jobCreatedAt: at,
    statusChangedAt: at,
    ...shown,
    ...(notes === null ? {} : { foldedNotes: "park at the cafe" }),
  });
  const row = { of: "jobs", rowId: jobId, createdAt: at, summaryId } as const;
  await addWords(db, row, [customer_name, oldAddress(at)]);
}

async function addCustomer(
  db: Db,
  customer: {
    readonly customer_id: string;
    readonly customer_name: string;
    readonly customer_phone: string;
  },
): Promise<void> {
  const workspaceId = OLD_WORKSPACE;
  const rowId = await db.insert("customers", { workspaceId, ...customer });
  const row = { of: "customers", rowId, createdAt: 0 } as const;
  await addWords(db, row, [customer.customer_name]);
}

const count = mutationGeneric(async ({ db }: { db: Db }, { customers }: { customers: number }) => {
  const workspaceId = OLD_WORKSPACE;
  await db.insert("counters", {
    workspaceId,
    lastCustomerNumber: 1000 + customers,
  });
  await db.insert("derivedVersions", { workspaceId, version: 1 });
});

/** Fills a data folder with jobs and a fifth as many customers. */
export async function fillOldDatabase(dataDir: string, jobs: number): Promise<void> {
  const engine = openEngine({
    dataDir,
    modules: { schema: { default: schema }, old: { fill, count } },
    blobs: memoryBlobs(),
    log: memoryLog(),
  });
  for (let from = 0; from < jobs; from += BATCH_SIZE)
    await change(engine, "old:fill", {
      from,
      until: Math.min(from + BATCH_SIZE, jobs),
    });
  const customers = Math.ceil(jobs / CUSTOMERS_EACH);
  await change(engine, "old:count", { customers });
  await engine.close();
}

async function change(
  engine: Engine,
  udfPath: string,
  args: Record<string, number>,
): Promise<void> {
  const caller = { origin: "http://127.0.0.1:3000", identity: null };
  const { outcome } = await engine.runMutation({ udfPath, args, caller });
  valueOf(outcome);
}
