import { invalidData, Refusal } from "../refusals";
import { ALIAS_IS_SOURCE, sizePricesInput } from "../priceInput";
import type { PriceSize, SizePrice } from "../prices";
import { parseInput } from "./change";

export interface SetPricesArgs<ItemId extends string = string> {
  readonly sourceItemId: ItemId;
  /** The items of a pair, which have the same prices. */
  readonly aliasItemIds: readonly ItemId[];
  /** A missing price stays as it is; null clears it. */
  readonly price5?: number | null | undefined;
  readonly price6?: number | null | undefined;
}

export interface NewPrice {
  readonly size: PriceSize;
  /** Null clears the price. */
  readonly price: number | null;
}

/** The prices that the change sets, and the other items that get them. */
export function pricesOfChange<ItemId extends string>({
  sourceItemId,
  aliasItemIds,
  ...args
}: SetPricesArgs<ItemId>) {
  const { price5, price6 } = parseInput(sizePricesInput, args);
  const aliases = [...new Set(aliasItemIds)];
  if (aliases.includes(sourceItemId))
    throw new Refusal(invalidData("aliasItemIds", ALIAS_IS_SOURCE));
  const given = [
    { size: "5", price: price5 },
    { size: "6", price: price6 },
  ] as const;
  const prices = given.flatMap(({ size, price }): NewPrice[] =>
    price === undefined ? [] : [{ size, price }],
  );
  return { aliases, prices };
}

/** The prices of an item with one of them set. */
export function withPrice(
  prices: readonly SizePrice[],
  { size, price }: NewPrice,
): SizePrice[] {
  const others = prices.filter((each) => each.size !== size);
  return price === null ? others : [...others, { size, price }];
}
