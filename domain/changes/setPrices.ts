import { GUTTER_SIZES } from "../stock/gutterSizes";
import { parseInput } from "../calls/inputRules";
import { ALIAS_IS_SOURCE, parseSizePrices, priceInput } from "../stock/priceInput";
import type { PriceSize } from "../stock/prices";
import { invalidData, Refusal } from "../calls/refusals";
import type { Change, Definition } from "./change";
import type { Rows, Write } from "./rows";
import { requireItem } from "./stockRows";

/** A missing price stays as it is; null clears it. */
interface SizePrices {
  readonly price5?: number | null | undefined;
  readonly price6?: number | null | undefined;
}

interface SetPricesArgs extends SizePrices {
  readonly sourceItemId: string;
  /** The items of a pair, which have the same prices. */
  readonly aliasItemIds: readonly string[];
}

interface NamedItem {
  readonly _id: string;
  readonly name: string;
}

/** Sets the prices of an item and of its paired items. */
export const setPrices = {
  call: "inventory:upsertAliasPrices",
  reads: ({ sourceItemId, aliasItemIds }) => ({
    items: [sourceItemId, ...aliasItemIds],
  }),
  apply: (rows, { sourceItemId, aliasItemIds, ...args }) => {
    const { price5, price6 } = parseSizePrices(args);
    const aliases = [...new Set(aliasItemIds)];
    if (aliases.includes(sourceItemId))
      throw new Refusal(invalidData("aliasItemIds", ALIAS_IS_SOURCE));
    const items = [
      requireItem(rows, sourceItemId, "sourceItemId"),
      ...aliases.map((id) => requireItem(rows, id, "aliasItemIds")),
    ];
    return items.flatMap(({ _id }) => [...priceOf(_id, "5", price5), ...priceOf(_id, "6", price6)]);
  },
  values: (args) => sizesIn(args).map((size) => `price${size}`),
  make: (item: NamedItem, pair: NamedItem | null, prices: SizePrices) => ({
    args: {
      sourceItemId: item._id,
      aliasItemIds: pair ? [pair._id] : [],
      ...prices,
    },
    subject: {
      key: item._id,
      label: pair ? `${item.name} and ${pair.name}` : item.name,
    },
    // A price of either item of a pair applies to both.
    ...(pair && { needs: [pair._id] }),
    field: `price ${sizesIn(prices).join(" ")}`,
    label: "Price",
  }),
} satisfies Change<SetPricesArgs>;

interface SetPriceArgs {
  readonly itemId: string;
  readonly size: PriceSize;
  readonly price: number | null;
}

/** Sets one price of an item; null clears it. No screen makes this change. */
export const upsertPrice = {
  call: "inventory:upsertPrice",
  reads: ({ itemId }) => ({ items: [itemId] }),
  apply: (rows: Rows, { itemId, size, ...args }) => {
    const { price } = parseInput(priceInput, args);
    return priceOf(requireItem(rows, itemId, "itemId")._id, size, price);
  },
} satisfies Definition<SetPriceArgs>;

function priceOf(itemId: string, size: PriceSize, price: number | null | undefined): Write[] {
  return price === undefined ? [] : [{ kind: "set", table: "prices", itemId, size, price }];
}

function sizesIn(prices: SizePrices): string[] {
  return GUTTER_SIZES.filter((size) => `price${size}` in prices);
}
