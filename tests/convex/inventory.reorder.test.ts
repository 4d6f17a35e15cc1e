import { describe, expect, it } from "vitest";
import { api } from "@convex/_generated/api";
import type { Id } from "@convex/_generated/dataModel";
import { changedSinceSentence, historyLines } from "@domain/history/history";
import { LEVEL_OUT_OF_RANGE } from "@domain/stock/reorder";
import { openForTwo, refusalOf, type Caller } from "../support/convexHarness";
import { colorNumbered, itemNamed } from "../support/inventory";

const SIX = { colorNumber: "180", size: "6" } as const;
const FIVE = { colorNumber: "180", size: "5" } as const;

async function openWithStock() {
  const { t, anna, bo } = openForTwo();
  await anna.mutation(api.inventorySeed.seedDefaults, {});
  const { _id: itemId } = await itemNamed(anna, "Left End Cap");
  const takeIn = async (size: "5" | "6", quantity: number, intentId?: string) =>
    await anna.mutation(api.inventory.recordTxn, {
      itemId,
      type: "intake",
      colorNumber: "180",
      size,
      quantity,
      ...(intentId !== undefined && { intentId }),
    });
  return { t, anna, bo, takeIn };
}

const adjust = async (caller: Caller, size: "5" | "6", delta: number) =>
  await caller.mutation(api.inventory.adjustColorQuantity, {
    colorNumber: "180",
    size,
    delta,
  });

const sizesOf = async (caller: Caller) => (await colorNumbered(caller, "180")).sizes;

/** The stock as an earlier version left it: it did not count by size. */
async function forgetSizes(caller: Caller) {
  await caller.run(async (ctx) => {
    const rows = await ctx.db.query("inventoryColorStock").take(50);
    for (const { _id } of rows)
      await ctx.db.patch("inventoryColorStock", _id, { sizes: undefined });
  });
}

describe("the stock of a color by size", () => {
  it("stock by size follows intakes and adjustments of each size", async () => {
    const { anna, takeIn } = await openWithStock();
    expect(await sizesOf(anna)).toEqual([]);
    await takeIn("5", 12);
    await takeIn("6", 3);
    await adjust(anna, "6", -3);
    expect(await sizesOf(anna)).toEqual([
      { size: "5", quantity: 12, hadStock: true },
      { size: "6", quantity: 0, hadStock: true },
    ]);
  });

  it("stock by size is counted from the transactions with the first change after an update of the program", async () => {
    const { anna, takeIn } = await openWithStock();
    await takeIn("5", 12);
    await takeIn("6", 3);
    await forgetSizes(anna);
    expect(await sizesOf(anna)).toBeNull();
    await adjust(anna, "5", -2);
    expect(await sizesOf(anna)).toEqual([
      { size: "5", quantity: 10, hadStock: true },
      { size: "6", quantity: 3, hadStock: true },
    ]);
  });

  it("stock that the transactions do not explain counts as without a size", async () => {
    const { anna, takeIn } = await openWithStock();
    await takeIn("5", 12);
    await forgetSizes(anna);
    await anna.run(async (ctx) => {
      const row = (await ctx.db.query("inventoryColorStock").first())!;
      await ctx.db.patch("inventoryColorStock", row._id, { quantity: 20 });
    });
    await adjust(anna, "5", -2);
    expect(await sizesOf(anna)).toEqual([
      { size: "5", quantity: 10, hadStock: true },
      { size: "any", quantity: 8, hadStock: true },
    ]);
  });

  it("an intake by mistake is not counted once it is undone", async () => {
    const { anna, takeIn } = await openWithStock();
    const intentId = crypto.randomUUID();
    await takeIn("5", 12, intentId);
    await anna.mutation(api.changes.undoIntent, { undoneIntent: intentId });
    expect(await sizesOf(anna)).toEqual([{ size: "5", quantity: 0, hadStock: false }]);
  });
});

describe("inventory.setReorderLevel", () => {
  const levelsOf = async (caller: Caller) => (await colorNumbered(caller, "180")).levels;

  it("sets, changes and clears the level of a size, and counts the stock by size", async () => {
    const { anna, takeIn } = await openWithStock();
    await takeIn("6", 3);
    await forgetSizes(anna);
    await anna.mutation(api.inventory.setReorderLevel, { ...SIX, level: 10 });
    await anna.mutation(api.inventory.setReorderLevel, { ...SIX, level: 20 });
    expect(await levelsOf(anna)).toEqual([{ size: "6", level: 20 }]);
    expect(await sizesOf(anna)).toEqual([{ size: "6", quantity: 3, hadStock: true }]);
    await anna.mutation(api.inventory.setReorderLevel, { ...SIX, level: null });
    expect(await levelsOf(anna)).toEqual([{ size: "6", level: null }]);
    expect((await colorNumbered(anna, "180", "trim")).levels).toEqual([]);
  });

  it("a reorder level is in the history, and can be undone", async () => {
    const { anna } = await openWithStock();
    const intentId = crypto.randomUUID();
    const level = { ...FIVE, level: 10, intentId };
    await anna.mutation(api.inventory.setReorderLevel, level);
    const [entry] = await anna.query(api.changes.recent, {});
    expect(entry).toMatchObject({ kind: "inventory.setReorderLevel" });
    await anna.mutation(api.changes.undoIntent, { undoneIntent: intentId });
    expect(await levelsOf(anna)).toEqual([]);
  });

  it("a reorder level is in the history of its color, and an undo that is refused names who changed it since", async () => {
    const { t, anna } = await openWithStock();
    const ben = t.withIdentity({ subject: "ben", org_id: "anna", name: "Ben" });
    const { _id: subject } = await colorNumbered(anna, "180");
    const entries = async () =>
      (
        await anna.query(api.changes.ofSubject, {
          subject,
          paginationOpts: { numItems: 5, cursor: null },
        })
      ).page;
    await anna.mutation(api.inventory.setReorderLevel, { ...SIX, level: 10 });
    await anna.mutation(api.inventory.setReorderLevel, { ...FIVE, level: 4 });
    const [, first] = await entries();
    await ben.mutation(api.inventory.setReorderLevel, { ...SIX, level: 20 });
    const lines = (await entries()).map(({ subjectLabel, writes }) => [
      subjectLabel,
      ...historyLines(writes, String),
    ]);
    expect(lines).toEqual([
      ["180, Musket Brown", "Reorder level, Gutter 6 in: 10 → 20"],
      ["180, Musket Brown", "Reorder level, Gutter 5 in: 4"],
      ["180, Musket Brown", "Reorder level, Gutter 6 in: 10"],
    ]);
    const undo = anna.mutation(api.changes.undo, {
      id: first!._id as Id<"changes">,
    });
    expect((await refusalOf(undo)).message).toBe(changedSinceSentence("level", "Ben"));
  });

  it("a reorder level is deleted and restored with the inventory", async () => {
    const { anna } = await openWithStock();
    await anna.mutation(api.inventory.setReorderLevel, { ...SIX, level: 10 });
    await anna.action(api.seed.deleteInventory, {});
    await anna.mutation(api.inventorySeed.seedDefaults, {});
    expect(await levelsOf(anna)).toEqual([]);
  });

  it("refuses a level below zero, an unknown color, a size that the color lacks, and a signed-out caller", async () => {
    const { t, anna } = await openWithStock();
    const set = (args: object) =>
      anna.mutation(api.inventory.setReorderLevel, {
        ...SIX,
        level: 1,
        ...args,
      });
    expect(await refusalOf(set({ level: -1 }))).toMatchObject({
      field: "level",
      message: LEVEL_OUT_OF_RANGE,
    });
    expect(await refusalOf(set({ colorNumber: "999" }))).toMatchObject({
      field: "colorNumber",
    });
    // Antique Ivory comes in 5 inch.
    expect(await refusalOf(set({ colorNumber: "115" }))).toMatchObject({
      field: "size",
    });
    await set({ colorNumber: "115", size: "any" });
    const signedOut = t.mutation(api.inventory.setReorderLevel, {
      ...SIX,
      level: 1,
    });
    expect((await refusalOf(signedOut)).code).toBe("NOT_SIGNED_IN");
  });

  it("a reorder level does not exist in another workspace", async () => {
    const { anna, bo } = await openWithStock();
    await bo.mutation(api.inventorySeed.seedDefaults, {});
    await anna.mutation(api.inventory.setReorderLevel, { ...SIX, level: 10 });
    expect(await levelsOf(bo)).toEqual([]);
  });
});
