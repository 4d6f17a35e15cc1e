// @vitest-environment node
import type { JSONValue } from "convex/values";
import { expect, it } from "vitest";
import type { OutboxItem } from "convex-outbox";
import type { Id } from "@convex/_generated/dataModel";
import { shownColors, shownItems } from "@/offline/inventoryQueries";
import { aColor, anItem } from "../../support/builders";
import { aWaiting } from "../../support/waitingItem";

const GUTTER = anItem({
  _id: "gutter" as Id<"inventoryItems">,
  category: "gutter",
  sizeOptions: ["5"],
});
const TRIM = anItem({
  _id: "trim" as Id<"inventoryItems">,
  category: "trim",
  sizeOptions: ["5"],
});

const adjust = (delta: number, more: Record<string, JSONValue> = {}, state?: OutboxItem["state"]) =>
  aWaiting("inventory:adjustColorQuantity", { colorNumber: "180", delta, ...more }, state);

const takeIn = (...entries: Record<string, JSONValue>[]) =>
  aWaiting("inventory:recordIntake", { entries });

function stock(items: OutboxItem[], quantity = 10) {
  const [color] = shownColors([aColor({ colorNumber: "180", quantity })], "gutter", {
    waiting: items,
    items: [GUTTER, TRIM],
  });
  return [color?.quantity, color?.waiting];
}

it("adds the waiting differences, and says how much waits", () => {
  const rows: Record<string, JSONValue>[] = [
    { itemId: "gutter", quantity: 40, colorNumber: "180", size: "5" },
    { itemId: "gutter", quantity: 2 },
  ];
  expect(stock([adjust(-4), takeIn(...rows)])).toEqual([46, 36]);
  expect(stock([])).toEqual([10, 0]);
});

it("leaves out other colors, other categories and refused changes", () => {
  const refusal = { kind: "refused", code: "INVALID", message: "" } as const;
  const others = [
    adjust(5, { colorNumber: "001" }),
    adjust(5, { category: "trim" }),
    adjust(5, {}, refusal),
    takeIn({ itemId: "trim", quantity: 3, colorNumber: "180" }),
    takeIn({ itemId: "gone", quantity: 3, colorNumber: "180" }),
  ];
  expect(stock(others)).toEqual([10, 0]);
});

it("shows the size that an intake of any category adds to the color, and adjusts it", () => {
  const five = { colorNumber: "180", quantity: 4, size: "5" };
  const shown = (...items: OutboxItem[]) => {
    const color = aColor({ colorNumber: "180", sizeOptions: ["6"] });
    const known = { waiting: items, items: [GUTTER, TRIM] };
    const [after] = shownColors([color], "gutter", known);
    return [after?.sizeOptions, after?.waiting];
  };
  const adjusted = adjust(3, { size: "5" });
  expect(shown(adjusted)).toEqual([["6"], 0]);
  const gutters = takeIn({ ...five, itemId: "gutter" });
  expect(shown(gutters, adjusted)).toEqual([["5", "6"], 7]);
  const trim = takeIn({ ...five, itemId: "trim" });
  expect(shown(trim, adjusted)).toEqual([["5", "6"], 3]);
});

it("leaves out changes that the server would refuse: stock below zero", () => {
  expect(stock([adjust(-11), adjust(-9)])).toEqual([1, -9]);
});

it("shows the waiting prices of the item and its pair, the last one set", () => {
  const change = (args: Record<string, JSONValue>) =>
    aWaiting("inventory:upsertAliasPrices", {
      sourceItemId: "gutter",
      aliasItemIds: ["trim"],
      ...args,
    });
  const items = [
    { ...GUTTER, _prices: [{ size: "6" as const, price: 3 }] },
    { ...TRIM, _prices: [] },
  ];
  const shown = shownItems(items, [change({ price5: 4 }), change({ price5: 5, price6: null })]);
  const five = [{ size: "5", price: 5 }];
  expect(shown.map(({ _prices }) => _prices)).toEqual([five, five]);
});

it("shows a waiting reorder level beside those of the other sizes", () => {
  const levels = [
    { size: "5" as const, level: 4 },
    { size: "6" as const, level: 2 },
  ];
  const set = (category: string, level: number | null) =>
    aWaiting("inventory:setReorderLevel", {
      ...{ colorNumber: "180", category, size: "6", level },
    });
  const shown = (...items: OutboxItem[]) =>
    shownColors([aColor({ levels })], "gutter", {
      waiting: items,
      items: [],
    })[0]?.levels;
  expect(shown(set("gutter", 9))).toEqual([
    { size: "5", level: 4 },
    { size: "6", level: 9 },
  ]);
  expect(shown(set("gutter", null))).toContainEqual({ size: "6", level: null });
  expect(shown(set("trim", 9))).toEqual(levels);
});
