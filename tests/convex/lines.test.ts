import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { api, internal } from "@convex/_generated/api";
import type { Doc, Id } from "@convex/_generated/dataModel";
import { LINE_TEXT_REQUIRED, PUT_BACK_FIRST } from "@domain/changes/jobLines";
import { inOrder } from "@domain/estimate/order";
import { QUANTITY_OF_LINE } from "@domain/estimate/units";
import { JOB_IN_TRASH, TRASH_KEPT_MS } from "@domain/history/history";
import { historyText } from "@domain/history/historyText";
import { LIST_LIMITS, MAX_ASKED_JOBS, MAX_LINES } from "@domain/calls/inputLimits";
import { ROW_EXISTS } from "@domain/calls/intents";
import { ITEM_PRICE_OUT_OF_RANGE } from "@domain/stock/priceInput";
import { aNewJob } from "../support/builders";
import {
  gone,
  NOT_SIGNED_IN,
  openForTwo,
  refusalOf,
  refused,
  type Caller,
} from "../support/convexHarness";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const GUTTER = {
  name: "Seamless K-Style Gutter",
  sku: "GUT-SEAMLESS",
  unit: "foot",
  size: "6",
  colorNumber: "002",
  colorName: "80 Degree White",
  quantity: 120,
  price: 9.25,
  order: "i",
} as const;
const MITER = { ...GUTTER, name: "Strip Miter", unit: "piece" } as const;

type NewLine = Omit<Doc<"jobLines">, "_id" | "_creationTime" | "workspaceId" | "jobId">;

function aLine(fields: Partial<NewLine> = {}): NewLine {
  return { ...GUTTER, clientKey: crypto.randomUUID(), ...fields };
}

async function openWithJob() {
  const { t, anna, bo } = openForTwo();
  const id = await anna.mutation(api.jobs.create, aNewJob());
  const add = async (...lines: NewLine[]) => await addAs(anna, id, ...lines);
  return { t, anna, bo, id, add };
}

/** Returns the intent. */
async function addAs(caller: Caller, id: string, ...lines: NewLine[]) {
  const intentId = crypto.randomUUID();
  await caller.mutation(api.lines.add, { id, lines, intentId });
  return intentId;
}

const linesOf = async (caller: Caller, id: string) =>
  inOrder(await caller.query(api.lines.ofJob, { id }));

const namesOf = async (caller: Caller, id: string) =>
  (await linesOf(caller, id)).map(({ name, quantity }) => `${quantity} ${name}`);

const historyOf = async (caller: Caller, subject: string) => {
  const paginationOpts = { numItems: 9, cursor: null };
  const of = { subject, paginationOpts };
  const { page } = await caller.query(api.changes.ofSubject, of);
  return page.map((entry) => historyText(entry, String).join("; "));
};

const undo = async (caller: Caller, undoneIntent: string) =>
  await caller.mutation(api.changes.undoIntent, { undoneIntent });

/** What the database has of lines, whatever workspace has them. */
const stored = async (caller: Caller) =>
  await caller.run((ctx) => ctx.db.query("jobLines").take(200));

describe("lines of a job", () => {
  it("lines keep what was written, are one step of undo, and change no field of the job", async () => {
    const { anna, id, add } = await openWithJob();
    const before = await anna.query(api.jobs.get, { id });
    const line = aLine();
    const labor = aLine({ ...MITER, order: "j" });
    const intent = await add(line, labor);
    const [first, second] = await linesOf(anna, id);
    expect(first).toEqual({
      ...line,
      _id: first?._id,
      _creationTime: first?._creationTime,
      jobId: id,
    });
    expect(second).toMatchObject({ name: "Strip Miter" });
    expect((await historyOf(anna, id))[0]).toBe("Seamless K-Style Gutter added; Strip Miter added");
    await undo(anna, intent);
    expect(await linesOf(anna, id)).toEqual([]);
    expect(await anna.query(api.jobs.get, { id })).toEqual(before);
  });

  it("an edit changes what it names, and null clears; its undo brings that back", async () => {
    const { anna, id, add } = await openWithJob();
    const line = aLine();
    await add(line);
    const { clientKey } = line;
    const intentId = crypto.randomUUID();
    await anna.mutation(api.lines.edit, {
      id,
      intentId,
      lines: [{ clientKey, quantity: 130, price: null, order: "k" }],
    });
    const { price: _price, ...rest } = line;
    const [edited] = await linesOf(anna, id);
    expect(edited).toMatchObject({ ...rest, quantity: 130, order: "k" });
    expect(edited).not.toHaveProperty("price");
    expect((await historyOf(anna, id))[0]).toBe(
      "Seamless K-Style Gutter: Price: $9.25 → empty; Seamless K-Style Gutter: Quantity: 120 → 130",
    );
    await undo(anna, intentId);
    expect((await linesOf(anna, id))[0]).toMatchObject(line);
    vi.setSystemTime(Date.now() + 300_000);
    await anna.mutation(api.lines.edit, {
      id,
      lines: [{ clientKey, order: "m" }],
    });
    expect((await historyOf(anna, id))[0]).toBe("Seamless K-Style Gutter: moved");
  });

  it("an edit returns the values that it replaced unseen in one row, and has its own undo", async () => {
    const { anna, id, add } = await openWithJob();
    const [one, two] = [aLine(), aLine({ ...MITER, order: "j" })];
    await add(one, two);
    const edit = async (quantity: number, base?: { quantity: number }) =>
      await anna.mutation(api.lines.edit, {
        ...{ id, lines: [{ clientKey: one.clientKey, quantity }] },
        ...(base && { base }),
      });
    expect(await edit(130, { quantity: 120 })).toBeNull();
    expect(await edit(140, { quantity: 120 })).toEqual({
      replaced: { quantity: 130 },
    });
    expect(await edit(140, { quantity: 120 })).toBeNull();
    expect(await edit(150)).toBeNull();
    // The replaced value has a line of its own.
    expect((await historyOf(anna, id)).slice(0, 2)).toEqual([
      "Seamless K-Style Gutter: Quantity: 130 → 150",
      "Seamless K-Style Gutter: Quantity: 120 → 130",
    ]);
    expect(await namesOf(anna, id)).toContain("120 Strip Miter");
  });

  it("edits of different rows by two people are both kept, and each has its own undo", async () => {
    const { anna, id, add } = await openWithJob();
    const [one, two] = [aLine(), aLine({ ...MITER, order: "j" })];
    await add(one, two);
    const edit = (clientKey: string, quantity: number, intentId: string) =>
      anna.mutation(api.lines.edit, {
        id,
        intentId,
        lines: [{ clientKey, quantity }],
      });
    const [first, second] = [crypto.randomUUID(), crypto.randomUUID()];
    await edit(one.clientKey, 1, first);
    await edit(two.clientKey, 2, second);
    await undo(anna, first);
    expect(await namesOf(anna, id)).toEqual(["120 Seamless K-Style Gutter", "2 Strip Miter"]);
    await edit(two.clientKey, 3, crypto.randomUUID());
    expect((await refusalOf(undo(anna, second))).message).toContain("Quantity was changed since");
  });

  it("a removed row comes back by undo and from the trash, and its removal again is no error", async () => {
    const { anna, id, add } = await openWithJob();
    const line = aLine();
    await add(line);
    const intentId = crypto.randomUUID();
    const keys = [line.clientKey];
    await anna.mutation(api.lines.remove, { id, keys, intentId });
    await anna.mutation(api.lines.remove, { id, keys });
    expect(await linesOf(anna, id)).toEqual([]);
    expect((await historyOf(anna, id))[0]).toBe("Seamless K-Style Gutter removed");
    const page = { numItems: 9, cursor: null };
    const trash = await anna.query(api.changes.deleted, {
      paginationOpts: page,
    });
    expect(trash.page).toMatchObject([{ table: "jobLines", label: "Seamless K-Style Gutter" }]);
    await undo(anna, intentId);
    expect((await linesOf(anna, id))[0]).toMatchObject(line);
    await anna.mutation(api.lines.remove, { id, keys });
    const [own] = (await anna.query(api.changes.deleted, { paginationOpts: page })).page;
    await anna.mutation(api.changes.restore, { id: own!._id });
    expect((await linesOf(anna, id))[0]).toMatchObject(line);
  });

  it("a row from which stock was taken is not removed before that is put back", async () => {
    const { anna, id, add } = await openWithJob();
    const line = aLine();
    const intent = await add(line);
    await anna.run(async (ctx) => {
      const [row] = await ctx.db.query("jobLines").take(1);
      await ctx.db.patch("jobLines", row!._id, { taken: 3 });
    });
    const keys = [line.clientKey];
    const call = anna.mutation(api.lines.remove, { id, keys });
    expect((await refusalOf(call)).message).toBe(PUT_BACK_FIRST);
    expect((await refusalOf(undo(anna, intent))).message).toBe(PUT_BACK_FIRST);
    expect(await linesOf(anna, id)).toHaveLength(1);
  });

  it("a job is named by its client key, and a call that is sent again adds nothing", async () => {
    const { anna } = openForTwo();
    const clientKey = crypto.randomUUID();
    await anna.mutation(api.jobs.create, { ...aNewJob(), clientKey });
    const line = aLine();
    await addAs(anna, clientKey, line);
    const call = addAs(anna, clientKey, line);
    expect((await refusalOf(call)).message).toBe(ROW_EXISTS);
    const twice = addAs(anna, clientKey, ...Array<NewLine>(2).fill(aLine()));
    expect((await refusalOf(twice)).message).toContain(ROW_EXISTS);
    expect(await linesOf(anna, clientKey)).toHaveLength(1);
  });
});

it("lines of several jobs are read at once, of at most forty, and none of another office", async () => {
  const { t, anna, bo, id, add } = await openWithJob();
  await add(aLine());
  const other = await anna.mutation(api.jobs.create, aNewJob());
  await addAs(anna, other, aLine({ ...MITER }));
  const of = (caller: Caller, ...jobIds: string[]) => caller.query(api.lines.ofJobs, { jobIds });
  const lines = await of(anna, id, other, id, "unknown");
  expect(lines.map(({ name, jobId }) => [name, jobId])).toEqual([
    [GUTTER.name, id],
    [MITER.name, other],
  ]);
  expect(lines[0]).toEqual((await linesOf(anna, id))[0]);
  expect(await of(bo, id, other)).toEqual([]);
  expect(await refusalOf(of(t, id))).toEqual(NOT_SIGNED_IN);
  const many = Array<string>(MAX_ASKED_JOBS + 1).fill(id);
  expect(await refusalOf(of(anna, ...many))).toEqual(
    refused("jobIds", LIST_LIMITS.jobIds.sentence),
  );
});

describe("a line that is split", () => {
  async function openWithCaps(others = 0) {
    const office = await openWithJob();
    const caps = aLine({ ...MITER, name: "End Cap", quantity: 5 });
    await office.add(caps, ...Array.from({ length: others }, () => aLine()));
    const { clientKey } = caps;
    const intentId = crypto.randomUUID();
    const split = async (quantity: number) =>
      await office.anna.mutation(api.lines.edit, {
        ...{ id: office.id, intentId },
        lines: [{ clientKey, name: "Left End Cap", quantity: 3 }],
        added: [aLine({ ...caps, clientKey: crypto.randomUUID(), quantity })],
      });
    return { ...office, split, intentId };
  }

  it("a split line and the new one are one change, taken back by one undo", async () => {
    const { anna, id, split, intentId } = await openWithCaps();
    await split(2);
    const names = await namesOf(anna, id);
    expect(names.toSorted()).toEqual(["2 End Cap", "3 Left End Cap"]);
    await undo(anna, intentId);
    expect(await namesOf(anna, id)).toEqual(["5 End Cap"]);
  });

  it.each([
    [0, 0, "added.0.quantity", QUANTITY_OF_LINE],
    [2, MAX_LINES - 1, "added", LIST_LIMITS.lines.sentence],
  ])(
    "a line stays whole if its other part of %j is refused beside %j lines",
    async (quantity, others, field, sentence) => {
      const { anna, id, split } = await openWithCaps(others);
      const before = await linesOf(anna, id);
      expect(await refusalOf(split(quantity))).toEqual(refused(field, sentence));
      expect(await linesOf(anna, id)).toEqual(before);
    },
  );
});

describe("lines are refused", () => {
  it.each([
    [{ quantity: 0 }, "lines.0.quantity", QUANTITY_OF_LINE],
    [{ quantity: 1.5 }, "lines.0.quantity", QUANTITY_OF_LINE],
    [{ price: -1 }, "lines.0.price", ITEM_PRICE_OUT_OF_RANGE],
    [{ name: " " }, "lines.0.name", LINE_TEXT_REQUIRED],
    [{ name: "a".repeat(201) }, "lines.0.name", "Keep the text of the row under 201 characters."],
    [{ clientKey: "row" }, "clientKey", "Send a UUID."],
  ])(
    "lines are refused with %o, at the field, and none is added",
    async (fields, field, sentence) => {
      const { anna, id, add } = await openWithJob();
      const call = add(aLine(fields));
      expect(await refusalOf(call)).toEqual(refused(field, sentence));
      expect(await linesOf(anna, id)).toEqual([]);
    },
  );

  it("lines are refused beyond sixty in one job", async () => {
    const { anna, id, add } = await openWithJob();
    await add(...Array.from({ length: MAX_LINES }, () => aLine()));
    expect(await refusalOf(add(aLine()))).toEqual(refused("lines", LIST_LIMITS.lines.sentence));
    expect(await linesOf(anna, id)).toHaveLength(MAX_LINES);
  });

  it("lines are neither read nor changed without sign-in, nor for the job of another workspace", async () => {
    const { t, bo, id, add } = await openWithJob();
    const line = aLine();
    await add(line);
    const ofBo = await bo.mutation(api.jobs.create, aNewJob());
    await addAs(bo, ofBo, aLine({ ...MITER }));
    const { clientKey } = line;
    const lines = [{ clientKey, quantity: 1 }];
    expect(await refusalOf(addAs(t, id, aLine()))).toEqual(NOT_SIGNED_IN);
    expect(await refusalOf(addAs(bo, id, aLine()))).toEqual(gone("job", "id"));
    for (const of of [id, ofBo])
      expect((await refusalOf(bo.mutation(api.lines.edit, { id: of, lines }))).code).toBe(
        "NOT_FOUND",
      );
    const removal = bo.mutation(api.lines.remove, { id, keys: [clientKey] });
    expect(await refusalOf(removal)).toEqual(gone("job", "id"));
    expect(await linesOf(bo, id)).toEqual([]);
    expect(await namesOf(bo, ofBo)).toEqual(["120 Strip Miter"]);
  });
});

describe("a job that was booked again with its lines", () => {
  it("the undo of copied lines leaves the job, and the undo of the job deletes and restores its lines too", async () => {
    const { anna } = await openWithJob();
    const intentId = crypto.randomUUID();
    const id = await anna.mutation(api.jobs.create, {
      ...{ job_customer_id: "C-1001", job_address: "72 Birch Street" },
      intentId,
    });
    const lines = await addAs(anna, id, aLine());
    await undo(anna, lines);
    expect(await linesOf(anna, id)).toEqual([]);
    await addAs(anna, id, aLine(MITER));
    await undo(anna, intentId);
    expect(await anna.query(api.jobs.get, { id })).toBeNull();
    expect(await linesOf(anna, id)).toEqual([]);
    await anna.mutation(api.changes.restoreJob, { id });
    expect(await namesOf(anna, id)).toEqual(["120 Strip Miter"]);
  });
});

describe("lines follow their job", () => {
  it("lines follow their job into the trash and back, without those that were removed before", async () => {
    const { anna, id, add } = await openWithJob();
    const removed = aLine();
    await add(removed, aLine({ ...MITER }));
    const removal = crypto.randomUUID();
    const keys = [removed.clientKey];
    await anna.mutation(api.lines.remove, { id, keys, intentId: removal });
    const before = await stored(anna);
    await anna.mutation(api.jobs.deleteJob, { id });
    expect(await linesOf(anna, id)).toEqual([]);
    expect((await refusalOf(undo(anna, removal))).message).toBe(JOB_IN_TRASH);
    await anna.mutation(api.changes.restoreJob, { id });
    expect(await namesOf(anna, id)).toEqual(["120 Strip Miter"]);
    expect(await stored(anna)).toEqual(before);
    await undo(anna, removal);
    expect(await linesOf(anna, id)).toHaveLength(2);
  });

  it("lines follow their job through a deletion of all data and its undo, uncounted, and not through one of the inventory", async () => {
    const { anna, id, add } = await openWithJob();
    await add(aLine());
    const lines = await linesOf(anna, id);
    await anna.action(api.seed.deleteInventory, {});
    expect(await linesOf(anna, id)).toEqual(lines);
    const counts = await anna.action(api.seed.deleteCustomersAndJobs, {});
    expect(counts).toEqual({ customersDeleted: 1, jobsDeleted: 1 });
    expect(await linesOf(anna, id)).toEqual([]);
    const run = await anna.query(api.changes.lastRun, {});
    await anna.action(api.changes.undoRun, { id: run!.id });
    expect(await linesOf(anna, id)).toEqual(lines);
  });

  it("no line of a job is left when the job is deleted for good, or after thirty days", async () => {
    for (const isForGood of [true, false]) {
      const { anna, id, add } = await openWithJob();
      const removed = aLine();
      await add(removed, aLine());
      await anna.mutation(api.lines.remove, { id, keys: [removed.clientKey] });
      await anna.mutation(api.jobs.deleteJob, { id });
      if (isForGood) {
        const paginationOpts = { numItems: 9, cursor: null };
        const { page } = await anna.query(api.changes.deleted, {
          paginationOpts,
        });
        for (const { _id, table } of page)
          if (table === "jobs") await anna.mutation(api.changes.deleteForGood, { id: _id });
        expect((await stored(anna)).map((row) => row.clientKey)).toEqual([removed.clientKey]);
      }
      vi.setSystemTime(Date.now() + TRASH_KEPT_MS + 1);
      await anna.mutation(internal.changes.removeExpired, {
        workspaceId: "anna",
      });
      expect(await stored(anna)).toEqual([]);
    }
  });

  it("a removed line does not return to a job that is full by now", async () => {
    const { anna, id, add } = await openWithJob();
    const removed = aLine();
    await add(removed);
    const intentId = crypto.randomUUID();
    const keys = [removed.clientKey];
    await anna.mutation(api.lines.remove, { id, keys, intentId });
    await add(...Array.from({ length: MAX_LINES }, () => aLine()));
    expect((await refusalOf(undo(anna, intentId))).message).toBe(LIST_LIMITS.lines.sentence);
  });
});

it("a stored line of an item that was deleted keeps its name and price", async () => {
  const { anna, id } = await openWithJob();
  await anna.mutation(api.inventorySeed.seedDefaults, {});
  const [item] = await anna.query(api.inventory.listItems, {});
  const itemId: Id<"inventoryItems"> = item!._id;
  await addAs(anna, id, aLine({ itemId, name: item!.name }));
  await anna.action(api.seed.deleteInventory, {});
  expect((await linesOf(anna, id))[0]).toMatchObject({
    itemId,
    name: item!.name,
    price: 9.25,
  });
});
