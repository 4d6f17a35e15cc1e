import fc from "fast-check";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { api } from "@convex/_generated/api";
import type { Id } from "@convex/_generated/dataModel";
import { WASTE_OUT_OF_RANGE } from "@domain/changes/lineStock";
import { JOB_IN_TRASH, UNDO_AT_JOB } from "@domain/history/history";
import { historyText } from "@domain/history/historyText";
import { stockSubject } from "@domain/stock/inventory";
import { aNewJob } from "../support/builders";
import { openForTwo, refusalOf, type Caller } from "../support/convexHarness";
import { itemNamed, txnsOf, type InventoryItem } from "../support/inventory";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const WHITE = { colorNumber: "002", colorName: "80 Degree White" };

/** The names of lines, and of the items that they draw on. */
const DRAWN = {
  "Seamless K-Style Gutter": "Gutter Coil .032",
  "Left End Cap": "Left End Cap",
  "Splash Block": "Splash Block",
} as const;

type LineName = keyof typeof DRAWN;

/** An office with a job, and with stock of each drawn item in white, 6 inch. */
async function openWithStock(stock: number) {
  const { t, anna, bo } = openForTwo();
  await anna.mutation(api.inventorySeed.seedDefaults, {});
  const id = await anna.mutation(api.jobs.create, aNewJob());
  const items = new Map<string, InventoryItem>();
  for (const name of new Set([...Object.keys(DRAWN), ...Object.values(DRAWN)]))
    items.set(name, await itemNamed(anna, name));
  const itemOf = (name: string) => items.get(name)!;
  if (stock > 0)
    await anna.mutation(api.inventory.recordIntake, {
      entries: Object.values(DRAWN).map((name) => ({
        ...{ itemId: itemOf(name)._id, type: "intake" as const },
        ...{ quantity: stock, ...placeOf(itemOf(name)) },
      })),
    });
  return { t, anna, bo, id, itemOf };
}

/** A splash block has neither a size nor a color. */
function placeOf({ sizeOptions }: InventoryItem) {
  return sizeOptions.length > 0 ? { size: "6" as const, colorNumber: WHITE.colorNumber } : {};
}

type Office = Awaited<ReturnType<typeof openWithStock>>;

const KEYS = [0, 1, 2].map((at) => `0000000${at}-0000-4000-8000-000000000000`);

function fieldsOf({ itemOf }: Office, name: LineName) {
  const { _id: itemId, sku, unit = "piece", ...item } = itemOf(name);
  const { size, colorNumber } = placeOf(itemOf(name));
  return {
    ...{ name: item.name, itemId, sku, unit },
    ...(size && { size }),
    ...(colorNumber && WHITE),
  };
}

async function add(office: Office, of: Partial<Record<LineName, number>>): Promise<void> {
  const lines = Object.entries(of).map(([name, quantity], at) => ({
    ...fieldsOf(office, name as LineName),
    ...{ quantity, order: "i", clientKey: KEYS[at]! },
  }));
  await office.anna.mutation(api.lines.add, { id: office.id, lines });
}

async function take({ anna, id }: Pick<Office, "anna" | "id">, intentId = crypto.randomUUID()) {
  const call = { id, wastePercent: 10, intentId };
  return await anna.mutation(api.lines.take, call);
}

const taken = async ({ anna, id }: Office) =>
  (await anna.query(api.lines.ofJob, { id }))
    .toSorted((a, b) => (a.clientKey < b.clientKey ? -1 : 1))
    .map((line) => line.taken ?? 0);

const stockRows = async (caller: Caller) =>
  await caller.run((ctx) => ctx.db.query("inventoryItemStock").take(99));

const stockOf = async ({ anna, itemOf }: Office, name: string) => {
  const rows = await stockRows(anna);
  return rows.find(({ itemId }) => itemId === itemOf(name)._id)?.quantity ?? 0;
};

const historyOf = async (caller: Caller, subject: string) => {
  const paginationOpts = { numItems: 9, cursor: null };
  const of = { subject, paginationOpts };
  return (await caller.query(api.changes.ofSubject, of)).page;
};

it("takes the rows of a job in one change, with a transaction for each, and one undo puts them back", async () => {
  const office = await openWithStock(500);
  const { anna, id } = office;
  await add(office, { "Seamless K-Style Gutter": 121, "Left End Cap": 2 });
  const before = await stockRows(anna);
  const intentId = crypto.randomUUID();
  expect(await take(office, intentId)).toEqual({ left: [] });
  expect(await taken(office)).toEqual([134, 2]);
  expect((await txnsOf(anna, "anna")).slice(0, 2)).toMatchObject(
    [
      { itemName: "Left End Cap", quantity: -2 },
      { itemName: "Gutter Coil .032", quantity: -134 },
    ].map((txn) => ({
      ...{ ...txn, type: "adjustment", size: "6", colorNumber: "002" },
    })),
  );
  const [entry] = await historyOf(anna, id);
  expect(historyText(entry!, String).join("; ")).toBe(
    "Seamless K-Style Gutter: Taken from stock: empty → 134; Left End Cap: Taken from stock: empty → 2",
  );
  const undoneIntent = intentId;
  expect(await anna.mutation(api.changes.undoIntent, { undoneIntent })).toBe(true);
  expect(await stockRows(anna)).toEqual(before);
  expect(await taken(office)).toEqual([0, 0]);
  // The history undoes the undo, and that one again, each once.
  for (const expected of [
    [134, 2],
    [0, 0],
  ]) {
    const [last] = await historyOf(anna, id);
    const undoneId = last!._id as Id<"changes">;
    await anna.mutation(api.changes.undo, { id: undoneId });
    expect(await taken(office)).toEqual(expected);
  }
  expect(await stockRows(anna)).toEqual(before);
});

it("a second phone takes nothing, and a changed row the difference", async () => {
  const office = await openWithStock(500);
  const { anna, id } = office;
  await add(office, { "Left End Cap": 4 });
  await take(office);
  const count = (await txnsOf(anna, "anna")).length;
  await take(office);
  expect(await txnsOf(anna, "anna")).toHaveLength(count);
  const edit = (quantity: number) =>
    anna.mutation(api.lines.edit, {
      ...{ id, lines: [{ clientKey: KEYS[0]!, quantity }] },
    });
  await edit(7);
  await take(office);
  expect(await stockOf(office, "Left End Cap")).toBe(493);
  await edit(1);
  await take(office);
  expect(await stockOf(office, "Left End Cap")).toBe(499);
  await anna.mutation(api.lines.putBack, { id });
  expect(await stockOf(office, "Left End Cap")).toBe(500);
  expect(await taken(office)).toEqual([0]);
});

it("takes what is there, says what is missing, and stops no other row", async () => {
  const office = await openWithStock(100);
  const { anna, id } = office;
  await add(office, { "Seamless K-Style Gutter": 120, "Splash Block": 3 });
  const missing = "32 ft Gutter Coil .032, 6 in, 80 Degree White";
  expect(await take(office)).toEqual({ left: [missing] });
  expect(await taken(office)).toEqual([100, 3]);
  expect(await take(office)).toEqual({ left: [missing] });
  // The count of the color was corrected since: it has less than its items, and allows no more.
  await anna.mutation(api.lines.putBack, { id });
  await anna.mutation(api.inventory.adjustColorQuantity, {
    ...{ colorNumber: "002", size: "6", delta: -160 },
  });
  await take(office);
  const [ofGutter = 0] = await taken(office);
  const { quantity } = (await anna.query(api.inventory.listColors, { category: "gutter" })).find(
    ({ colorNumber }) => colorNumber === "002",
  )!;
  expect(quantity).toBe(0);
  expect(ofGutter).toBeLessThan(100);
});

it("a transaction of a row is undone with its job alone", async () => {
  const office = await openWithStock(9);
  const { anna } = office;
  await add(office, { "Left End Cap": 4 });
  await take(office);
  const txn = await anna.run((ctx) => ctx.db.query("inventoryTxns").order("desc").first());
  const undo = anna.mutation(api.changes.undo, { id: txn!._id });
  expect((await refusalOf(undo)).message).toBe(UNDO_AT_JOB);
  const { category } = office.itemOf("Left End Cap");
  const [ofColor] = await historyOf(anna, stockSubject(category, "002"));
  expect(ofColor).toMatchObject({ kind: "adjustment", isUndoable: false });
  const paginationOpts = { numItems: 9, cursor: null };
  const { page } = await anna.query(api.changes.page, { paginationOpts });
  expect(page.map(({ kind }) => kind)).not.toContain("adjustment");
  expect(page[0]).toMatchObject({ kind: "lines.take", isUndoable: true });
});

it("the stock of an item that was deleted is gone with it, and the row can still be put back", async () => {
  const office = await openWithStock(9);
  const { anna, id } = office;
  await add(office, { "Left End Cap": 4 });
  await take(office);
  await anna.action(api.seed.deleteInventory, {});
  await anna.mutation(api.lines.putBack, { id });
  expect(await taken(office)).toEqual([0]);
  expect(await take(office)).toEqual({
    left: ["4 Left End Cap, 6 in, 80 Degree White"],
  });
});

it("what was taken for a deleted job is put back from the trash, and stays so when the job comes back", async () => {
  const office = await openWithStock(9);
  const { anna, bo, id } = office;
  await add(office, { "Left End Cap": 4 });
  const trashed = async () => {
    const paginationOpts = { numItems: 9, cursor: null };
    return (await anna.query(api.changes.deleted, { paginationOpts })).page;
  };
  await anna.mutation(api.jobs.deleteJob, { id });
  expect((await trashed())[0]).not.toHaveProperty("hasTaken");
  await anna.mutation(api.changes.restoreJob, { id });
  await take(office);
  await anna.mutation(api.jobs.deleteJob, { id });
  expect((await trashed())[0]).toMatchObject({ rowId: id, hasTaken: true });
  const ofBo = bo.mutation(api.lines.putBack, { id });
  expect((await refusalOf(ofBo)).code).toBe("NOT_FOUND");
  expect((await refusalOf(take(office))).code).toBe("NOT_FOUND");
  const intentId = crypto.randomUUID();
  await anna.mutation(api.lines.putBack, { id, intentId });
  expect(await stockOf(office, "Left End Cap")).toBe(9);
  expect((await trashed())[0]).not.toHaveProperty("hasTaken");
  const undoneIntent = intentId;
  const undo = () => anna.mutation(api.changes.undoIntent, { undoneIntent });
  expect((await refusalOf(undo())).message).toBe(JOB_IN_TRASH);
  await anna.mutation(api.changes.restoreJob, { id });
  expect(await taken(office)).toEqual([0]);
  expect(await undo()).toBe(true);
  expect(await stockOf(office, "Left End Cap")).toBe(5);
});

it("refuses an invalid waste, and takes nothing for another office", async () => {
  const office = await openWithStock(9);
  const { anna, bo, id } = office;
  await add(office, { "Left End Cap": 4 });
  for (const wastePercent of [-1, 101, 0.5]) {
    const call = anna.mutation(api.lines.take, { id, wastePercent });
    expect((await refusalOf(call)).message).toBe(WASTE_OUT_OF_RANGE);
  }
  for (const call of [take({ anna: bo, id }), bo.mutation(api.lines.putBack, { id })])
    expect((await refusalOf(call)).code).toBe("NOT_FOUND");
  expect(await taken(office)).toEqual([0]);
});

const step = fc.record({
  act: fc.constantFrom(
    ...(["take", "take", "putBack", "edit", "undo", "undoLast"] as const),
    ...(["intake", "correct", "trash"] as const),
  ),
  at: fc.nat(2),
  quantity: fc.integer({ min: 1, max: 30 }),
  name: fc.constantFrom(...(Object.keys(DRAWN) as LineName[])),
});

it("stock and what was taken of it stay the same in sum, and nothing is taken twice, whatever is done and undone", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { maxLength: 14 }),
      fc.integer({ min: 0, max: 40 }),
      async (steps, first) => {
        const office = await openWithStock(first);
        const { anna, id, itemOf } = office;
        await add(office, { "Seamless K-Style Gutter": 9, "Left End Cap": 4 });
        const received = new Map<string, number>(
          Object.values(DRAWN).map((name) => [itemOf(name)._id, first]),
        );
        const intents: string[] = [];
        for (const { act, at, quantity, name } of steps) {
          const intentId = crypto.randomUUID();
          const item = itemOf(DRAWN[name]);
          const undo = (undoneIntent: string = intentId) =>
            anna.mutation(api.changes.undoIntent, { undoneIntent });
          const acts = {
            take: () => take(office, intentId),
            putBack: () => anna.mutation(api.lines.putBack, { id, intentId }),
            edit: () =>
              anna.mutation(api.lines.edit, {
                ...{ id, intentId },
                lines: [
                  {
                    ...{ size: null, colorNumber: null, colorName: null },
                    ...fieldsOf(office, name),
                    ...{ clientKey: KEYS[at % 2]!, quantity },
                  },
                ],
              }),
            undo: () => undo(intents.at(at)),
            undoLast: async () => {
              const [last] = await historyOf(anna, id);
              const undoneId = last!._id as Id<"changes">;
              return await anna.mutation(api.changes.undo, { id: undoneId });
            },
            intake: async () => {
              await anna.mutation(api.inventory.recordTxn, {
                ...{ itemId: item._id, type: "intake", quantity },
                ...placeOf(item),
              });
              const before = received.get(item._id) ?? 0;
              received.set(item._id, before + quantity);
            },
            // Of the color alone: what its items have stays.
            correct: () =>
              anna.mutation(api.inventory.adjustColorQuantity, {
                ...{ colorNumber: "002", delta: quantity - 15 || 1 },
                category: item.category,
              }),
            trash: async () => {
              await anna.mutation(api.jobs.deleteJob, { id });
              if (quantity % 2 === 0) await anna.mutation(api.lines.putBack, { id, intentId });
              await anna.mutation(api.changes.restoreJob, { id });
            },
          };
          if (act !== "undo" && act !== "intake" && act !== "correct") intents.push(intentId);
          // A refused change leaves all as it was.
          await acts[act]().catch(() => null);

          // Those of a deleted job too.
          const lines = await anna.run((ctx) => ctx.db.query("jobLines").take(9));
          const stock = await stockRows(anna);
          for (const [itemId, sum] of received) {
            const has = lines
              .filter(({ takenItem }) => takenItem === itemId)
              .reduce((all, line) => all + (line.taken ?? 0), 0);
            const left = stock.find((row) => row.itemId === itemId)?.quantity;
            expect(has + (left ?? 0)).toBe(sum);
            expect(left ?? 0).toBeGreaterThanOrEqual(0);
          }
          const colors = await anna.run((ctx) => ctx.db.query("inventoryColorStock").take(99));
          for (const { quantity: left } of colors) expect(left).toBeGreaterThanOrEqual(0);
          if (act === "take" && (await taken(office)).length > 0)
            for (const { unit, quantity: wanted, taken: has = 0 } of lines)
              expect(has).toBeLessThanOrEqual(unit === "foot" ? Math.ceil(wanted * 1.1) : wanted);
        }
      },
    ),
    { numRuns: 12 },
  );
}, 60_000);
