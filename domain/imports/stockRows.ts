/** Counted stock and prices. One row of a file may hold several of them. */
import { GUTTER_SIZES, type GutterSize } from "../gutterSizes";
import {
  DEFAULT_ITEM_CATEGORY,
  ITEM_CATEGORIES,
  ITEM_CATEGORY_LABELS,
  parseQuantity,
  type ItemCategory,
} from "../inventory";
import { parseHex } from "../colors";
import { HEX_UNKNOWN } from "../colorInput";
import { checkInput } from "../inputRules";
import { MAX_STOCK } from "../inventoryInput";
import { ITEM_PRICE_OUT_OF_RANGE, priceInput } from "../priceInput";
import { formatCount, matchOption } from "../text";
import { MAX_NAME_LENGTH } from "./chunks";
import { STOCK_FIELDS, type ImportField } from "./fields";
import type { RowReader } from "./rowReader";
import type { PriceImportRow, StockImportRow } from "./rows";

const COUNT_OUT_OF_RANGE = `Enter a whole number from 0 to ${formatCount(MAX_STOCK)}.`;
const COLOR_REQUIRED = "A color number is required.";
const CATEGORY_REQUIRED = "Choose one of the categories of the inventory.";
const ITEM_REQUIRED = "The name or the SKU of an item is required.";
const SIZE_UNKNOWN = "The sizes are 5 and 6 inch.";
const QUANTITY_REQUIRED = "This row has no quantity, hex color or sizes.";
const AMOUNT_REQUIRED = "This row has no price.";

const NAME_TOO_LONG = `Keep the name under ${MAX_NAME_LENGTH + 1} characters.`;

export function readStockRows(reader: RowReader): StockImportRow[] {
  const colorNumber = reader.text("color_number");
  if (colorNumber === "") reader.fault(COLOR_REQUIRED, "color_number");
  reader.allows("colorNumber", "color_number");
  const colorName = readName(reader, "color_name");
  const hexColor = readHex(reader);
  const sizeOptions = readSizes(reader, "sizes");
  const size = readSize(reader);
  const counts = readCounts(reader);
  const isColor = hexColor !== undefined || sizeOptions.length > 0;
  if (counts.length === 0 && !isColor && reader.faults.length === 0)
    reader.fault(QUANTITY_REQUIRED, "quantity");
  if (reader.faults.length > 0) return [];
  const color = {
    kind: "stock",
    line: reader.line,
    category: DEFAULT_ITEM_CATEGORY,
    colorNumber,
    ...(colorName !== "" && { colorName }),
    ...(hexColor !== undefined && { hexColor }),
    ...(sizeOptions.length > 0 && { sizeOptions }),
    ...(size !== undefined && { size: Number(size) }),
    leftovers: reader.leftovers,
  } as const;
  if (counts.length === 0) return [color];
  return counts.map(([category, quantity]) => ({
    ...color,
    category,
    quantity,
  }));
}

function readHex(reader: RowReader): string | undefined {
  const text = reader.text("hex");
  const hex = parseHex(text);
  if (text !== "" && hex === null) reader.fault(HEX_UNKNOWN, "hex");
  return hex ?? undefined;
}

/** A column for each category, or one with the quantity and one with the category. */
function readCounts(reader: RowReader): [ItemCategory, number][] {
  const columns = STOCK_FIELDS.map((field, index) => {
    const category = ITEM_CATEGORIES[index] ?? DEFAULT_ITEM_CATEGORY;
    return [category, field] as const;
  });
  return [...columns, [readCategory(reader), "quantity"] as const].flatMap(
    ([category, field]) => {
      if (reader.text(field) === "") return [];
      const quantity = parseQuantity(reader.text(field).replaceAll(",", ""));
      if (quantity !== null && quantity >= 0 && quantity <= MAX_STOCK)
        return [[category, quantity] as [ItemCategory, number]];
      reader.fault(COUNT_OUT_OF_RANGE, field);
      return [];
    },
  );
}

function readCategory(reader: RowReader): ItemCategory {
  const text = reader.text("category");
  if (text === "") return DEFAULT_ITEM_CATEGORY;
  const found =
    matchOption(ITEM_CATEGORIES, text) ??
    ITEM_CATEGORIES.find(
      (category) =>
        matchOption([ITEM_CATEGORY_LABELS[category], `${category}s`], text) !==
        null,
    );
  if (found === undefined) reader.fault(CATEGORY_REQUIRED, "category");
  return found ?? DEFAULT_ITEM_CATEGORY;
}

/** "5 & 6", "5, 6" or "5". */
function readSizes(reader: RowReader, field: "size" | "sizes"): GutterSize[] {
  const text = reader.text(field);
  const words: string[] = text.match(/\d+/g) ?? [];
  const sizes = GUTTER_SIZES.filter((size) => words.includes(size));
  if (text !== "" && sizes.length !== words.length)
    reader.fault(SIZE_UNKNOWN, field);
  return sizes;
}

/** Undefined for any size. */
function readSize(reader: RowReader): GutterSize | undefined {
  const text = reader.text("size");
  if (text === "" || /^any/i.test(text)) return undefined;
  const [size, other] = readSizes(reader, "size");
  if (other !== undefined) reader.fault(SIZE_UNKNOWN, "size");
  return size;
}

function readName(reader: RowReader, field: ImportField): string {
  const text = reader.text(field);
  if (text.length > MAX_NAME_LENGTH) reader.fault(NAME_TOO_LONG, field);
  return text;
}

export function readPriceRows(reader: RowReader): PriceImportRow[] {
  const name = readName(reader, "item");
  const item = readName(reader, "sku") || name;
  if (item === "") reader.fault(ITEM_REQUIRED, "item");
  const size = readSize(reader);
  const prices = [
    [5, "price_5"],
    [6, "price_6"],
    [undefined, "price_any"],
    [size === undefined ? undefined : Number(size), "price"],
  ] as const;
  const rows = prices.flatMap(([of, field]) => {
    const price = reader.money(field);
    if (price === undefined) return [];
    if (checkInput(priceInput, { price }).errors === undefined)
      return [{ ...(of !== undefined && { size: of }), price }];
    reader.fault(ITEM_PRICE_OUT_OF_RANGE, field);
    return [];
  });
  if (rows.length === 0 && reader.faults.length === 0)
    reader.fault(AMOUNT_REQUIRED);
  if (reader.faults.length > 0) return [];
  return rows.map((row) => ({
    kind: "prices",
    line: reader.line,
    item,
    ...row,
    leftovers: reader.leftovers,
  }));
}
