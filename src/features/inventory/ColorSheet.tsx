import { ITEM_CATEGORY_LABELS, sizeBadge, type ItemCategory } from "@domain/stock/inventory";
import { lowStock, lowStockText } from "@domain/stock/reorder";
import { formatCount } from "@domain/text/text";
import type { StockedColor } from "@/offline/inventoryQueries";

const CELL = "border-t border-line py-1 pr-3 align-baseline last:pr-0";
const HEAD = "py-1 pr-3 text-left font-medium last:pr-0";

interface ColorSheetProps {
  readonly colors: readonly StockedColor[];
  readonly category: ItemCategory;
}

/** The colors on paper: a table in black, since many colors of paint cannot be read on white. */
export function ColorSheet({ colors, category }: ColorSheetProps) {
  return (
    <table className="w-full border-collapse text-sm text-ink tabular-nums">
      <caption className="pb-2 text-left text-base font-semibold">
        {ITEM_CATEGORY_LABELS[category]}
      </caption>
      <thead>
        <tr>
          <th scope="col" className={`${HEAD} w-20`}>
            Number
          </th>
          <th scope="col" className={HEAD}>
            Color
          </th>
          <th scope="col" className={`${HEAD} w-20`}>
            Inches
          </th>
          <th scope="col" className={`${HEAD} w-24 text-right!`}>
            In stock
          </th>
          <th scope="col" className={`${HEAD} w-60 pl-3`}>
            To order
          </th>
        </tr>
      </thead>
      <tbody>
        {colors.map((color) => (
          <tr key={color.colorNumber} className="break-inside-avoid">
            <td className={CELL}>{color.colorNumber}</td>
            <th scope="row" className={`${CELL} text-left font-semibold wrap-anywhere`}>
              {color.colorName}
            </th>
            <td className={CELL}>{sizeBadge(color.sizeOptions)}</td>
            <td className={`${CELL} text-right font-semibold`}>{formatCount(color.quantity)}</td>
            <td className={`${CELL} pl-3`}>{lowStock(color).map(lowStockText).join(", ")}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
