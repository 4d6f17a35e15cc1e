import { clsx } from "clsx";
import { useId } from "react";
import {
  convertGutter,
  formatDecimal,
  otherUnit,
  type LengthWeightUnit,
} from "@domain/stock/calculator";
import { GUTTER_SIZES, gutterSizeLabel, type GutterSize } from "@domain/stock/gutterSizes";
import { Card } from "@/components/ui/Card";

/** Gutter runs of a house in feet, and remnants of a coil in pounds. */
const AMOUNTS: Record<LengthWeightUnit, readonly number[]> = {
  ft: [10, 20, 30, 40, 50, 75, 100, 150, 200, 300],
  lb: [5, 10, 20, 30, 40, 50, 75, 100, 150, 200],
};

const TITLES: Record<LengthWeightUnit, string> = {
  ft: "Weight of common lengths",
  lb: "Length of common weights",
};

const CELL = "px-5 py-2 text-right tabular-nums";

interface CommonAmountsProps {
  /** The unit in which amounts are entered. */
  readonly unit: LengthWeightUnit;
  /** The chosen size, whose column stands out. */
  readonly size: GutterSize;
}

/** Round amounts in both sizes, to read without typing. */
export function CommonAmounts({ unit, size }: CommonAmountsProps) {
  const titleId = useId();
  const to = otherUnit(unit);
  return (
    <Card className="overflow-hidden">
      <h2 id={titleId} className="px-5 pt-4 pb-2 font-semibold">
        {TITLES[unit]}
      </h2>
      <table aria-labelledby={titleId} className="w-full table-fixed text-sm">
        <thead>
          <tr className="text-ink-muted">
            <th scope="col" className="px-5 py-2 text-left font-medium">
              {unit}
            </th>
            {GUTTER_SIZES.map((each) => (
              <th key={each} scope="col" className={clsx(CELL, "font-medium")}>
                {gutterSizeLabel(each)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {AMOUNTS[unit].map((amount) => (
            <tr key={amount} className="border-t border-line">
              <th scope="row" className="px-5 py-2 text-left font-normal tabular-nums">
                {amount} {unit}
              </th>
              {GUTTER_SIZES.map((each) => (
                <td
                  key={each}
                  className={clsx(CELL, each === size ? "font-medium" : "text-ink-muted")}
                >
                  {formatDecimal(convertGutter({ amount, from: unit, size: each }))} {to}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
}
