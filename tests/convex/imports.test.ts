import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { api, internal } from "@convex/_generated/api";
import type { Id } from "@convex/_generated/dataModel";
import { writeHistory } from "@convex/model/history/writeHistory";
import { adjustStock } from "@convex/model/inventory/stock";
import { beginImportRun } from "@convex/model/operations/importRun";
import { beginRun, STALLED_AFTER_MS } from "@convex/model/operations/operations";
import { Recorder } from "@convex/model/writes/recorder";
import type { GutterSize } from "@domain/stock/gutterSizes";
import { CHUNK_ROWS } from "@domain/imports/chunks";
import {
  IMPORT_GONE,
  IMPORT_INCOMPLETE,
  IMPORT_NOT_AS_DECLARED,
  IMPORT_TOO_LARGE,
  IMPORT_UNDO_OVER,
} from "@domain/imports/findings";
import { ROWS_MALFORMED } from "@domain/imports/rowInput";
import {
  IMPORT_KEPT_MS,
  IMPORT_UNDO_MS,
  MAX_STAGED_BYTES,
  type CustomerImportRow,
  type ImportRow,
} from "@domain/imports/rows";
import { MAX_BYTES_PER_HOUR, TEXT_BYTES_BEYOND, TOO_MANY_BYTES } from "@domain/files/uploads";
import { aNewCustomer, aNewJob, FRIDAY_2_PM } from "../support/builders";
import { aStoredPhoto, openForTwo, refusalOf, type Caller } from "../support/convexHarness";
import { aCustomerRow, aJobRow } from "../support/importRows";
import { wholeDatabase } from "../support/wholeDatabase";
import { check, stage } from "../support/stagedFiles";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const ANNA = { workspaceId: "anna", by: "anna", byName: "anna" };

const PAGE = { paginationOpts: { numItems: 200, cursor: null } };

/** Reads a file and imports it, with every look-alike as a new customer. */
async function importRows(caller: Caller, rows: readonly ImportRow[]) {
  const { importId } = await check(caller, rows);
  await caller.mutation(api.imports.decideAll, { importId, choice: "new" });
  return await caller.action(api.imports.start, { importId });
}

async function jobsOf(caller: Caller) {
  return await caller.query(api.jobs.getAll, {});
}

async function customersOf(caller: Caller) {
  const { page } = await caller.query(api.customers.page, PAGE);
  return page;
}

async function settle(caller: Caller): Promise<void> {
  for (let round = 0; round < 20; round += 1) {
    vi.advanceTimersByTime(1);
    await caller.finishInProgressScheduledFunctions();
  }
}

describe("imports.stage", () => {
  const rowsText = (count: number, more: Partial<CustomerImportRow> = {}) =>
    JSON.stringify(
      Array.from({ length: count }, (_, at) => aCustomerRow({ line: at + 2, ...more })),
    );

  async function begun(rowCount: number) {
    const { anna } = openForTwo();
    const importId = await anna.mutation(api.imports.begin, {
      kind: "customers",
      fileName: "clients.csv",
      rowCount,
      chunkCount: 50_000,
    });
    const send = (index: number, rows: string) =>
      anna.mutation(api.imports.stage, { importId, index, rows });
    return { anna, importId, send };
  }

  it("refuses more rows than were declared, over all chunks, and counts a chunk that is sent again once", async () => {
    const { send } = await begun(3);
    await send(0, rowsText(2));
    await send(0, rowsText(2));
    expect(await refusalOf(send(1, rowsText(2)))).toMatchObject({
      field: "rows",
      message: IMPORT_NOT_AS_DECLARED,
    });
    await send(1, rowsText(1));
    expect(await refusalOf(send(2, rowsText(1)))).toMatchObject({
      message: IMPORT_NOT_AS_DECLARED,
    });
    await send(0, rowsText(1));
    await send(2, rowsText(1));
  });

  it("refuses what exceeds 200 MB of a person's rows", async () => {
    const { anna, importId, send } = await begun(50_000);
    const chunk = rowsText(4, {
      places: [{ job_address: "x".repeat(50_000) }],
    });
    await send(0, chunk);
    const staged = (await anna.run((ctx) => ctx.db.get("imports", importId)))!;
    expect(staged).toMatchObject({ stagedRows: 4, stagedBytes: chunk.length });
    await anna.run((ctx) =>
      ctx.db.patch("imports", importId, {
        stagedBytes: MAX_STAGED_BYTES - chunk.length,
      }),
    );
    await send(1, chunk);
    expect(await refusalOf(send(2, rowsText(1)))).toMatchObject({
      field: "rows",
      message: IMPORT_TOO_LARGE,
    });
  });

  it("counts the bytes with the office's photos of the hour", async () => {
    const { anna, send } = await begun(10);
    const chunk = rowsText(4, {
      places: [{ job_address: "x".repeat(2_000) }],
    });
    await send(0, chunk);
    const [hour] = await anna.run((ctx) => ctx.db.query("uploadedBytes").take(2));
    expect(hour!.bytes).toBeGreaterThan(chunk.length);
    const bytes = MAX_BYTES_PER_HOUR + TEXT_BYTES_BEYOND;
    await anna.run((ctx) => ctx.db.patch("uploadedBytes", hour!._id, { bytes }));
    expect(await refusalOf(send(1, chunk))).toMatchObject({
      message: TOO_MANY_BYTES,
    });
    vi.advanceTimersByTime(60 * 60 * 1000);
    await send(1, chunk);
    expect(await anna.query(api.imports.staged, {})).not.toBeNull();
  });
});

describe("imports.check", () => {
  it("counts what is new, the same and to decide, and writes none of it", async () => {
    const { anna } = openForTwo();
    await anna.mutation(
      api.customers.create,
      aNewCustomer({
        customer_name: "Ann Field",
        customer_phone: "2485550101",
        customer_email: "ann@example.com",
      }),
    );
    const before = await customersOf(anna);
    const { found, importId } = await check(anna, [
      aCustomerRow({ line: 2, customer_name: "Bo Hill" }),
      aCustomerRow({
        line: 3,
        customer_name: "A Field",
        customer_phone: "2485550101",
      }),
      aCustomerRow({ line: 5, customer_name: "Bo Hill" }),
    ]);
    expect(found).toEqual({ customers: 1, lookalikes: 1, same: 1 });
    const alike = await anna.query(api.imports.findings, {
      importId,
      ...PAGE,
    });
    expect(alike.page).toMatchObject([
      {
        line: 3,
        customer: { customer_name: "A Field" },
        like: { customer_id: "C-1001", customer_name: "Ann Field" },
      },
    ]);
    expect(await customersOf(anna)).toEqual(before);
  });

  it("stores windows, lengths, crews and when a job is due again, a renamed crew as other jobs have it", async () => {
    const { anna } = openForTwo();
    await anna.mutation(api.office.setCrew, { key: "crew 2", name: "Red" });
    const visit = {
      job_install_date: FRIDAY_2_PM,
      job_install_window: 120,
      job_install_length: 2 * 1440,
    };
    const due = { job_due_months: 0, job_due_date: FRIDAY_2_PM };
    const crews = { job_estimate_crew: "Ann", job_install_crew: "red" };
    await importRows(anna, [aJobRow({ ...visit, ...due, ...crews })]);
    expect(await jobsOf(anna)).toMatchObject([
      { ...visit, ...due, job_estimate_crew: "Ann", job_install_crew: "crew 2" },
    ]);
  });

  it("finds a look-alike inside the file", async () => {
    const { anna } = openForTwo();
    const { found } = await check(anna, [
      aCustomerRow({
        customer_name: "John Smith",
        customer_phone: "2485550102",
      }),
      aCustomerRow({ customer_name: "J Smith", customer_phone: "2485550102" }),
    ]);
    expect(found).toEqual({ customers: 1, lookalikes: 1 });
  });

  it("refuses a file of which a part is missing", async () => {
    const { anna } = openForTwo();
    const importId = await anna.mutation(api.imports.begin, {
      kind: "customers",
      fileName: "clients.csv",
      rowCount: 100,
      chunkCount: 2,
    });
    expect(await refusalOf(anna.action(api.imports.check, { importId }))).toMatchObject({
      message: IMPORT_INCOMPLETE,
    });
  });
});

describe("imports.stage", () => {
  it("changes nothing when the same rows are sent again", async () => {
    const { anna } = openForTwo();
    const rows = [aCustomerRow({})];
    const importId = await stage(anna, rows);
    const before = await wholeDatabase(anna);
    await anna.mutation(api.imports.stage, {
      importId,
      index: 0,
      rows: JSON.stringify(rows),
    });
    expect(await wholeDatabase(anna)).toEqual(before);
  });

  it.each([
    ["no JSON", "[{"],
    ["no rows", "[]"],
    ["rows of another kind", JSON.stringify([aJobRow({})])],
    ["unknown fields", JSON.stringify([{ ...aCustomerRow({}), demo: "x" }])],
    ["a text as a number", JSON.stringify([{ ...aCustomerRow({}), line: "2" }])],
    [
      "more rows than a chunk has",
      JSON.stringify(Array.from({ length: CHUNK_ROWS + 1 }, () => aCustomerRow({}))),
    ],
  ])("refuses %s", async (_what, rows) => {
    const { anna } = openForTwo();
    const importId = await stage(anna, [aCustomerRow({})]);
    const args = { importId, index: 0, rows };
    expect(await refusalOf(anna.mutation(api.imports.stage, args))).toMatchObject({
      code: "INVALID",
      message: ROWS_MALFORMED,
    });
  });

  it.each([-1, 1, 0.5, NaN, Infinity])(
    "refuses the part %d of a file that has one",
    async (index) => {
      const { anna } = openForTwo();
      const importId = await stage(anna, [aCustomerRow({})]);
      const rows = JSON.stringify([aCustomerRow({})]);
      expect(
        await refusalOf(anna.mutation(api.imports.stage, { importId, index, rows })),
      ).toMatchObject({ code: "INVALID", field: "index" });
    },
  );

  it.each([0, -1, 50_001, 1.5, NaN])("refuses a file of %d rows", async (rowCount) => {
    const { anna } = openForTwo();
    const file = { kind: "jobs", fileName: "a.csv", chunkCount: 1 } as const;
    expect(await refusalOf(anna.mutation(api.imports.begin, { ...file, rowCount }))).toMatchObject({
      code: "INVALID",
      field: "rowCount",
    });
  });

  it("keeps one file for a person, for a day", async () => {
    const { anna } = openForTwo();
    const first = await stage(anna, [aCustomerRow({})]);
    const second = await stage(anna, [aCustomerRow({})]);
    expect(await anna.query(api.imports.staged, {})).toMatchObject({
      _id: second,
      fileName: "clients.csv",
      state: "staging",
    });
    const again = { importId: first, index: 0, rows: "[]" };
    expect(await refusalOf(anna.mutation(api.imports.stage, again))).toMatchObject({
      message: IMPORT_GONE,
    });
    vi.setSystemTime(Date.now() + IMPORT_KEPT_MS + 1);
    // Not offered either before its removal has run.
    expect(await anna.query(api.imports.staged, {})).toBeNull();
    vi.advanceTimersByTime(IMPORT_KEPT_MS);
    await anna.finishInProgressScheduledFunctions();
    await settle(anna);
    const { tables } = await wholeDatabase(anna);
    expect([tables["imports"], tables["importChunks"]]).toEqual([[], []]);
  });
});

describe("imports.start", () => {
  it("writes customers with what has no field, and finds them by it", async () => {
    const { anna } = openForTwo();
    await importRows(anna, [
      aCustomerRow({
        customer_name: "Ann Field",
        places: [{ job_address: "7 Quarry Lane", job_city: "Troy" }],
        leftovers: [
          { label: "Mobile", text: "(248) 555-0199" },
          { label: "Gate code", text: "Zebra" },
        ],
      }),
    ]);
    const [customer] = await customersOf(anna);
    const customer_id = customer!.customer_id;
    expect(await anna.query(api.imports.details, { customer_id })).toEqual({
      places: [{ job_address: "7 Quarry Lane", job_city: "Troy" }],
      texts: ["Mobile: (248) 555-0199", "Gate code: Zebra"],
    });
    for (const term of ["quarry", "248-555-0199", "0199", "zebra", "ann troy"]) {
      const found = await anna.query(api.customers.search, { term });
      expect(found, term).toHaveLength(1);
    }
  });

  it("gives all jobs of a customer to one customer, with the time of their status and their leftovers last in the notes", async () => {
    const { anna } = openForTwo();
    const longAgo = Date.UTC(2021, 4, 3);
    const { counts } = await importRows(anna, [
      aJobRow({
        job_status: "completed",
        statusChangedAt: longAgo,
        job_notes: "Ring twice.",
        leftovers: [
          { label: "Gate code", text: "1234" },
          { label: "Scope", text: "x".repeat(4_000) },
        ],
      }),
      aJobRow({
        job_status: "completed",
        statusChangedAt: longAgo,
        job_install_date: longAgo,
        job_address: "2 Elm Street",
      }),
    ]);
    expect(counts).toEqual({ customersCreated: 1, jobsCreated: 2 });
    const jobs = await jobsOf(anna);
    expect(jobs.map((job) => job.job_customer_id)).toEqual(["C-1001", "C-1001"]);
    expect(jobs.map((job) => job.job_notes)).toContain("Ring twice.\nGate code: 1234");
    expect(await anna.query(api.imports.details, { customer_id: "C-1001" })).toEqual({
      places: [],
      texts: [`1 Elm Street, Scope: ${"x".repeat(4_000)}`],
    });
    const times = await anna.run(async (ctx) =>
      (await ctx.db.query("jobSummaries").collect()).map(({ statusChangedAt }) => statusChangedAt),
    );
    expect(times).toEqual([longAgo, longAgo]);
  });

  it("adds nothing when the same file is imported twice", async () => {
    const { anna } = openForTwo();
    const files: ImportRow[][] = [
      [aCustomerRow({}), aCustomerRow({ customer_name: "Bo Hill" })],
      [aJobRow({}), aJobRow({}), aJobRow({ sourceId: "17" })],
    ];
    for (const rows of files) await importRows(anna, rows);
    const before = [await customersOf(anna), await jobsOf(anna)];
    for (const rows of files) {
      const { found } = await check(anna, rows);
      expect(found).toEqual({ same: rows.length });
      await importRows(anna, rows);
    }
    expect([await customersOf(anna), await jobsOf(anna)]).toEqual(before);
    expect(before[1]).toHaveLength(3);
  });

  it("does not take the row of another program with the same id for the same row", async () => {
    const { anna } = openForTwo();
    await importRows(anna, [aJobRow({ sourceId: "17" })]);
    await importRows(anna, [
      aJobRow({
        sourceId: "17",
        job_address: "9 Oak Street",
        customer: { customer_name: "Bo Hill" },
      }),
    ]);
    expect(await jobsOf(anna)).toHaveLength(2);
  });

  it("does with each look-alike what was decided", async () => {
    const { anna } = openForTwo();
    const known = aNewCustomer({
      customer_name: "Ann Field",
      customer_phone: "2485550101",
    });
    await anna.mutation(api.customers.create, known);
    const row = aCustomerRow({
      customer_name: "A Field",
      customer_phone: "2485550101",
      customer_email: "ann@example.com",
      places: [{ job_address: "7 Quarry Lane" }],
    });
    for (const choice of ["same", "new"] as const) {
      const { importId } = await check(anna, [{ ...row, sourceId: choice }]);
      if (choice === "same") {
        const page = { importId, ...PAGE };
        const found = await anna.query(api.imports.findings, page);
        const findingId = found.page[0]!._id;
        await anna.mutation(api.imports.decide, {
          importId,
          findingId,
          choice,
        });
      } else await anna.mutation(api.imports.decideAll, { importId, choice });
      await anna.action(api.imports.start, { importId });
    }
    const customers = await customersOf(anna);
    expect(customers.map((customer) => customer.customer_name)).toEqual(["Ann Field", "A Field"]);
    expect(customers[0]).toMatchObject({ customer_email: "ann@example.com" });
  });

  it("counts a look-alike that was decided twice once", async () => {
    const { anna } = openForTwo();
    for (const customer_phone of ["2485550101", "2485550102"])
      await anna.mutation(
        api.customers.create,
        aNewCustomer({ customer_name: "Ann Field", customer_phone }),
      );
    const { importId } = await check(anna, [
      aCustomerRow({ customer_name: "A Field", customer_phone: "2485550101" }),
      aCustomerRow({ customer_name: "A Field", customer_phone: "2485550102" }),
    ]);
    const page = { importId, ...PAGE };
    const found = await anna.query(api.imports.findings, page);
    expect(found.page).toHaveLength(2);
    const findingId = found.page[0]!._id;
    for (const choice of ["same", "new"] as const)
      await anna.mutation(api.imports.decide, { importId, findingId, choice });
    expect(await anna.query(api.imports.staged, {})).toMatchObject({
      decided: 1,
    });
  });

  it("joins no look-alike that nobody has decided", async () => {
    const { anna } = openForTwo();
    const phone = { customer_phone: "2485550101" };
    const { importId, found } = await check(anna, [
      aCustomerRow({ line: 2, customer_name: "Ann Field", ...phone }),
      aCustomerRow({ line: 3, customer_name: "A Field", ...phone }),
    ]);
    expect(found).toEqual({ customers: 1, lookalikes: 1 });
    await anna.action(api.imports.start, { importId });
    const names = (await customersOf(anna)).map((one) => one.customer_name);
    expect(names.toSorted()).toEqual(["A Field", "Ann Field"]);
  });

  it("completes a customer with the contacts of a further row, and undoes both at once", async () => {
    const { anna } = openForTwo();
    const row = { customer_name: "Łukasz Żak", customer_phone: "2485550101" };
    const { importId, found } = await check(anna, [
      aCustomerRow({ line: 2, ...row, places: [{ job_address: "1 Elm" }] }),
      aCustomerRow({
        line: 3,
        ...{ ...row, customer_name: "ZAK, LUKASZ" },
        customer_email: "zak@example.com",
        places: [{ job_address: "2 Elm" }],
      }),
      // It differs from what the second row has completed.
      aCustomerRow({ line: 4, ...row, customer_email: "other@example.com" }),
    ]);
    expect(found).toEqual({ customers: 1, joined: 1, lookalikes: 1 });
    const { run } = await anna.action(api.imports.start, { importId });
    const customers = await customersOf(anna);
    expect(customers.map((one) => [one.customer_name, one.customer_email])).toEqual([
      ["Łukasz Żak", "zak@example.com"],
      ["Łukasz Żak", "other@example.com"],
    ]);
    const preview = await anna.action(api.imports.undoCounts, { id: run });
    expect(preview).toMatchObject({ removed: { customers: 2 }, keptCount: 0 });
    await anna.action(api.changes.undoRun, { id: run });
    expect(await customersOf(anna)).toEqual([]);
  });
});

describe("the undo of an import", () => {
  it("removes the rows that nobody has touched, and keeps and lists the others", async () => {
    const { anna } = openForTwo();
    const names = ["Plain", "Edited", "Photo", "Later", "Renamed"];
    const { run } = await importRows(
      anna,
      names.map((name) =>
        aJobRow({
          job_address: `${name} Street`,
          customer: { customer_name: name },
        }),
      ),
    );
    const jobs = await jobsOf(anna);
    const named = (name: string) => jobs.find((job) => job.customer_name === name)!;
    await anna.mutation(api.jobs.update, {
      id: named("Edited")._id,
      jobs_price: 100,
    });
    await anna.mutation(api.jobs.addFiles, {
      id: named("Photo")._id,
      field: "job_drawings",
      fileIds: [await aStoredPhoto(anna)],
    });
    await anna.mutation(
      api.jobs.create,
      aNewJob({
        job_customer_id: named("Later").job_customer_id,
        job_address: "Later Road",
      }),
    );
    await anna.mutation(api.customers.update, {
      customer_id: named("Renamed").job_customer_id,
      customer_email: "renamed@example.com",
    });
    const preview = await anna.action(api.imports.undoCounts, { id: run });
    expect(preview).toMatchObject({
      removed: { customers: 1, jobs: 3 },
      keptCount: 6,
    });
    expect(new Set(preview.kept.map(({ reason }) => reason))).toEqual(
      new Set(["edited since", "got a photo or drawing since", "has a later job"]),
    );
    await anna.action(api.changes.undoRun, { id: run });
    const left = await jobsOf(anna);
    expect(left.map((job) => job.job_address).sort()).toEqual([
      "Edited Street",
      "Later Road",
      "Photo Street",
    ]);
    expect((await customersOf(anna)).map((customer) => customer.customer_name)).toEqual([
      "Edited",
      "Photo",
      "Later",
      "Renamed",
    ]);
    const after = await anna.action(api.imports.undoCounts, { id: run });
    expect(after).toMatchObject({ removed: {}, keptCount: 6 });
    expect(after.kept).toEqual(preview.kept);
  });

  it("keeps a customer with more jobs than it compares", async () => {
    const { anna } = openForTwo();
    const { run } = await importRows(anna, [aJobRow({})]);
    await anna.run(async (ctx) => {
      const [row] = await ctx.db.query("jobs").collect();
      const parts = await ctx.db.query("changes").collect();
      const found = parts.find(({ subject }) => subject === row!._id);
      const { _id: _jobId, _creationTime: _madeAt, ...job } = row!;
      const { _id: _partId, _creationTime: _at, ...part } = found!;
      for (let at = 0; at < 200; at += 1) {
        const id = await ctx.db.insert("jobs", job);
        const writes = part.writes.map((write) => ({ ...write, id }));
        await ctx.db.insert("changes", { ...part, subject: id, writes });
      }
    });
    const preview = await anna.action(api.imports.undoCounts, { id: run });
    expect(preview.removed).toEqual({ jobs: 201 });
    expect(preview.kept).toMatchObject([{ reason: "has a later job" }]);
  });

  it("lets the file be imported again", async () => {
    const { anna } = openForTwo();
    const rows = [aJobRow({ sourceId: "1" }), aJobRow({ sourceId: "2" })];
    const { run } = await importRows(anna, rows);
    await anna.action(api.changes.undoRun, { id: run });
    expect(await jobsOf(anna)).toEqual([]);
    expect(await customersOf(anna)).toEqual([]);
    await importRows(anna, rows);
    expect(await jobsOf(anna)).toHaveLength(2);
  });

  it("the undo of an import is refused after 30 days", async () => {
    const { anna } = openForTwo();
    const { run } = await importRows(anna, [aCustomerRow({})]);
    vi.advanceTimersByTime(IMPORT_UNDO_MS + 1);
    expect(await refusalOf(anna.action(api.changes.undoRun, { id: run }))).toMatchObject({
      message: IMPORT_UNDO_OVER,
    });
  });
});

describe("stock and prices, which an earlier version imported", () => {
  it("a staged file of them is not offered, checked or imported", async () => {
    const { anna } = openForTwo();
    const { importId } = await check(anna, [aCustomerRow({})]);
    await anna.run((ctx) => ctx.db.patch("imports", importId, { kind: "stock" }));
    expect(await anna.query(api.imports.staged, {})).toBeNull();
    for (const call of [api.imports.check, api.imports.start])
      expect(await refusalOf(anna.action(call, { importId }))).toMatchObject({
        message: IMPORT_GONE,
      });
    await anna.mutation(api.imports.discard, { importId });
    const next = await importRows(anna, [aCustomerRow({})]);
    expect(next.counts).toEqual({ customersCreated: 1 });
  });

  it("a file of them that was being imported at the update ends there", async () => {
    const { anna } = openForTwo();
    const { importId } = await check(anna, [aCustomerRow({})]);
    await anna.run((ctx) => beginImportRun(ctx, { member: ANNA, importId }));
    await anna.run((ctx) => ctx.db.patch("imports", importId, { kind: "stock" }));
    vi.advanceTimersByTime(STALLED_AFTER_MS + 1);
    await settle(anna);
    expect(await anna.query(api.seed.progress, {})).toMatchObject({
      isRunning: false,
    });
    expect(await customersOf(anna)).toEqual([]);
  });

  it("the undo keeps and lists a color that was counted or got a reorder level", async () => {
    const { anna } = openForTwo();
    const run = await importedColors(anna, [
      { colorNumber: "1", colorName: "Plain", sizeOptions: ["5"], count: 7 },
      { colorNumber: "2", colorName: "Counted", sizeOptions: ["5"], count: 7 },
      { colorNumber: "3", colorName: "Leveled", sizeOptions: ["6"], count: 0 },
      { colorNumber: "4", colorName: "Taken", sizeOptions: ["6"], count: 7 },
    ]);
    await anna.mutation(api.inventory.adjustColorQuantity, {
      ...{ colorNumber: "2", category: "trim", delta: 3 },
    });
    await anna.mutation(api.inventory.setReorderLevel, {
      ...{ colorNumber: "3", category: "soffit", size: "6", level: 4 },
    });
    await anna.mutation(api.inventory.adjustColorQuantity, {
      ...{ colorNumber: "4", delta: -2 },
    });
    const preview = await anna.action(api.imports.undoCounts, { id: run });
    expect(preview.removed).toEqual({ inventoryColors: 1, inventoryTxns: 2 });
    const used = "counted or given a reorder level since";
    expect(preview.kept.toSorted((a, b) => (a.label < b.label ? -1 : 1))).toEqual([
      { label: "2, Counted", reason: used },
      { label: "3, Leveled", reason: used },
      { label: "4", reason: "stock has been taken since" },
      { label: "4, Taken", reason: used },
    ]);
    await anna.action(api.changes.undoRun, { id: run });
    const left = await anna.query(api.inventory.listColors, {});
    expect(left.map((one) => [one.colorNumber, one.quantity])).toEqual([
      ["2", 0],
      ["3", 0],
      ["4", 5],
    ]);
  });

  it("the undo passes over stock that was deleted since", async () => {
    const { anna } = openForTwo();
    const run = await importedColors(anna, [
      { colorNumber: "1", colorName: "Plain", sizeOptions: ["5"], count: 7 },
    ]);
    await anna.action(api.seed.deleteInventory, {});
    const preview = await anna.action(api.imports.undoCounts, { id: run });
    expect(preview).toEqual({ removed: {}, keptCount: 0, kept: [] });
    await anna.action(api.changes.undoRun, { id: run });
    expect(await anna.query(api.inventory.listColors, {})).toEqual([]);
  });
});

/** An import of new colors with their counted quantities of gutter, as an earlier version has written it. */
async function importedColors(
  caller: Caller,
  colors: readonly {
    readonly colorNumber: string;
    readonly colorName: string;
    readonly sizeOptions: GutterSize[];
    readonly count: number;
  }[],
): Promise<Id<"changes">> {
  return await caller.run(async (ctx) => {
    const { workspaceId } = ANNA;
    const runId = await beginRun(ctx, { member: ANNA, task: "import" });
    const recorder = new Recorder(ctx, { member: ANNA, kind: "import", runId });
    for (const { count: quantity, ...color } of colors) {
      const { colorNumber } = color;
      const row = { workspaceId, hexColor: "#4a5d23", ...color };
      await recorder.ctx.db.insert("inventoryColors", row);
      if (quantity === 0) continue;
      const txn = {
        category: "gutter",
        colorNumber,
        quantity,
        partOf: runId,
      } as const;
      const of = { txn, field: "quantity" };
      const { id } = await adjustStock(recorder.ctx, ANNA, of);
      await ctx.db.insert("importedRows", {
        ...{ workspaceId, key: `stock:${colorNumber}`, traits: [] },
        ...{ table: "inventoryTxns", rowId: id, runId },
      });
    }
    await writeHistory(recorder);
    return runId;
  });
}

describe("imported details of a customer", () => {
  it("imported details beyond 50 rows are counted as left out", async () => {
    const { anna } = openForTwo();
    const rows = Array.from({ length: 52 }, (_, at) =>
      aCustomerRow({
        line: at + 2,
        customer_phone: "6145550101",
        places: [{ job_address: `${at} Elm Street` }],
      }),
    );
    const first = await importRows(anna, rows);
    expect(first.counts).toEqual({ customersCreated: 1, detailsLeftOut: 2 });
    const [{ customer_id } = { customer_id: "" }] = await customersOf(anna);
    const details = await anna.query(api.imports.details, { customer_id });
    expect(details?.places).toHaveLength(50);
  });

  const row = (customer_name: string, address: string) =>
    aCustomerRow({ customer_name, places: [{ job_address: address }] });

  it("imported details keep one street in each of its cities", async () => {
    const { anna } = openForTwo();
    const placeIn = (job_city: string) => ({ job_address: "1 Ash", job_city });
    await importRows(
      anna,
      ["Troy", "Novi", "Troy"].map((city, at) =>
        aCustomerRow({
          ...{ line: at + 2, customer_phone: "2485550101" },
          places: [placeIn(city)],
        }),
      ),
    );
    expect(await anna.query(api.imports.details, { customer_id: "C-1001" })).toMatchObject({
      places: [placeIn("Troy"), placeIn("Novi")],
    });
  });

  it("imported details move with a merge, and back with its undo", async () => {
    const { anna } = openForTwo();
    await importRows(anna, [
      { ...row("Ann Field", "1 Ash"), sourceId: "a" },
      { ...row("Bo Hill", "2 Ash"), sourceId: "b" },
    ]);
    const importJob = async (job_address: string) => {
      const customer = { customer_name: "Bo Hill", sourceId: "b" };
      await importRows(anna, [aJobRow({ job_address, customer })]);
      const jobs = await jobsOf(anna);
      return jobs.find((job) => job.job_address === job_address)?.job_customer_id;
    };
    const placesOf = async (customer_id: string) =>
      (await anna.query(api.imports.details, { customer_id }))?.places.map(
        (place) => place.job_address,
      );
    const { run } = await anna.action(api.customers.merge, {
      kept: "C-1001",
      duplicate: "C-1002",
    });
    expect(await placesOf("C-1001")).toEqual(["1 Ash", "2 Ash"]);
    const found = await anna.query(api.customers.search, { term: "2 ash" });
    expect(found.map((one) => one.customer_id)).toEqual(["C-1001"]);
    expect(await importJob("3 Ash")).toBe("C-1001");
    await anna.action(api.changes.undoRun, { id: run });
    expect(await placesOf("C-1001")).toEqual(["1 Ash"]);
    expect(await placesOf("C-1002")).toEqual(["2 Ash"]);
    const again = await anna.query(api.customers.search, { term: "2 ash" });
    expect(again.map((one) => one.customer_id)).toEqual(["C-1002"]);
    expect(await importJob("4 Ash")).toBe("C-1002");
  });

  it("imported details come back with a deleted customer, and are deleted for good with them", async () => {
    const { anna } = openForTwo();
    await importRows(anna, [row("Ann Field", "1 Ash")]);
    const deletion = await anna.action(api.customers.deleteWithJobs, {
      customer_id: "C-1001",
    });
    expect(await anna.query(api.customers.search, { term: "ash" })).toEqual([]);
    await anna.action(api.changes.undoRun, { id: deletion.run });
    expect(await anna.query(api.customers.search, { term: "ash" })).toHaveLength(1);
    await anna.action(api.customers.deleteWithJobs, { customer_id: "C-1001" });
    vi.advanceTimersByTime(31 * 24 * 60 * 60 * 1000);
    await anna.mutation(internal.changes.removeExpired, {
      workspaceId: "anna",
    });
    const { tables } = await wholeDatabase(anna);
    expect(tables["customerDetails"]).toEqual([]);
    const known = await anna.run(async (ctx) => await ctx.db.query("importedRows").collect());
    expect(known).toEqual([]);
  });
});

describe("another workspace and another person", () => {
  it("another workspace and another person can neither read nor change a file, its findings or imported details", async () => {
    const { anna, bo } = openForTwo();
    await importRows(anna, [aCustomerRow({ places: [{ job_address: "1 Ash" }] })]);
    const { importId } = await check(anna, [aCustomerRow({ sourceId: "x" })]);
    expect(await bo.query(api.imports.staged, {})).toBeNull();
    const calls = [
      bo.mutation(api.imports.stage, { importId, index: 0, rows: "[]" }),
      bo.action(api.imports.check, { importId }),
      bo.mutation(api.imports.decideAll, { importId, choice: "new" }),
      bo.action(api.imports.start, { importId }),
    ];
    for (const call of calls) expect(await refusalOf(call)).toMatchObject({ message: IMPORT_GONE });
    await bo.mutation(api.imports.discard, { importId });
    expect(await anna.query(api.imports.staged, {})).toMatchObject({
      _id: importId,
      state: "checked",
    });
    const { page } = await bo.query(api.imports.findings, {
      importId,
      ...PAGE,
    });
    expect(page).toEqual([]);
    const details = bo.query(api.imports.details, { customer_id: "C-1001" });
    expect(await details).toBeNull();
  });
});
