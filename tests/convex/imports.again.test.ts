import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { api } from "@convex/_generated/api";
import { CHUNK_ROWS } from "@domain/imports/chunks";
import { IMPORT_STARTED, TOO_MANY_IMPORTS } from "@domain/imports/findings";
import { IMPORT_KEPT_MS, type CustomerImportRow } from "@domain/imports/rows";
import { openForTwo, refusalOf, type Caller } from "../support/convexHarness";
import { aCustomerRow } from "../support/importRows";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const PAGE = { paginationOpts: { numItems: 50, cursor: null } };

const begin = async (caller: Caller, rowCount = 1) =>
  await caller.mutation(api.imports.begin, {
    ...{ kind: "customers" as const, fileName: "clients.csv" },
    ...{ rowCount, chunkCount: 1 },
  });

async function check(caller: Caller, rows: readonly CustomerImportRow[]) {
  const importId = await begin(caller, rows.length);
  const chunk = { importId, index: 0, rows: JSON.stringify(rows) };
  await caller.mutation(api.imports.stage, chunk);
  await caller.action(api.imports.check, { importId });
  return importId;
}

/** An office that knows Ann and Bo, and a file with a look-alike of each. */
async function withLookalikes() {
  const { t, anna } = openForTwo();
  const phones = { "Ann Field": "2485550101", "Bo Hill": "2485550102" };
  const rows: CustomerImportRow[] = [];
  for (const [customer_name, customer_phone] of Object.entries(phones)) {
    const known = { customer_name, customer_phone };
    await anna.mutation(api.customers.create, known);
    const [first = "", last = ""] = customer_name.split(" ");
    const short = `${first.slice(0, 1)} ${last}`;
    rows.push(aCustomerRow({ customer_name: short, customer_phone }));
  }
  const importId = await check(anna, rows);
  const findings = async () => await anna.query(api.imports.findings, { importId, ...PAGE });
  return { t, anna, importId, findings };
}

describe("the answers to look-alikes", () => {
  it("look-alikes are to be decided again once the file is checked again", async () => {
    const { anna, importId } = await withLookalikes();
    await anna.mutation(api.imports.decideAll, { importId, choice: "new" });
    const staged = async () => await anna.query(api.imports.staged, {});
    expect(await staged()).toMatchObject({ restChoice: "new" });
    await anna.action(api.imports.check, { importId });
    expect(await staged()).not.toHaveProperty("restChoice");
  });

  it("the answer to one look-alike counts before the answer to all", async () => {
    const { anna, importId, findings } = await withLookalikes();
    const { page } = await findings();
    const { _id: findingId } = page.find(({ customer }) => customer?.customer_name === "A Field")!;
    const one = { importId, findingId, choice: "same" as const };
    await anna.mutation(api.imports.decide, one);
    await anna.mutation(api.imports.decideAll, { importId, choice: "new" });
    await anna.action(api.imports.start, { importId });
    const customers = await anna.query(api.customers.listMin, {});
    expect(customers.map(({ customer_name }) => customer_name)).toEqual([
      "Ann Field",
      "B Hill",
      "Bo Hill",
    ]);
  });

  it("a look-alike of another file cannot be decided", async () => {
    const { anna, importId, findings } = await withLookalikes();
    const { page } = await findings();
    const other = await anna.run(async (ctx) => {
      const { _id, _creationTime, ...file } = (await ctx.db.query("imports").first())!;
      return await ctx.db.insert("imports", file);
    });
    const decision = { findingId: page[0]!._id, choice: "same" as const };
    const call = anna.mutation(api.imports.decide, {
      ...{ importId: other, ...decision },
    });
    expect(await refusalOf(call)).toMatchObject({ field: "findingId" });
    await anna.mutation(api.imports.decide, { importId, ...decision });
  });
});

it("a demo customer whom an imported file completes counts as edited", async () => {
  const { anna } = openForTwo();
  const known = { customer_name: "Ann Field", customer_phone: "2485550101" };
  await anna.mutation(api.customers.create, known);
  await anna.run(async (ctx) => {
    const { _id } = (await ctx.db.query("customers").first())!;
    await ctx.db.patch("customers", _id, { demo: "unchanged" });
  });
  const customer_email = "ann@example.com";
  const importId = await check(anna, [aCustomerRow({ ...known, customer_email })]);
  await anna.mutation(api.imports.decideAll, { importId, choice: "same" });
  await anna.action(api.imports.start, { importId });
  const of = { customer_id: "C-1001" };
  expect(await anna.query(api.customers.getByCustomerId, of)).toMatchObject({
    ...{ ...known, customer_email, demo: "changed" },
  });
});

describe("the files of an office", () => {
  it("an office has at most 20 files, and those whose day is over do not count", async () => {
    const { t } = openForTwo();
    const colleague = (at: number) => t.withIdentity({ subject: `person${at}`, org_id: "office" });
    for (let at = 0; at < 20; at++) await begin(colleague(at));
    expect(await refusalOf(begin(colleague(20)))).toMatchObject({
      message: TOO_MANY_IMPORTS,
    });
    // A person's own file does not count: the new one takes its place.
    await begin(colleague(19));
    vi.setSystemTime(Date.now() + IMPORT_KEPT_MS + 1000);
    await begin(colleague(20));
  });

  it.each([
    [501, 1, [1, 1]],
    [1, 501, [0, 1]],
  ])(
    "a discarded file of %i chunks and %i findings goes with all of them, in batches",
    async (chunks, findings, afterFirst) => {
      const { anna } = openForTwo();
      const importId = await begin(anna);
      const of = { workspaceId: "anna", importId };
      await anna.run(async (ctx) => {
        for (let index = 0; index < chunks; index++)
          await ctx.db.insert("importChunks", { ...of, index, rows: "[]" });
        for (let line = 0; line < findings; line++) {
          const finding = { line, key: `${line}` };
          await ctx.db.insert("importFindings", { ...of, ...finding });
        }
      });
      await anna.mutation(api.imports.discard, { importId });
      for (const left of [afterFirst, [0, 0]]) {
        vi.advanceTimersByTime(1);
        await anna.finishInProgressScheduledFunctions();
        const rows = await anna.run(async (ctx) => [
          (await ctx.db.query("importChunks").collect()).length,
          (await ctx.db.query("importFindings").collect()).length,
        ]);
        expect(rows).toEqual(left);
      }
    },
  );

  it("a file is neither replaced nor discarded during its import, and shows the progress", async () => {
    const { anna } = openForTwo();
    const importId = await begin(anna);
    await anna.run(
      async (ctx) =>
        await ctx.db.patch("imports", importId, {
          ...{ state: "running", chunkCount: 2 },
          ...{ nextChunk: 1, nextRow: CHUNK_ROWS / 2 },
        }),
    );
    const discarded = anna.mutation(api.imports.discard, { importId });
    for (const call of [begin(anna), discarded])
      expect(await refusalOf(call)).toMatchObject({ message: IMPORT_STARTED });
    expect(await anna.query(api.imports.staged, {})).toMatchObject({
      ...{ _id: importId, progress: 0.75 },
    });
  });
});
