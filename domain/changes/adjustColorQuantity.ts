import type { GutterSize } from "../gutterSizes";
import { DEFAULT_ITEM_CATEGORY, type ItemCategory } from "../inventory";
import {
  adjustmentInput,
  sizeNotOfferedSentence,
  stockAfter,
} from "../inventoryInput";
import { invalidData, Refusal } from "../refusals";
import { parseInput, requireColor, type Change } from "./change";
import type { StockMove } from "./rows";

interface AdjustmentArgs {
  readonly colorNumber: string;
  /** A difference, which stays valid whatever else changes meanwhile. */
  readonly delta: number;
  readonly size?: GutterSize | undefined;
  readonly category?: ItemCategory | undefined;
}

interface ShownColor {
  readonly _id: string;
  readonly colorNumber: string;
  readonly colorName: string;
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
  make: (color: ShownColor, args: Omit<AdjustmentArgs, "colorNumber">) => ({
    args: { colorNumber: color.colorNumber, ...args },
    subject: colorSubject(color),
    // Each is a difference: none replaces another.
    field: null,
    label: `Stock ${args.delta > 0 ? "+" : ""}${args.delta}`,
  }),
} satisfies Change<AdjustmentArgs>;

export function colorSubject({ _id, colorNumber, colorName }: ShownColor) {
  return { key: _id, label: `${colorNumber} ${colorName}` };
}

/** @throws Refusal if the thing does not come in the size. */
export function requireSize(
  thing: string,
  sizes: readonly GutterSize[],
  size: GutterSize | undefined,
): void {
  if (size !== undefined && !sizes.includes(size))
    throw new Refusal(invalidData("size", sizeNotOfferedSentence(thing, size)));
}
