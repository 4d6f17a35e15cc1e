import type { FunctionReturnType } from "convex/server";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { api } from "@convex/_generated/api";
import type { Id } from "@convex/_generated/dataModel";
import { stockSubject } from "@domain/stock/inventory";
import { openForTwo } from "../support/convexHarness";
import { itemNamed } from "../support/inventory";

beforeEach(() => vi.useFakeTimers({ toFake: ["Date"] }));
afterEach(() => vi.useRealTimers());

it("an undone intake leaves the items of its color, and only the undo of its undo is offered", async () => {
  const { anna } = openForTwo();
  await anna.mutation(api.inventorySeed.seedDefaults, {});
  const { _id: itemId } = await itemNamed(anna, "Left End Cap");
  const takeIn = async (quantity: number) =>
    await anna.mutation(api.inventory.recordTxn, {
      ...{ itemId, type: "intake" as const, quantity },
      ...{ size: "5" as const, colorNumber: "180" },
    });
  await takeIn(3);
  vi.setSystemTime(Date.now() + 1_000);
  const mistake = await takeIn(40);
  vi.setSystemTime(Date.now() + 1_000);
  await anna.mutation(api.changes.undo, { id: mistake });
  const of = { colorNumber: "180" };
  const { items5 } = await anna.query(api.inventory.listColorBreakdown, of);
  expect(items5).toEqual([{ name: "Left End Cap", qty: 3 }]);
  const recent = await anna.query(api.changes.recent, {});
  expect(
    recent.slice(0, 3).map(({ isUndo, isUndone, isUndoable }) => [isUndo, isUndone, isUndoable]),
  ).toEqual([
    [true, false, true],
    [false, true, false],
    [false, false, true],
  ]);
  const undo = recent[0]!._id as Id<"changes">;
  await anna.mutation(api.changes.undo, { id: undo });
  const again = await anna.query(api.inventory.listColorBreakdown, of);
  expect(again.items5).toEqual([{ name: "Left End Cap", qty: 43 }]);
});

it("the history of a color's stock has only its transactions, and marks the undone ones", async () => {
  const { anna } = openForTwo();
  await anna.mutation(api.inventorySeed.seedDefaults, {});
  const { _id: itemId } = await itemNamed(anna, "Left End Cap");
  const takeIn = async (colorNumber: string, quantity: number) => {
    vi.setSystemTime(Date.now() + 1_000);
    return await anna.mutation(api.inventory.recordTxn, {
      ...{ itemId, type: "intake" as const, quantity },
      ...{ size: "5" as const, colorNumber },
    });
  };
  await takeIn("180", 3);
  await takeIn("200", 9);
  const mistake = await takeIn("180", 40);
  vi.setSystemTime(Date.now() + 1_000);
  await anna.mutation(api.changes.undo, { id: mistake });
  const historyOf = async (subject: string) => {
    const paginationOpts = { numItems: 10, cursor: null };
    const of = { subject, paginationOpts };
    const { page } = await anna.query(api.changes.ofSubject, of);
    return page.map(({ counts, isUndone }) => [counts?.["quantity"], isUndone]);
  };
  expect(await historyOf(stockSubject("gutter", "180"))).toEqual([
    [-40, false],
    [40, true],
    [3, false],
  ]);
  expect(await historyOf(stockSubject("trim", "180"))).toEqual([]);
});

it("the pages of the office's history have each change and transaction once, in order", async () => {
  const { anna } = openForTwo();
  await anna.mutation(api.inventorySeed.seedDefaults, {});
  const { _id: itemId } = await itemNamed(anna, "Left End Cap");
  const txn = {
    itemId,
    type: "intake",
    size: "5",
    colorNumber: "180",
  } as const;
  const mistake = await anna.mutation(api.inventory.recordTxn, {
    ...{ ...txn, quantity: 40 },
  });
  for (let price = 1; price <= 5; price += 1) {
    vi.setSystemTime(Date.now() + 600_000);
    await anna.mutation(api.inventory.upsertPrice, {
      itemId,
      size: "5",
      price,
    });
    if (price % 2 === 0) await anna.mutation(api.inventory.recordTxn, { ...txn, quantity: price });
  }
  vi.setSystemTime(Date.now() + 1_000);
  await anna.mutation(api.changes.undo, { id: mistake });
  const whole = await anna.query(api.changes.recent, {});
  expect(whole).toHaveLength(10);
  for (const numItems of [1, 2, 3, 7]) {
    const found: typeof whole = [];
    let cursor: string | null = null;
    for (;;) {
      const paginationOpts = { numItems, cursor };
      const next: FunctionReturnType<typeof api.changes.page> = await anna.query(api.changes.page, {
        paginationOpts,
      });
      expect(next.page.length).toBeLessThanOrEqual(numItems);
      found.push(...next.page);
      if (next.isDone) break;
      cursor = next.continueCursor;
    }
    expect(found).toEqual(whole);
  }
  // It was undone on an earlier page.
  expect(whole.find(({ _id }) => _id === mistake)).toMatchObject({
    isUndone: true,
    isUndoable: false,
  });
});
