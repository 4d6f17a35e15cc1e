import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { api } from "@convex/_generated/api";
import type { Id } from "@convex/_generated/dataModel";
import { openForTwo } from "../support/convexHarness";
import { itemNamed } from "../support/inventory";

beforeEach(() => vi.useFakeTimers({ toFake: ["Date"] }));
afterEach(() => vi.useRealTimers());

it("an undone intake is no longer among the items of its color, and is offered by its undo alone", async () => {
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
    recent
      .slice(0, 3)
      .map(({ isUndo, isUndone, isUndoable }) => [
        isUndo,
        isUndone,
        isUndoable,
      ]),
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
