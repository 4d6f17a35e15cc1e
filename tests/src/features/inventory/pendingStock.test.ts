// @vitest-environment node
import { makeFunctionReference } from "convex/server";
import type { JSONValue } from "convex/values";
import fc from "fast-check";
import { expect, it } from "vitest";
import type { OutboxItem } from "convex-outbox";
import { api } from "@convex/_generated/api";
import type { Id } from "@convex/_generated/dataModel";
import {
  withPendingPrices,
  withPendingStock,
  type Item,
} from "@/features/inventory/pendingStock";
import { lowStock } from "@domain/reorder";
import { verdictOn } from "@/offline/outbox/outboxServer";
import { aColor, anItem } from "../../../support/builders";
import { openForTwo } from "../../../support/convexHarness";

const GUTTER = anItem({
  _id: "gutter" as Id<"inventoryItems">,
  category: "gutter",
});
const TRIM = anItem({ _id: "trim" as Id<"inventoryItems">, category: "trim" });

function pending(
  call: OutboxItem["call"],
  args: Record<string, JSONValue>,
  state: OutboxItem["state"] = { kind: "waiting" },
): OutboxItem {
  return {
    id: JSON.stringify(args),
    order: 1,
    call,
    args,
    subject: { key: "k", label: "" },
    field: null,
    label: "",
    at: 1,
    release: "r1",
    attempts: 0,
    state,
  };
}

const adjust = (
  delta: number,
  more: Record<string, JSONValue> = {},
  state?: OutboxItem["state"],
) =>
  pending(
    "inventory:adjustColorQuantity",
    { colorNumber: "180", delta, ...more },
    state,
  );

const takeIn = (...entries: Record<string, JSONValue>[]) =>
  pending("inventory:recordIntake", { entries });

function stock(items: OutboxItem[], quantity = 10) {
  const [color] = withPendingStock(
    [aColor({ colorNumber: "180", quantity })],
    "gutter",
    { pending: items, items: [GUTTER, TRIM] },
  );
  return [color?.quantity, color?.waiting];
}

it("adds the differences that wait, and says how many wait", () => {
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

it("leaves out what the server would refuse: stock below zero", () => {
  expect(stock([adjust(-11), adjust(-9)])).toEqual([1, -9]);
});

it("shows the prices that wait on the item and its pair, the last one set", () => {
  const change = (args: Record<string, JSONValue>) =>
    pending("inventory:upsertAliasPrices", {
      sourceItemId: "gutter",
      aliasItemIds: ["trim"],
      ...args,
    });
  const items = [
    { ...GUTTER, _prices: [{ size: "6" as const, price: 3 }] },
    { ...TRIM, _prices: [] },
  ];
  const shown = withPendingPrices(items, [
    change({ price5: 4 }),
    change({ price5: 5, price6: null }),
  ]);
  const five = [{ size: "5", price: 5 }];
  expect(shown.map(({ _prices }) => _prices)).toEqual([five, five]);
});

const number = fc.constantFrom("180", "001", "999");
const aChange = fc.oneof(
  fc
    .record({
      colorNumber: number,
      delta: fc.integer({ min: -30, max: 30 }),
      category: fc.constantFrom("gutter", "trim"),
      size: fc.option(fc.constantFrom("5", "6"), { nil: undefined }),
    })
    .map(({ size, ...args }) =>
      pending("inventory:adjustColorQuantity", {
        ...args,
        ...(size !== undefined && { size }),
      }),
    ),
  fc
    .record({
      colorNumber: number,
      level: fc.option(fc.integer({ min: -1, max: 30 }), { nil: null }),
      category: fc.constantFrom("gutter", "trim"),
      size: fc.constantFrom("5", "6", "any"),
    })
    .map((args) => pending("inventory:setReorderLevel", args)),
  fc
    .array(
      fc.record({
        item: fc.nat({ max: 1 }),
        colorNumber: number.map((each) => `${each} - Brown`),
        quantity: fc.integer({ min: -1, max: 40 }),
      }),
      { minLength: 1, maxLength: 3 },
    )
    .map((entries) => pending("inventory:recordIntake", { entries })),
  fc
    .record({
      source: fc.nat({ max: 1 }),
      alias: fc.option(fc.nat({ max: 1 })),
      price5: fc.option(fc.integer({ min: -1, max: 9 }), { nil: null }),
    })
    .map((args) => pending("inventory:upsertAliasPrices", args)),
);

it("shows the stock and the prices that the server stores once the waiting changes are sent", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(aChange, { maxLength: 8 }), async (drawn) => {
      const { anna } = openForTwo();
      await anna.mutation(api.inventorySeed.seedDefaults, {});
      const read = async () => ({
        items: await anna.query(api.inventory.listItems, {}),
        colors: await anna.query(api.inventory.listColors, {}),
      });
      const { items, colors } = await read();
      const gutter = items.find(({ category }) => category === "gutter");
      const trim = items.find(({ category }) => category === "trim");
      const ids = [gutter?._id ?? "", trim?._id ?? ""];
      const changes = drawn.map((change) => withItemIds(change, ids));
      const shown = {
        stock: withPendingStock(colors, "gutter", { pending: changes, items }),
        prices: withPendingPrices(items, changes),
      };
      for (const { call, args } of changes)
        await anna
          .mutation(makeFunctionReference<"mutation">(call), { ...args })
          .catch((error: unknown) => expect(verdictOn(error)).not.toBeNull());
      const stored = await read();
      expect(shown.stock.map(({ quantity }) => quantity)).toEqual(
        stored.colors.map(({ quantity }) => quantity),
      );
      expect(shown.stock.map(lowStock)).toEqual(stored.colors.map(lowStock));
      expect(shown.prices.map(pricesBySize)).toEqual(
        stored.items.map(pricesBySize),
      );
    }),
    { numRuns: 25 },
  );
});

function pricesBySize({ _prices }: Item) {
  return Object.fromEntries(_prices.map(({ size, price }) => [size, price]));
}

/** The drawn items, by the ids of this run. */
function withItemIds(change: OutboxItem, ids: readonly string[]): OutboxItem {
  const idOf = (at: unknown) => ids[at as number] ?? "";
  const { entries, source, alias, ...args } = change.args;
  if (change.call === "inventory:recordIntake") {
    const rows = (entries as Record<string, JSONValue>[]).map(
      ({ item, ...row }) => ({ ...row, itemId: idOf(item), type: "intake" }),
    );
    return { ...change, args: { entries: rows } };
  }
  if (change.call !== "inventory:upsertAliasPrices") return change;
  const aliasItemIds = alias === null ? [] : [idOf(alias)];
  const ofItems = { sourceItemId: idOf(source), aliasItemIds };
  return { ...change, args: { ...args, ...ofItems } };
}
