import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { api, internal } from "@convex/_generated/api";
import { cellsOf, COLOR_COLUMNS, titlesOf } from "@domain/exports";
import { CHUNK_ROWS } from "@domain/imports/chunks";
import {
  IMPORT_GONE,
  IMPORT_INCOMPLETE,
  IMPORT_NOT_AS_DECLARED,
  IMPORT_TOO_LARGE,
  IMPORT_UNDO_OVER,
} from "@domain/imports/findings";
import { recognize, suggestedTargets } from "@domain/imports/layouts";
import { normalizeTable } from "@domain/imports/normalize";
import { ROWS_MALFORMED } from "@domain/imports/rowInput";
import {
  IMPORT_KEPT_MS,
  IMPORT_UNDO_MS,
  MAX_STAGED_BYTES,
  type CustomerImportRow,
  type ImportKind,
  type ImportRow,
} from "@domain/imports/rows";
import { tableOf } from "@domain/imports/table";
import { ITEM_CATEGORIES, type ItemCategory } from "@domain/inventory";
import { MAX_BYTES_PER_HOUR, TOO_MANY_BYTES } from "@domain/uploads";
import { aNewCustomer, aNewJob } from "../support/builders";
import {
  aStoredPhoto,
  openForTwo,
  refusalOf,
  type Caller,
} from "../support/convexHarness";
import { aCustomerRow, aJobRow, aStockRow } from "../support/importRows";
import { colorNumbered } from "../support/inventory";
import { wholeDatabase } from "../support/wholeDatabase";
import { check, stage } from "../support/stagedFiles";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

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
      Array.from({ length: count }, (_, at) =>
        aCustomerRow({ line: at + 2, ...more }),
      ),
    );

  async function begun(rowCount: number, kind: ImportKind = "customers") {
    const { anna } = openForTwo();
    const importId = await anna.mutation(api.imports.begin, {
      kind,
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

  it("counts a row of the file that is several counts of stock once, also in two chunks", async () => {
    const { send } = await begun(2, "stock");
    const counts = (...lines: readonly number[]) =>
      JSON.stringify(lines.map((line) => aStockRow({ line })));
    await send(0, counts(2, 2, 3));
    await send(1, counts(3, 3));
    expect(await refusalOf(send(2, counts(4)))).toMatchObject({
      message: IMPORT_NOT_AS_DECLARED,
    });
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
    const chunk = rowsText(2);
    await send(0, chunk);
    const [hour] = await anna.run((ctx) =>
      ctx.db.query("uploadedBytes").take(2),
    );
    expect(hour).toMatchObject({ bytes: chunk.length });
    await anna.run((ctx) =>
      ctx.db.patch("uploadedBytes", hour!._id, { bytes: MAX_BYTES_PER_HOUR }),
    );
    expect(await refusalOf(send(1, chunk))).toMatchObject({
      message: TOO_MANY_BYTES,
    });
    vi.advanceTimersByTime(60 * 60 * 1000);
    await send(1, chunk);
    expect(await anna.query(api.imports.staged, {})).not.toBeNull();
  });
});

describe("imports.check", () => {
  it("counts what is new, the same, faulty and to decide, and writes none of it", async () => {
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
      aCustomerRow({
        line: 4,
        customer_name: "Cy Lake",
        customer_email: "no address",
      }),
      aCustomerRow({ line: 5, customer_name: "Bo Hill" }),
    ]);
    expect(found).toEqual({ customers: 1, lookalikes: 1, faulty: 1, same: 1 });
    const faults = await anna.query(api.imports.findings, {
      importId,
      isFault: true,
      ...PAGE,
    });
    expect(faults.page).toMatchObject([
      { line: 4, sentence: expect.stringContaining("e-mail") as string },
    ]);
    const alike = await anna.query(api.imports.findings, {
      importId,
      isFault: false,
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
    expect(
      await refusalOf(anna.action(api.imports.check, { importId })),
    ).toMatchObject({ message: IMPORT_INCOMPLETE });
  });

  it("asks for a color and an item that exist, and finds equal quantities and prices the same", async () => {
    const { anna } = openForTwo();
    await anna.mutation(api.inventorySeed.seedDefaults, {});
    const rows = [
      aStockRow({ line: 2, colorNumber: "no color" }),
      aStockRow({ line: 3, quantity: 0 }),
      aStockRow({ line: 4, quantity: 12 }),
    ];
    expect((await check(anna, rows)).found).toEqual({
      faulty: 1,
      same: 1,
      stock: 1,
    });
    const price = {
      kind: "prices",
      line: 2,
      leftovers: [],
      price: 7.5,
    } as const;
    const { found } = await check(anna, [
      { ...price, item: "No such item" },
      { ...price, line: 3, item: "a elbow", size: 5 },
    ]);
    expect(found).toEqual({ faulty: 1, prices: 1 });
  });

  it("asks for the SKU of an item whose name another item has too", async () => {
    const { anna } = openForTwo();
    await anna.mutation(api.inventorySeed.seedDefaults, {});
    const name = await anna.run(async (ctx) => {
      const item = (await ctx.db.query("inventoryItems").first())!;
      const { _id, _creationTime, ...fields } = item;
      await ctx.db.insert("inventoryItems", { ...fields, sku: "OTHER-1" });
      return item.name;
    });
    const rowOf = (item: string, line: number) =>
      ({ kind: "prices", item, line, leftovers: [], price: 7.5 }) as const;
    const { found, importId } = await check(anna, [
      rowOf(name, 2),
      rowOf("other-1", 3),
    ]);
    expect(found).toEqual({ faulty: 1, prices: 1 });
    const faults = await anna.query(api.imports.findings, {
      importId,
      isFault: true,
      ...PAGE,
    });
    expect(faults.page).toMatchObject([
      { line: 2, sentence: `Several items are called ${name}. Use the SKU.` },
    ]);
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
    [
      "a text as a number",
      JSON.stringify([{ ...aCustomerRow({}), line: "2" }]),
    ],
    [
      "more rows than a chunk has",
      JSON.stringify(
        Array.from({ length: CHUNK_ROWS + 1 }, () => aCustomerRow({})),
      ),
    ],
  ])("refuses %s", async (_what, rows) => {
    const { anna } = openForTwo();
    const importId = await stage(anna, [aCustomerRow({})]);
    const args = { importId, index: 0, rows };
    expect(
      await refusalOf(anna.mutation(api.imports.stage, args)),
    ).toMatchObject({ code: "INVALID", message: ROWS_MALFORMED });
  });

  it.each([-1, 1, 0.5, NaN, Infinity])(
    "refuses the part %d of a file that has one",
    async (index) => {
      const { anna } = openForTwo();
      const importId = await stage(anna, [aCustomerRow({})]);
      const rows = JSON.stringify([aCustomerRow({})]);
      expect(
        await refusalOf(
          anna.mutation(api.imports.stage, { importId, index, rows }),
        ),
      ).toMatchObject({ code: "INVALID", field: "index" });
    },
  );

  it.each([0, -1, 50_001, 1.5, NaN])(
    "refuses a file of %d rows",
    async (rowCount) => {
      const { anna } = openForTwo();
      const file = { kind: "jobs", fileName: "a.csv", chunkCount: 1 } as const;
      expect(
        await refusalOf(
          anna.mutation(api.imports.begin, { ...file, rowCount }),
        ),
      ).toMatchObject({ code: "INVALID", field: "rowCount" });
    },
  );

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
    expect(
      await refusalOf(anna.mutation(api.imports.stage, again)),
    ).toMatchObject({ message: IMPORT_GONE });
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
    for (const term of [
      "quarry",
      "248-555-0199",
      "0199",
      "zebra",
      "ann troy",
    ]) {
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
        job_install_date: longAgo,
        job_address: "2 Elm Street",
      }),
    ]);
    expect(counts).toEqual({ customersCreated: 1, jobsCreated: 2 });
    const jobs = await jobsOf(anna);
    expect(jobs.map((job) => job.job_customer_id)).toEqual([
      "C-1001",
      "C-1001",
    ]);
    expect(jobs.map((job) => job.job_notes)).toContain(
      "Ring twice.\nGate code: 1234",
    );
    expect(
      await anna.query(api.imports.details, { customer_id: "C-1001" }),
    ).toEqual({
      places: [],
      texts: [`1 Elm Street, Scope: ${"x".repeat(4_000)}`],
    });
    const times = await anna.run(async (ctx) =>
      (await ctx.db.query("jobSummaries").collect()).map(
        ({ statusChangedAt }) => statusChangedAt,
      ),
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
        const page = { importId, isFault: false, ...PAGE };
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
    expect(customers.map((customer) => customer.customer_name)).toEqual([
      "Ann Field",
      "A Field",
    ]);
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
    const page = { importId, isFault: false, ...PAGE };
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
    expect(
      customers.map((one) => [one.customer_name, one.customer_email]),
    ).toEqual([
      ["Łukasz Żak", "zak@example.com"],
      ["Łukasz Żak", "other@example.com"],
    ]);
    const preview = await anna.action(api.imports.undoCounts, { id: run });
    expect(preview).toMatchObject({ removed: { customers: 2 }, keptCount: 0 });
    await anna.action(api.changes.undoRun, { id: run });
    expect(await customersOf(anna)).toEqual([]);
  });

  it("sets counted quantities by their difference", async () => {
    const { anna } = openForTwo();
    await anna.mutation(api.inventorySeed.seedDefaults, {});
    const rows = [aStockRow({ quantity: 12, size: 5 })];
    const { run } = await importRows(anna, rows);
    const stock = async () =>
      (await anna.query(api.inventory.listColors, {})).find(
        ({ colorNumber }) => colorNumber === "180",
      )?.quantity;
    expect(await stock()).toBe(12);
    expect((await check(anna, rows)).found).toEqual({ same: 1 });
    await anna.action(api.changes.undoRun, { id: run });
    expect(await stock()).toBe(0);
    const lines = await anna.query(api.changes.recent, {});
    expect(lines.map(({ kind }) => kind)).toEqual([
      "undoRun",
      "import",
      "inventorySeed.seedDefaults",
    ]);
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
    const named = (name: string) =>
      jobs.find((job) => job.customer_name === name)!;
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
      new Set([
        "edited since",
        "got a photo or drawing since",
        "has a later job",
      ]),
    );
    await anna.action(api.changes.undoRun, { id: run });
    const left = await jobsOf(anna);
    expect(left.map((job) => job.job_address).sort()).toEqual([
      "Edited Street",
      "Later Road",
      "Photo Street",
    ]);
    expect(
      (await customersOf(anna)).map((customer) => customer.customer_name),
    ).toEqual(["Edited", "Photo", "Later", "Renamed"]);
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

  it("is refused after 30 days", async () => {
    const { anna } = openForTwo();
    const { run } = await importRows(anna, [aCustomerRow({})]);
    vi.advanceTimersByTime(IMPORT_UNDO_MS + 1);
    expect(
      await refusalOf(anna.action(api.changes.undoRun, { id: run })),
    ).toMatchObject({ message: IMPORT_UNDO_OVER });
  });
});

/** The inventory as the CSV file has it. */
async function inventoryCells(caller: Caller): Promise<string[][]> {
  const colors = await caller.query(api.inventory.listColors, {});
  const counts = await Promise.all(
    ITEM_CATEGORIES.map(async (category) => {
      const page = await caller.query(api.inventory.listColors, { category });
      return page.map(({ quantity }) => [category, quantity] as const);
    }),
  );
  const rows = colors.map((color, at) => {
    const stock = counts.map((ofCategory) => ofCategory[at]!);
    const cells = cellsOf(COLOR_COLUMNS, {
      ...color,
      stock: Object.fromEntries(stock) as Record<ItemCategory, number>,
    });
    return cells.map(String);
  });
  return [titlesOf(COLOR_COLUMNS), ...rows];
}

function rowsOfCells(records: readonly (readonly string[])[]) {
  const table = tableOf(records);
  if ("refusal" in table) throw new Error(table.refusal);
  const { kind } = recognize(table);
  const { rows, faults } = normalizeTable(table, {
    kind,
    targets: suggestedTargets(table, kind),
    ...{ dateOrder: null, times: {}, statuses: {}, arePaid: null },
    now: Date.now(),
  });
  expect(faults).toEqual([]);
  return rows;
}

const TITLES = ["Color number", "Color", "Hex", "Sizes"];

describe("colors of a file", () => {
  it("an exported inventory arrives again equal in an empty office, and once", async () => {
    const { anna, bo } = openForTwo();
    await anna.mutation(api.inventorySeed.seedDefaults, {});
    await importRows(anna, [
      aStockRow({ quantity: 48 }),
      aStockRow({ quantity: 1_000_000, category: "trim" }),
    ]);
    const file = await inventoryCells(anna);
    const rows = rowsOfCells(file);
    const colors = file.length - 1;
    expect((await check(bo, rows)).found).toEqual({ colors, stock: 2 });
    expect(await bo.query(api.inventory.listColors, {})).toEqual([]);
    const { counts } = await importRows(bo, rows);
    expect(counts).toEqual({ colorsCreated: colors, quantitiesSet: 2 });
    expect(await inventoryCells(bo)).toEqual(file);
    expect((await check(bo, rows)).found).toEqual({ same: colors });
    const [line, ...others] = await bo.query(api.changes.recent, {});
    expect(others).toEqual([]);
    expect(line).toMatchObject({ kind: "import", counts });
  });

  it("a list of colors without quantities adds those that are missing", async () => {
    const { anna } = openForTwo();
    await anna.mutation(api.inventorySeed.seedDefaults, {});
    const rows = rowsOfCells([
      TITLES,
      ["180", "Another name", "#123456", "6"],
      ["X-9", "Dashed", "#123456", "5"],
      ["999", "Moss", "#4A5D23", "5"],
      ["998", "Fern", "#abc", "5, 6"],
    ]);
    const before = await colorNumbered(anna, "180");
    const { found } = await check(anna, rows);
    expect(found).toEqual({ same: 1, faulty: 1, colors: 2 });
    await importRows(anna, rows);
    expect(await colorNumbered(anna, "180")).toEqual(before);
    expect(await colorNumbered(anna, "999")).toMatchObject({
      ...{ colorName: "Moss", hexColor: "#4a5d23", sizeOptions: ["5"] },
      quantity: 0,
    });
    expect(await colorNumbered(anna, "998")).toMatchObject({
      ...{ hexColor: "#aabbcc", sizeOptions: ["5", "6"] },
    });
  });

  it("says what the row of an unknown color lacks", async () => {
    const { anna } = openForTwo();
    const color = {
      ...{ colorNumber: "999", colorName: "Moss", hexColor: "#4a5d23" },
      sizeOptions: ["5"] as const,
    };
    const { hexColor: _hex, ...withoutHex } = color;
    const rows = [
      aStockRow({ colorNumber: "999" }),
      aStockRow(withoutHex),
      aStockRow({ ...color, hexColor: "#4A5D23" }),
      aStockRow({ ...color, colorNumber: "9-9" }),
      aStockRow({ ...color, sizeOptions: [] }),
      aStockRow({ ...color, size: 6 }),
      aStockRow({ ...color, size: 6, category: "trim" }),
    ].map((row, at) => ({ ...row, line: Math.min(at, 5) + 2 }));
    const { importId, found } = await check(anna, rows);
    expect(found).toEqual({ faulty: 6 });
    const of = { importId, isFault: true, ...PAGE };
    const { page } = await anna.query(api.imports.findings, of);
    const incomplete =
      "This color is not in your inventory. To add it, the row needs its name, hex color and sizes.";
    expect(page.map(({ sentence }) => sentence)).toEqual([
      incomplete,
      incomplete,
      "Enter a hex color such as #8b5a2b.",
      "Give a new color a number without a dash.",
      incomplete,
      "Moss does not come in 6 inch.",
    ]);
  });

  it("counts a row once, as new if one of its quantities is", async () => {
    const { anna } = openForTwo();
    await anna.mutation(api.inventorySeed.seedDefaults, {});
    const rows = rowsOfCells([
      ["Color number", "Gutter in stock", "Trim in stock", "Wood in stock"],
      ["180", "0", "7", "0"],
      ["no color", "1", "2", "3"],
      ["200", "0", "0", "0"],
    ]);
    const { found } = await check(anna, rows);
    expect(found).toEqual({ stock: 1, faulty: 1, same: 1 });
  });

  it("an office gets no more colors than one list shows", async () => {
    const { anna } = openForTwo();
    const rows = Array.from({ length: 1_002 }, (_, at) =>
      aStockRow({
        ...{ line: at + 2, colorNumber: `${at}`, colorName: "Moss" },
        ...{ hexColor: "#4a5d23", sizeOptions: ["5"], quantity: 0 },
      }),
    );
    const { found } = await check(anna, rows);
    expect(found).toEqual({ colors: 1_000, faulty: 2 });
    await importRows(anna, rows.slice(0, 2));
    const more = await check(anna, rows.slice(2));
    expect(more.found).toEqual({ colors: 998, faulty: 2 });
  });

  it("the undo keeps and lists a color that was counted or got a reorder level", async () => {
    const { anna } = openForTwo();
    const rows = rowsOfCells([
      [...TITLES, "Gutter in stock"],
      ["1", "Plain", "#111111", "5", "7"],
      ["2", "Counted", "#222222", "5 & 6", "7"],
      ["3", "Leveled", "#333333", "6", "0"],
      ["4", "Taken", "#444444", "6", "7"],
    ]);
    const { run } = await importRows(anna, rows);
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
    expect(
      preview.kept.toSorted((a, b) => (a.label < b.label ? -1 : 1)),
    ).toEqual([
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
    await importRows(anna, rows);
    expect(await colorNumbered(anna, "1")).toMatchObject({ quantity: 7 });
  });

  it("the undo passes over stock that was deleted since", async () => {
    const { anna } = openForTwo();
    const rows = rowsOfCells([
      [...TITLES, "Gutter in stock"],
      ["1", "Plain", "#111111", "5", "7"],
    ]);
    const { run } = await importRows(anna, rows);
    await anna.action(api.seed.deleteInventory, {});
    const preview = await anna.action(api.imports.undoCounts, { id: run });
    expect(preview).toEqual({ removed: {}, keptCount: 0, kept: [] });
    await anna.action(api.changes.undoRun, { id: run });
    expect(await anna.query(api.inventory.listColors, {})).toEqual([]);
  });
});

describe("imported details of a customer", () => {
  const row = (customer_name: string, address: string) =>
    aCustomerRow({ customer_name, places: [{ job_address: address }] });

  it("keep one street in each of its cities", async () => {
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
    expect(
      await anna.query(api.imports.details, { customer_id: "C-1001" }),
    ).toMatchObject({ places: [placeIn("Troy"), placeIn("Novi")] });
  });

  it("move with a merge, and back with its undo", async () => {
    const { anna } = openForTwo();
    await importRows(anna, [
      { ...row("Ann Field", "1 Ash"), sourceId: "a" },
      { ...row("Bo Hill", "2 Ash"), sourceId: "b" },
    ]);
    const importJob = async (job_address: string) => {
      const customer = { customer_name: "Bo Hill", sourceId: "b" };
      await importRows(anna, [aJobRow({ job_address, customer })]);
      const jobs = await jobsOf(anna);
      return jobs.find((job) => job.job_address === job_address)
        ?.job_customer_id;
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

  it("come back with a deleted customer, and are deleted for good with them", async () => {
    const { anna } = openForTwo();
    await importRows(anna, [row("Ann Field", "1 Ash")]);
    const deletion = await anna.action(api.customers.deleteWithJobs, {
      customer_id: "C-1001",
    });
    expect(await anna.query(api.customers.search, { term: "ash" })).toEqual([]);
    await anna.action(api.changes.undoRun, { id: deletion.run });
    expect(
      await anna.query(api.customers.search, { term: "ash" }),
    ).toHaveLength(1);
    await anna.action(api.customers.deleteWithJobs, { customer_id: "C-1001" });
    vi.advanceTimersByTime(31 * 24 * 60 * 60 * 1000);
    await anna.mutation(internal.changes.removeExpired, {
      workspaceId: "anna",
    });
    const { tables } = await wholeDatabase(anna);
    expect(tables["customerDetails"]).toEqual([]);
    const known = await anna.run(
      async (ctx) => await ctx.db.query("importedRows").collect(),
    );
    expect(known).toEqual([]);
  });
});

describe("another workspace and another person", () => {
  it("can neither read nor change a file, its findings or imported details", async () => {
    const { anna, bo } = openForTwo();
    await importRows(anna, [
      aCustomerRow({ places: [{ job_address: "1 Ash" }] }),
    ]);
    const { importId } = await check(anna, [aCustomerRow({ sourceId: "x" })]);
    expect(await bo.query(api.imports.staged, {})).toBeNull();
    const calls = [
      bo.mutation(api.imports.stage, { importId, index: 0, rows: "[]" }),
      bo.action(api.imports.check, { importId }),
      bo.mutation(api.imports.decideAll, { importId, choice: "new" }),
      bo.action(api.imports.start, { importId }),
    ];
    for (const call of calls)
      expect(await refusalOf(call)).toMatchObject({ message: IMPORT_GONE });
    await bo.mutation(api.imports.discard, { importId });
    expect(await anna.query(api.imports.staged, {})).toMatchObject({
      _id: importId,
      state: "checked",
    });
    const { page } = await bo.query(api.imports.findings, {
      importId,
      isFault: false,
      ...PAGE,
    });
    expect(page).toEqual([]);
    const details = bo.query(api.imports.details, { customer_id: "C-1001" });
    expect(await details).toBeNull();
  });
});
