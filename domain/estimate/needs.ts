/** What lines draw from stock. */
import { convertGutter } from "../stock/calculator";
import type { GutterSize } from "../stock/gutterSizes";
import { roundToCents } from "../text/money";
import { DEFAULT_WASTE_PERCENT, type OfficeSettings } from "../job/officeSettings";
import { lineName, sumOf, type LineFields, type Taken } from "./lines";
import type { UnitName } from "./units";

/** Seamless gutter is formed at the house from a coil of its color and size. */
const FORMED_SKU = "GUT-SEAMLESS";
export const COIL_SKU = "GUT-COIL";

/** A stock of an item, by the size and the color that it has. */
export interface StockPlace {
  readonly itemId: string;
  readonly size?: GutterSize | undefined;
  readonly colorNumber?: string | undefined;
}

export interface Need extends Omit<StockPlace, "itemId"> {
  readonly name: string;
  /** Missing while the side of a pair is open, and of an office that has no such item. */
  readonly itemId?: string | undefined;
  readonly unit: UnitName;
  readonly quantity: number;
  /** When the first job needs it. */
  readonly at?: number | undefined;
}

/** What the office cuts off a gutter, in percent. */
export function wasteOf({ waste_percent = DEFAULT_WASTE_PERCENT }: OfficeSettings): number {
  return waste_percent;
}

/** What the needs of lines depend on, beside the lines. */
export interface Office {
  /** The item of `COIL_SKU`, of which seamless gutter is formed; undefined if the office has none. */
  readonly coil: { readonly _id: string; readonly name: string } | undefined;
  /** What is cut off, in percent of the gutter. */
  readonly wastePercent: number;
}

type NeededFields = Pick<
  LineFields,
  "name" | "itemId" | "sku" | "unit" | "size" | "colorNumber" | "quantity"
>;

export type TakenLine = LineFields & Taken;

/** What a line draws from stock: feet of coil with waste, rounded up. Null for a line without an item. */
export function needOf(line: NeededFields, { coil, wastePercent }: Office): Need | null {
  const { name, itemId, sku, unit, size, colorNumber, quantity } = line;
  if (unit === undefined) return null;
  if (sku !== FORMED_SKU) return { name, itemId, unit, size, colorNumber, quantity };
  return {
    ...{ name: coil?.name ?? "Gutter Coil", itemId: coil?._id, unit },
    ...{ size, colorNumber },
    quantity: Math.ceil((quantity * (100 + wastePercent)) / 100),
  };
}

/** What a person looks for in stock: "Gutter Coil .032, 6 in, 80 Degree White". */
export function stockName(line: LineFields, office: Office): string {
  return lineName({ ...line, name: needOf(line, office)?.name ?? line.name });
}

/** The sums over the lines of one job, stored beside them, so that many jobs are read at once. */
export interface LineSums {
  readonly cents: number | undefined;
  readonly unpriced: number;
  readonly lines: number;
  /** The needs by item, size and color, before the office's waste is added. */
  readonly needs: readonly NeededFields[];
  readonly taken: readonly (StockPlace & { readonly quantity: number })[];
}

export function sumsOf(lines: readonly TakenLine[]): LineSums {
  const { cents, unpriced } = sumOf(lines);
  return {
    ...{ cents: cents ?? undefined, unpriced, lines: lines.length },
    needs: summed(
      lines
        .filter(({ unit }) => unit !== undefined)
        .map(({ name, itemId, sku, unit, size, colorNumber, quantity }) => ({
          ...{ name, itemId, sku, unit, size, colorNumber, quantity },
        })),
    ),
    taken: summed(
      lines.flatMap((line) => {
        const { taken: quantity = 0 } = line;
        const place = takenPlace(line);
        return place === null ? [] : [{ ...place, quantity }];
      }),
    ),
  };
}

/** What jobs still need beyond what was taken for them: that is no longer in stock. The first needed item first. */
export function needsOf(
  jobs: readonly (Pick<LineSums, "needs" | "taken"> & Pick<Need, "at">)[],
  office: Office,
): Need[] {
  return summed(
    jobs.flatMap(({ needs, taken, at }) =>
      summed(needs.flatMap((line) => needOf(line, office) ?? []))
        .map((need) => {
          const had = taken.find((each) => placeKey(each) === placeKey(need));
          const quantity = need.quantity - (had?.quantity ?? 0);
          return { ...need, quantity, at };
        })
        .filter(({ quantity }) => quantity > 0),
    ),
  );
}

/** The sums by item, size and color; rows without an item are summed by name. */
function summed<Row extends Place & { readonly quantity: number }>(rows: readonly Row[]): Row[] {
  const sums = new Map<string, Row>();
  for (const row of rows) {
    const place = placeKey(row);
    const first = sums.get(place) ?? { ...row, quantity: 0 };
    sums.set(place, { ...first, quantity: first.quantity + row.quantity });
  }
  return [...sums.values()];
}

/** The whole pounds of a coil's feet, rounded up. Null for an item that is not counted in feet of a size. */
export function poundsOf({
  unit,
  size,
  quantity,
}: Pick<Need, "unit" | "size" | "quantity">): number | null {
  if (unit !== "foot" || size === undefined) return null;
  const pounds = convertGutter({ amount: quantity, from: "ft", size });
  // 150 ft of 0.56 lb are 84.00000000000001 to a computer.
  return Math.ceil(roundToCents(pounds));
}

/** A need beside the stock of it; null where no item is known. */
export interface StockedNeed extends Omit<Need, "itemId"> {
  readonly inStock: number | null;
}

/** What has to be bought; null where no stock is known. */
export function shortOf({ quantity, inStock }: StockedNeed): number | null {
  return inStock === null ? null : Math.max(quantity - inStock, 0);
}

/** The order of the list: items that are short, then those whose stock is not counted, then those that suffice. */
export function shortFirst<Row extends StockedNeed>(needs: readonly Row[]): Row[] {
  const rankOf = (need: Row) => {
    const short = shortOf(need);
    if (short === null) return 1;
    return short > 0 ? 0 : 2;
  };
  return needs.toSorted((a, b) => rankOf(a) - rankOf(b));
}

export function takenPlace({
  takenItem: itemId,
  takenSize: size,
  takenColor: colorNumber,
}: Taken): StockPlace | null {
  return itemId === undefined ? null : { itemId, size, colorNumber };
}

/** A place in stock, or what a line without an item is called. */
interface Place extends Omit<StockPlace, "itemId"> {
  readonly itemId?: string | undefined;
  readonly name?: string | undefined;
}

export function placeKey({ itemId, name, size, colorNumber }: Place): string {
  return JSON.stringify([itemId ?? name, size ?? null, colorNumber ?? null]);
}
