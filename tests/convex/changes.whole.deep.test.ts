import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { api } from "@convex/_generated/api";
import type { Id } from "@convex/_generated/dataModel";
import { aNewCustomer, aNewJob } from "../support/builders";
import { aStoredPhoto, openForTwo, upload, type Caller } from "../support/convexHarness";
import { imageBytes } from "../support/images";
import { aCustomerRow } from "../support/importRows";
import { itemNamed } from "../support/inventory";
import { wholeDatabase, type WholeDatabase } from "../support/wholeDatabase";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

async function aThumbnailOf(caller: Caller, photo: string): Promise<void> {
  const response = await upload(caller, {
    body: imageBytes("image/png"),
    thumbnailOf: photo,
  });
  expect(response.status).toBe(200);
}

async function aPhoto(caller: Caller): Promise<Id<"_storage">> {
  const photo = await aStoredPhoto(caller);
  await aThumbnailOf(caller, photo);
  return photo;
}

/** Gives every customer details, and keeps a file that was checked and not imported. */
async function importDetails(caller: Caller): Promise<void> {
  const customers = await caller.query(api.customers.page, {
    paginationOpts: { numItems: 50, cursor: null },
  });
  const known = customers.page.map(({ customer_name, customer_phone, customer_email }, at) =>
    aCustomerRow({
      ...{ line: at + 2, customer_name, customer_phone, customer_email },
      places: [{ job_address: `${at} Ash Street` }],
    }),
  );
  // A look-alike, for a finding.
  const others = [aCustomerRow({ customer_name: "N F", customer_phone: "5551234567" })];
  for (const rows of [known, others]) {
    const importId = await caller.mutation(api.imports.begin, {
      ...{ kind: "customers", fileName: "clients.csv", chunkCount: 1 },
      rowCount: rows.length,
    });
    const chunk = { importId, index: 0, rows: JSON.stringify(rows) };
    await caller.mutation(api.imports.stage, chunk);
    await caller.action(api.imports.check, { importId });
    if (rows !== known) continue;
    await caller.mutation(api.imports.decideAll, { importId, choice: "same" });
    await caller.action(api.imports.start, { importId });
  }
}

/** An office with something in every table, two duplicate customers and old records among it. */
async function anOffice(): Promise<{ anna: Caller; jobs: Id<"jobs">[] }> {
  const { anna, bo } = openForTwo();
  await bo.mutation(api.jobs.create, aNewJob({ job_drawings: [await aPhoto(bo)] }));
  await anna.action(api.seed.generateFakeData, {
    customers: 2,
    jobsPerCustomer: 1,
  });
  await anna.mutation(api.inventorySeed.seedDefaults, {});
  const { _id: itemId } = await itemNamed(anna, "A Elbow");
  await anna.mutation(api.inventory.recordTxn, {
    ...{ itemId, type: "intake", quantity: 5, size: "5", colorNumber: "180" },
  });
  await anna.mutation(api.inventory.upsertPrice, {
    itemId,
    size: "5",
    price: 12,
  });
  for (const customer_name of ["Nora Finch", "Finch Nora", "N Finch"])
    await anna.mutation(
      api.customers.create,
      aNewCustomer({ customer_name, customer_phone: "5551234567" }),
    );
  await anna.run(async (ctx) => {
    const customers = await ctx.db.query("customers").collect();
    const first = customers.find(({ workspaceId }) => workspaceId === "anna");
    if (first !== undefined)
      await ctx.db.patch("customers", first._id, {
        obtained_date: "2019-05-01",
      });
  });
  await importDetails(anna);
  const shared = await aPhoto(anna);
  const jobs: Id<"jobs">[] = [];
  for (const job_customer_id of ["C-1003", "C-1004", "C-1005", "C-1001"]) {
    const lists = {
      job_photo_estimate: [shared, await aPhoto(anna)],
      job_drawings: [await aStoredPhoto(anna)],
    };
    const job = aNewJob({
      job_customer_id,
      job_notes: "Ring twice.",
      ...lists,
    });
    const id = await anna.mutation(api.jobs.create, job);
    jobs.push(id);
    const line = { name: "A Elbow", itemId, order: "i", quantity: 2 };
    const clientKey = crypto.randomUUID();
    const lines = [{ ...line, clientKey, unit: "piece" as const, price: 12 }];
    await anna.mutation(api.lines.add, { id, lines });
  }
  vi.advanceTimersByTime(MINUTE_MS);
  // Ends where it began, so that the history has no entry of it.
  for (const job_status of ["approved", "lead"] as const)
    await anna.mutation(api.jobs.update, { id: jobs[0] ?? "", job_status });
  vi.advanceTimersByTime(3 * MINUTE_MS);
  // Chosen on a phone, and not on their job yet.
  await aPhoto(anna);
  await aStoredPhoto(anna);
  await anna.finishInProgressScheduledFunctions();
  return { anna, jobs };
}

async function restoreLastRun(caller: Caller): Promise<void> {
  const run = await caller.query(api.changes.lastRun, {});
  if (run === null) throw new Error("There is no run to restore.");
  await caller.action(api.changes.undoRun, { id: run.id });
}

async function undoLastChange(caller: Caller): Promise<void> {
  const [last] = await caller.query(api.changes.recent, {});
  await caller.mutation(api.changes.undo, { id: last?._id as Id<"changes"> });
}

async function restoreJob(caller: Caller): Promise<void> {
  const { page } = await caller.query(api.changes.deleted, {
    paginationOpts: { numItems: 50, cursor: null },
  });
  const job = page.find(({ table }) => table === "jobs");
  if (job === undefined) throw new Error("The job is not in the trash.");
  await caller.mutation(api.changes.restore, { id: job._id });
}

/** The work, with the time that scheduled work takes after it. */
async function settled(caller: Caller, work: Promise<unknown>): Promise<void> {
  await work;
  for (let round = 0; round < 5; round += 1) {
    vi.advanceTimersByTime(1);
    await caller.finishInProgressScheduledFunctions();
  }
}

async function daysLater(caller: Caller, days: number): Promise<void> {
  for (let day = 0; day < days; day += 1) {
    vi.advanceTimersByTime(DAY_MS);
    await caller.finishInProgressScheduledFunctions();
  }
}

/** As it is once uploads that no job uses, and the file that was read, are deleted. */
function withoutExpired({ tables, files }: WholeDatabase): WholeDatabase {
  const rows = tables["files"] ?? [];
  const unused = rows.filter((row) => row.includes('"hasSweep"'));
  const small = unused.flatMap((row) => /"thumbnailId","(.*?)"/.exec(row)?.[1] ?? []);
  const isKept = (row: string) =>
    !unused.includes(row) && !small.some((id) => row.includes(`["_id","${id}"]`));
  const kept = rows.filter(isKept);
  return {
    tables: {
      ...tables,
      files: kept,
      ...{ imports: [], importChunks: [], importFindings: [] },
    },
    files: Object.fromEntries(
      Object.entries(files).filter(([id]) =>
        kept.some((row) => row.includes(`["storageId","${id}"]`)),
      ),
    ),
  };
}

const IMPORTED = ["customerDetails", "imports", "importChunks", "importFindings"] as const;

type Act = (office: { anna: Caller; jobs: Id<"jobs">[] }) => Promise<unknown>;

const ACTS: readonly (readonly [
  name: string,
  act: Act,
  back: (caller: Caller) => Promise<void>,
])[] = [
  ["delete all data", ({ anna }) => anna.action(api.seed.deleteAllData, {}), restoreLastRun],
  [
    "delete customers and jobs",
    ({ anna }) => anna.action(api.seed.deleteCustomersAndJobs, {}),
    restoreLastRun,
  ],
  ["delete inventory", ({ anna }) => anna.action(api.seed.deleteInventory, {}), restoreLastRun],
  ["remove demo data", ({ anna }) => anna.action(api.seed.removeDemoData, {}), restoreLastRun],
  [
    "deduplicate customers",
    ({ anna }) => anna.action(api.customers.dedupeForUser, {}),
    restoreLastRun,
  ],
  [
    "a merge",
    ({ anna }) => anna.action(api.customers.merge, { kept: "C-1003", duplicate: "C-1001" }),
    restoreLastRun,
  ],
  [
    "remove the obsolete obtained date",
    ({ anna }) => anna.action(api.customers.removeObsoleteObtainedDateField, {}),
    restoreLastRun,
  ],
  [
    "delete a job, restored",
    ({ anna, jobs }) => anna.mutation(api.jobs.deleteJob, { id: jobs[0] ?? "" }),
    restoreJob,
  ],
  [
    "delete a job, undone",
    ({ anna, jobs }) => anna.mutation(api.jobs.deleteJob, { id: jobs[0] ?? "" }),
    undoLastChange,
  ],
];

describe.each(ACTS)("after %s", (_name, act, back) => {
  it("a restoration makes the whole database and all files what they were", async () => {
    const office = await anOffice();
    const { anna } = office;
    const before = await wholeDatabase(anna);
    for (const table of IMPORTED) expect(before.tables[table], table).not.toEqual([]);
    await settled(anna, act(office));
    expect(await wholeDatabase(anna)).not.toEqual(before);
    await settled(anna, back(anna));
    expect(await wholeDatabase(anna)).toEqual(before);
    await daysLater(anna, 31);
    expect(await wholeDatabase(anna)).toEqual(withoutExpired(before));
  });

  it("a restoration on the last day of the trash keeps all of it", async () => {
    const office = await anOffice();
    const { anna } = office;
    const before = await wholeDatabase(anna);
    await settled(anna, act(office));
    await daysLater(anna, 29);
    const uploads = await wholeDatabase(anna);
    await settled(anna, back(anna));
    const restored = await wholeDatabase(anna);
    expect(withoutExpired(restored)).toEqual(withoutExpired(before));
    // Uploads that were deleted with the rest have their day from here on.
    expect(Object.keys(restored.files)).toEqual(Object.keys(uploads.files));
    await daysLater(anna, 31);
    expect(await wholeDatabase(anna)).toEqual(withoutExpired(before));
  });
});
