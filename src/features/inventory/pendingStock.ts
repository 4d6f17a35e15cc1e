/**
 * The stock and the prices as they will be once the changes that wait on this device are on the server, by the rules of
 * domain/changes.
 */
import type { FunctionReturnType } from "convex/server";
import type { OutboxItem } from "convex-outbox";
import type { api } from "@convex/_generated/api";
import {
  moveOfAdjustment,
  moveOfIntake,
  stockAfter,
  type Adjustment,
  type IntakeRow,
  type StockMove,
} from "@domain/changes/moveStock";
import { levelOfChange, type SetLevel } from "@domain/changes/setLevel";
import {
  pricesOfChange,
  withPrice,
  type SetPricesArgs,
} from "@domain/changes/setPrices";
import { invalidData, notFoundData, Refusal } from "@domain/refusals";
import type { ItemCategory } from "@domain/inventory";
import { unknownColorSentence } from "@domain/inventoryInput";
import { withSizeMove } from "@domain/reorder";

export type Item = FunctionReturnType<typeof api.inventory.listItems>[number];
export type Color = FunctionReturnType<typeof api.inventory.listColors>[number];

type Pending = readonly OutboxItem[];

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
  const before: Stock = new Map(
    colors.map((color) => [color.colorNumber, color]),
  );
  const after = unanswered(pending).reduce(
    (stock, change) =>
      unlessRefused(stock, () =>
        change.call === "inventory:setReorderLevel"
          ? withLevel(stock, change.args as unknown as SetLevel, category)
          : movesOf(change, items).reduce(
              (moved, move) => withMove(moved, move, category),
              stock,
            ),
      ),
    before,
  );
  return colors.map((color) => {
    const shown = after.get(color.colorNumber) ?? color;
    return { ...shown, waiting: shown.quantity - color.quantity };
  });
}

export function withPendingPrices(
  items: readonly Item[],
  pending: Pending,
): Item[] {
  return unanswered(pending)
    .filter(({ call }) => call === "inventory:upsertAliasPrices")
    .reduce<Item[]>(
      (shown, { args }) => unlessRefused(shown, () => withPrices(shown, args)),
      [...items],
    );
}

function unanswered(pending: Pending): Pending {
  return pending.filter(({ state }) => state.kind !== "refused");
}

/** What the server would refuse changes nothing. */
function unlessRefused<Rows>(rows: Rows, change: () => Rows): Rows {
  try {
    return change();
  } catch (error) {
    if (error instanceof Refusal) return rows;
    throw error;
  }
}

/** The arguments are those of the call: this page, or an earlier release, has written them. */
function movesOf(
  { call, args }: OutboxItem,
  items: readonly Item[],
): StockMove[] {
  if (call === "inventory:adjustColorQuantity")
    return [moveOfAdjustment(args as unknown as Adjustment)];
  if (call !== "inventory:recordIntake") return [];
  const rows = args["entries"] as unknown as readonly (IntakeRow & {
    readonly itemId: string;
  })[];
  return rows.map((row) => {
    const item = items.find(({ _id }) => _id === row.itemId);
    if (item === undefined) throw new Refusal(notFoundData("item", "itemId"));
    return moveOfIntake(row, item.category);
  });
}

/** The stock of the colors of a category, by color number. */
type Stock = ReadonlyMap<string, Color>;

function withMove(
  stock: Stock,
  { colorNumber, ...move }: StockMove,
  category: ItemCategory,
): Stock {
  if (colorNumber === undefined) return stock;
  const color = colorIn(stock, colorNumber);
  if (move.category !== category) return stock;
  const quantity = stockAfter(color.quantity, move);
  const sizes = color.sizes && withSizeMove(color.sizes, move);
  return new Map([...stock, [colorNumber, { ...color, quantity, sizes }]]);
}

function withLevel(
  stock: Stock,
  args: SetLevel,
  category: ItemCategory,
): Stock {
  const { size, level, ...set } = levelOfChange(args);
  const color = colorIn(stock, set.colorNumber);
  if (set.category !== category) return stock;
  const others = color.levels.filter((each) => each.size !== size);
  const levels = [...others, { size, level }];
  return new Map([...stock, [set.colorNumber, { ...color, levels }]]);
}

function colorIn(stock: Stock, colorNumber: string): Color {
  const color = stock.get(colorNumber);
  if (color === undefined)
    throw new Refusal(
      invalidData("colorNumber", unknownColorSentence(colorNumber)),
    );
  return color;
}

function withPrices(items: readonly Item[], args: OutboxItem["args"]): Item[] {
  const change = args as unknown as SetPricesArgs;
  const { aliases, prices } = pricesOfChange(change);
  const ids = [change.sourceItemId, ...aliases];
  return items.map((item) =>
    ids.includes(item._id)
      ? { ...item, _prices: prices.reduce(withPrice, item._prices) }
      : item,
  );
}
