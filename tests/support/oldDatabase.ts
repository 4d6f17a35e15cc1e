/** A database as the version before search words wrote it, with its schema. */
import { mutationGeneric, defineSchema, defineTable } from "convex/server";
import { v } from "convex/values";
import { customerFields } from "@convex/model/customers/validators";
import { jobFields, jobStatus } from "@convex/model/jobs/validators";
import {
  type Engine,
  openEngine,
} from "../../packages/embedded-convex/src/runtime/engine";
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
    searchText: v.string(),
    obtained_date: v.optional(v.union(v.string(), v.number(), v.null())),
  })
    .index("by_workspace", ["workspaceId"])
    .searchIndex("search_text", {
      searchField: "searchText",
      filterFields: ["workspaceId"],
    }),
  jobs: defineTable({ workspaceId: v.string(), ...jobFields }).index(
    "by_workspace",
    ["workspaceId"],
  ),
  jobSearch: defineTable({
    workspaceId: v.string(),
    jobId: v.id("jobs"),
    jobCreatedAt: v.number(),
    job_status: jobStatus,
    job_estimate_date: v.optional(v.number()),
    job_install_date: v.optional(v.number()),
    searchText: v.string(),
  })
    .index("by_workspace_and_job", ["workspaceId", "jobId"])
    .searchIndex("search_text", {
      searchField: "searchText",
      filterFields: ["workspaceId", "job_status"],
    }),
  counters: defineTable({
    workspaceId: v.string(),
    lastCustomerNumber: v.number(),
  }).index("by_workspace", ["workspaceId"]),
});

/** Every fifth job has another customer. One customer was renamed without their jobs. */
const fill = mutationGeneric(
  async ({ db }, { from, until }: { from: number; until: number }) => {
    const workspaceId = OLD_WORKSPACE;
    for (let at = from; at < until; at++) {
      const number = 1001 + Math.floor(at / CUSTOMERS_EACH);
      const customer_id = `C-${number}`;
      const customer_name = `Anna Bell${number}`;
      if (at % CUSTOMERS_EACH === 0)
        await db.insert("customers", {
          workspaceId,
          customer_id,
          customer_name: number === 1001 ? "Anna Renamed" : customer_name,
          customer_phone: `612555${number}`,
          searchText: "old",
        });
      const job = {
        job_status: "lead",
        job_estimate_date: OLD_FIRST_DAY + at,
      };
      const jobId = await db.insert("jobs", {
        workspaceId,
        ...job,
        customer_name,
        job_customer_id: customer_id,
        job_address: oldAddress(at),
        job_categories: [],
        job_photo_estimate: [],
        job_photo_install: [],
        job_drawings: [],
        ...(at === 7 ? { job_notes: "Park at the Café" } : {}),
      });
      await db.insert("jobSearch", {
        workspaceId,
        jobId,
        jobCreatedAt: at,
        ...job,
        searchText: "old",
      });
    }
  },
);

const count = mutationGeneric(
  async ({ db }, { customers }: { customers: number }) => {
    await db.insert("counters", {
      workspaceId: OLD_WORKSPACE,
      lastCustomerNumber: 1000 + customers,
    });
  },
);

/** Fills a data folder with jobs and a fifth as many customers. */
export async function fillOldDatabase(
  dataDir: string,
  jobs: number,
): Promise<void> {
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
