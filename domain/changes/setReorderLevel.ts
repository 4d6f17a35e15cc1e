import { parseInput } from "../calls/inputRules";
import { DEFAULT_ITEM_CATEGORY, type ItemCategory } from "../stock/inventory";
import type { PriceSize } from "../stock/prices";
import { levelInput, stockSizeLabel } from "../stock/reorder";
import type { Change } from "./change";
import { requireColor, requireSize } from "./stockRows";
import { colorSubject, type NamedColor } from "./subjects";

/** The level below which a size of a color is ordered again; null clears it. */
interface LevelArgs {
  readonly colorNumber: string;
  readonly size: PriceSize;
  readonly level: number | null;
  readonly category?: ItemCategory | undefined;
}

export const setReorderLevel = {
  call: "inventory:setReorderLevel",
  reads: ({ colorNumber, category = DEFAULT_ITEM_CATEGORY }) => ({
    colors: [{ colorNumber, category }],
  }),
  apply: (rows, args) => {
    const { size, category = DEFAULT_ITEM_CATEGORY } = args;
    const { level } = parseInput(levelInput, { level: args.level });
    const color = requireColor(rows, args.colorNumber, category);
    if (size !== "any") requireSize(color.colorName, color.sizeOptions, size);
    const { colorNumber } = color;
    const of = { category, colorNumber, size, level };
    return [{ kind: "set", table: "levels", ...of }];
  },
  values: (args) => [fieldOf(args)],
  make: (color: NamedColor, args: Omit<LevelArgs, "colorNumber">) => ({
    args: { colorNumber: color.colorNumber, ...args },
    subject: colorSubject(color),
    field: fieldOf(args),
    label: `Reorder level ${stockSizeLabel(args.size)}`,
  }),
} satisfies Change<LevelArgs>;

function fieldOf({
  category = DEFAULT_ITEM_CATEGORY,
  size,
}: Pick<LevelArgs, "category" | "size">): string {
  return `reorder ${category} ${size}`;
}
