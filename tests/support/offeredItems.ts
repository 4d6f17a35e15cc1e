import { CATALOGUE_COLORS, CATALOGUE_ITEMS, catalogueUnit } from "@domain/estimate/catalogue";
import { offersOf, type OfferedItem } from "@domain/estimate/lines";

/** The catalogue's items as a device has them. The id of an item is its SKU. */
export const ITEMS: readonly OfferedItem[] = CATALOGUE_ITEMS.map(({ prices, ...item }) => ({
  ...item,
  ...catalogueUnit(item.sku),
  _id: item.sku,
  _prices: prices,
}));

export const OFFERS = offersOf(ITEMS);

export const COLORS = CATALOGUE_COLORS;

export function offerNamed(name: string) {
  const offer = OFFERS.find((each) => each.name === name);
  if (offer === undefined) throw new Error(`No offer is called ${name}.`);
  return offer;
}
