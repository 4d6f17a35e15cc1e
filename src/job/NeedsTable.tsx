import type { FunctionReturnType } from "convex/server";
import { clsx } from "clsx";
import type { api } from "@convex/_generated/api";
import { dayKeyOf, formatShortDay } from "@domain/dates/days";
import { lineName, sidesOf } from "@domain/estimate/lines";
import { poundsOf, shortOf } from "@domain/estimate/needs";
import { quantityText } from "@domain/estimate/units";
import { formatCount } from "@domain/text/text";
import { useCatalogue } from "@/offline/useCatalogue";
import "./narrowRows.css";

export type NeededItem = FunctionReturnType<typeof api.lines.needed>["needs"][number];

interface NeedsTableProps {
  readonly needs: readonly NeededItem[];
  readonly caption: string;
  /** Whether each row says by when it is needed. */
  readonly hasDates?: boolean;
}

const NUMBER = "border-t border-line py-2 pl-2 text-right align-top tabular-nums";
const COLUMNS = ["Needed", "In stock", "Short"] as const;

/** Amounts that jobs need by item, size and color, beside the stock of each. */
export function NeedsTable({ needs, caption, hasDates }: NeedsTableProps) {
  const { colors = [] } = useCatalogue() ?? {};
  const colorOf = ({ colorNumber }: NeededItem) =>
    colors.find((color) => color.colorNumber === colorNumber)?.colorName ?? colorNumber;
  const undivided = needs
    .filter((need) => need.undivided > 0)
    .map((need) => `${formatCount(need.undivided)} of ${colorOf(need)}`);
  return (
    <>
      <table className="narrow-rows mb-6 w-full text-sm last:mb-0">
        <caption className="py-1 text-left font-semibold">{caption}</caption>
        <thead className="text-ink-muted">
          <tr>
            <th scope="col" className="py-1 text-left font-medium">
              Item
            </th>
            {COLUMNS.map((name) => (
              <th key={name} scope="col" className="w-16 py-1 pl-2 text-right font-medium sm:w-24">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {needs.map((need) => {
            const short = shortOf(need);
            return (
              <tr
                key={`${need.name} ${need.size} ${need.colorNumber}`}
                className="break-inside-avoid"
              >
                <th
                  scope="row"
                  className="border-t border-line py-2 text-left align-top font-normal wrap-anywhere"
                >
                  {lineName({ ...need, colorName: colorOf(need) })}
                  {hasDates && (
                    <span className="block text-ink-muted">
                      Needed by {formatShortDay(dayKeyOf(need.at))}
                    </span>
                  )}
                  {need.inStock === null && sidesOf(need.name) !== null && (
                    <span className="block text-ink-muted">Side not chosen</span>
                  )}
                </th>
                <td className={NUMBER}>
                  {quantityText(need.quantity, need.unit)}
                  <Weight {...need} />
                </td>
                <td className={NUMBER}>{orDash(need.inStock, need)}</td>
                <td
                  className={clsx(
                    NUMBER,
                    short ? "font-semibold text-danger-ink" : "text-ink-muted",
                  )}
                >
                  {orDash(short, need)}
                  {short ? <Weight {...need} quantity={short} /> : null}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      {undivided.length > 0 && (
        <p className="-mt-3 mb-6 text-sm text-ink-muted">
          {`Also in stock, counted without an item: ${[...new Set(undivided)].join("; ")}.`}
        </p>
      )}
    </>
  );
}

function orDash(quantity: number | null, { unit }: NeededItem): string {
  return quantity === null ? "–" : quantityText(quantity, unit);
}

/** Coil is bought by the pound. */
function Weight(need: NeededItem) {
  const pounds = need.isCoil ? poundsOf(need) : null;
  if (pounds === null) return null;
  return <span className="block font-normal text-ink-muted">{formatCount(pounds)} lb</span>;
}
