import type { GutterSize } from "../stock/gutterSizes";
import { parseInput } from "../calls/inputRules";
import { colorNumberOf, itemSizes } from "../stock/inventory";
import { intakeInput, stockAfter } from "../stock/inventoryInput";
import { counted } from "../text/text";
import { ofEach, type Change, type Definition } from "./change";
import type { Reads, Rows, StockMove } from "./rows";
import { requireColor, requireItem, requireSize } from "./stockRows";

/** One row of a delivery. */
interface IntakeRow {
  readonly type: "intake";
  readonly itemId: string;
  readonly quantity: number;
  readonly size?: GutterSize | undefined;
  /** The color as a person typed it: see `colorNumberOf`. */
  readonly colorNumber?: string | undefined;
}

interface IntakeArgs {
  readonly entries: readonly IntakeRow[];
}

/** Takes in all rows of one delivery, or none. */
export const recordIntake = {
  call: "inventory:recordIntake",
  reads: ({ entries }) => readsOf(entries),
  apply: (rows, { entries }) => {
    const stock = new RunningStock(rows);
    const list = "entries";
    return ofEach(list, entries, (entry, at) => [
      { ...moveOf(stock, entry), row: { list, at, of: entries.length } },
    ]);
  },
  values: () => ["stock"],
  answer: ({ ids }) => ids,
  make: (entries: readonly IntakeRow[], key: string) => ({
    args: { entries },
    subject: { key, label: "Inventory" },
    field: null,
    label: `Intake of ${counted(entries.length, "row")}`,
  }),
} satisfies Change<IntakeArgs>;

/** Takes in one row. No screen makes this change. */
export const recordTxn = {
  call: "inventory:recordTxn",
  reads: (entry) => readsOf([entry]),
  apply: (rows, entry) => [moveOf(new RunningStock(rows), entry)],
  answer: ({ ids }) => ids[0],
} satisfies Definition<IntakeRow>;

function readsOf(entries: readonly IntakeRow[]): Reads {
  return {
    items: entries.map(({ itemId }) => itemId),
    colors: entries.flatMap(({ itemId, colorNumber: typed }) => {
      const colorNumber = colorOf(typed);
      return colorNumber === undefined ? [] : [{ colorNumber, itemId }];
    }),
  };
}

/** The color that a typed text names: "180 - Musket Brown" is color 180. */
function colorOf(typed = ""): string | undefined {
  return colorNumberOf(typed) ?? (typed.trim() || undefined);
}

/** The stock while the rows of a delivery are taken in. */
class RunningStock {
  readonly rows: Rows;
  readonly #quantities = new Map<string, number>();

  constructor(rows: Rows) {
    this.rows = rows;
  }

  /** The quantity of the color after the move. */
  after({ colorNumber = "", category, ...move }: Omit<StockMove, "after">, before: number): number {
    const name = `${category} ${colorNumber}`;
    const quantity = stockAfter(this.#quantities.get(name) ?? before, move);
    this.#quantities.set(name, quantity);
    return quantity;
  }
}

function moveOf(stock: RunningStock, entry: IntakeRow): StockMove {
  const { itemId, size, colorNumber: typed, quantity } = entry;
  const item = requireItem(stock.rows, itemId, "itemId");
  const { quantity: delta } = parseInput(intakeInput, { quantity });
  requireSize(item.name, itemSizes(item), size);
  const { category } = item;
  const named = colorOf(typed);
  const color = named === undefined ? undefined : requireColor(stock.rows, named, category);
  const move = {
    kind: "move",
    table: "stock",
    type: "intake",
    ...{ itemId, itemName: item.name, category },
    ...{ colorNumber: color?.colorNumber, size, delta },
    isNewSize: color !== undefined && size !== undefined && !color.sizeOptions.includes(size),
    field: "quantity",
  } as const;
  return { ...move, after: color && stock.after(move, color.quantity) };
}
