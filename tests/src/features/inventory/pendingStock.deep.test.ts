// @vitest-environment node
import { makeFunctionReference } from "convex/server";
import type { JSONValue } from "convex/values";
import fc from "fast-check";
import { expect, it } from "vitest";
import type { OutboxItem } from "convex-outbox";
import { api } from "@convex/_generated/api";
import {
  withPendingPrices,
  withPendingStock,
  type Item,
} from "@/features/inventory/pendingStock";
import { lowStock } from "@domain/reorder";
import { verdictOn } from "@/offline/outbox/outboxServer";
import { openForTwo } from "../../../support/convexHarness";
import { pending } from "../../../support/pendingItem";

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
