/**
 * The stock and the prices as they will be once the changes that wait on this
 * device are on the server, by the rules that the server applies. Stock changes
 * are differences: they hold whatever else happens meanwhile.
 */
import type { FunctionReturnType } from "convex/server";
import * as z from "zod/mini";
import type { api } from "@convex/_generated/api";
import {
  colorNumberOf,
  DEFAULT_ITEM_CATEGORY,
  type ItemCategory,
} from "@domain/inventory";
import { stockRefusal } from "@domain/inventoryInput";
import type { PriceSize } from "@domain/prices";
import type { OutboxItem } from "@/lib/outbox/outboxItem";

export type Item = FunctionReturnType<typeof api.inventory.listItems>[number];
export type Color = FunctionReturnType<typeof api.inventory.listColors>[number];

export const RECORD_INTAKE = "inventory:recordIntake";
export const ADJUST_COLOR = "inventory:adjustColorQuantity";
export const SET_PRICES = "inventory:upsertAliasPrices";

type Pending = readonly OutboxItem[];

interface Difference {
  readonly colorNumber: string;
  readonly category: ItemCategory | undefined;
  readonly delta: number;
}

const intake = z.object({
  entries: z.array(
    z.object({
      itemId: z.string(),
      quantity: z.number(),
      colorNumber: z.optional(z.string()),
    }),
  ),
});

const adjustment = z.object({
  colorNumber: z.string(),
  delta: z.number(),
  category: z.optional(z.string()),
});

const price = z.optional(z.nullable(z.number()));
const prices = z.object({
  sourceItemId: z.string(),
  aliasItemIds: z.array(z.string()),
  price5: price,
  price6: price,
});

export type StockedColor = Color & {
  /** The part of the quantity that the server does not have yet. */
  readonly waiting: number;
};

/** The colors of a category with the differences that wait. `items` tell the category of an intake. */
export function withPendingStock(
  colors: readonly Color[],
  category: ItemCategory,
  { pending, items }: { pending: Pending; items: readonly Item[] },
): StockedColor[] {
  const differences = unanswered(pending).flatMap((change) =>
    differencesOf(change, items),
  );
  return colors.map((color) => {
    const own = differences.filter(
      (each) =>
        each.colorNumber === color.colorNumber && each.category === category,
    );
    const quantity = own.reduce(
      // What the server would refuse changes nothing.
      (before, { delta }) =>
        stockRefusal(before, delta) === null ? before + delta : before,
      color.quantity,
    );
    return { ...color, quantity, waiting: quantity - color.quantity };
  });
}

export function withPendingPrices(
  items: readonly Item[],
  pending: Pending,
): Item[] {
  const changes = unanswered(pending).flatMap(({ call, args }) => {
    const read = prices.safeParse(args);
    return call === SET_PRICES && read.success ? [read.data] : [];
  });
  return items.map((item) =>
    changes.reduce((shown, change) => {
      const { sourceItemId, aliasItemIds, price5, price6 } = change;
      return [sourceItemId, ...aliasItemIds].includes(item._id)
        ? withPrice(withPrice(shown, "5", price5), "6", price6)
        : shown;
    }, item),
  );
}

function unanswered(pending: Pending): Pending {
  return pending.filter(({ state }) => state.kind !== "refused");
}

function differencesOf(
  { call, args }: OutboxItem,
  items: readonly Item[],
): Difference[] {
  if (call === ADJUST_COLOR) {
    const read = adjustment.safeParse(args);
    if (!read.success) return [];
    const { category = DEFAULT_ITEM_CATEGORY, ...rest } = read.data;
    return [{ ...rest, category: category as ItemCategory }];
  }
  if (call !== RECORD_INTAKE) return [];
  const read = intake.safeParse(args);
  const entries = read.success ? read.data.entries : [];
  return entries.flatMap(({ itemId, quantity, colorNumber = "" }) => {
    const category = items.find(({ _id }) => _id === itemId)?.category;
    const number = colorNumberOf(colorNumber);
    return number === null
      ? []
      : [{ colorNumber: number, category, delta: quantity }];
  });
}

/** Undefined leaves the price; null clears it. */
function withPrice(
  item: Item,
  size: PriceSize,
  next: number | null | undefined,
): Item {
  if (next === undefined) return item;
  const others = item._prices.filter((each) => each.size !== size);
  return {
    ...item,
    _prices: next === null ? others : [...others, { size, price: next }],
  };
}
