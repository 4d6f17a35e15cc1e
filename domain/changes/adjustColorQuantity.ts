import type { GutterSize } from "../stock/gutterSizes";
import { parseInput } from "../calls/inputRules";
import { DEFAULT_ITEM_CATEGORY, type ItemCategory } from "../stock/inventory";
import { adjustmentInput, stockAfter } from "../stock/inventoryInput";
import type { Change } from "./change";
import type { StockMove } from "./rows";
import { requireColor, requireSize } from "./stockRows";
import { colorSubject, type NamedColor } from "./subjects";

interface AdjustmentArgs {
  readonly colorNumber: string;
  /** A difference, which stays valid whatever else changes meanwhile. */
  readonly delta: number;
  readonly size?: GutterSize | undefined;
  readonly category?: ItemCategory | undefined;
}

export const adjustColorQuantity = {
  call: "inventory:adjustColorQuantity",
  reads: ({ colorNumber, category = DEFAULT_ITEM_CATEGORY }) => ({
    colors: [{ colorNumber, category }],
  }),
  apply: (rows, args) => {
    const { size, category = DEFAULT_ITEM_CATEGORY } = args;
    const { delta } = parseInput(adjustmentInput, { delta: args.delta });
    const color = requireColor(rows, args.colorNumber, category);
    requireSize(color.colorName, color.sizeOptions, size);
    const { colorNumber, quantity } = color;
    const field = "delta";
    const after = stockAfter(quantity, { delta, field });
    const move: StockMove = {
      kind: "move",
      table: "stock",
      type: "adjustment",
      ...{ category, colorNumber, size, delta, after, field },
    };
    return [move];
  },
  values: () => ["stock"],
  answer: ({ writes }) => {
    const [move] = writes;
    return move?.table === "stock" ? (move.after ?? 0) : 0;
  },
  make: (color: NamedColor, args: Omit<AdjustmentArgs, "colorNumber">) => ({
    args: { colorNumber: color.colorNumber, ...args },
    subject: colorSubject(color),
    // Each change is a difference: none replaces another.
    field: null,
    label: `Stock ${args.delta > 0 ? "+" : ""}${args.delta}`,
  }),
} satisfies Change<AdjustmentArgs>;
