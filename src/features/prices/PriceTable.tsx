import { clsx } from "clsx";
import { useId } from "react";
import type { Id } from "@convex/_generated/dataModel";
import {
  GUTTER_SIZES,
  gutterSizeLabel,
  type GutterSize,
} from "@domain/gutterSizes";
import { formatMoney } from "@domain/money";
import { priceFor } from "@domain/prices";
import { Card } from "@/components/ui/Card";
import { EmptyState } from "@/components/ui/EmptyState";
import { LoadingData } from "@/components/ui/LoadingData";
import { SeedDefaults } from "@/features/inventory/SeedDefaults";
import type { Item } from "@/features/inventory/inventoryQueries";

const EDGES =
  "px-2 first:pl-5 last:pr-5 sm:px-5 print:first:pl-0 print:last:pr-0";
const HEAD = `sticky top-0 z-10 print:static border-b border-line bg-surface py-2 text-left font-medium text-ink-muted ${EDGES}`;
const CELL = `border-t border-line py-2 ${EDGES}`;

interface PriceTableProps {
  readonly items: readonly Item[] | undefined;
  readonly chosenId: Id<"inventoryItems"> | null;
  readonly onChoose: (itemId: Id<"inventoryItems">) => void;
}

export function PriceTable({ items, chosenId, onChoose }: PriceTableProps) {
  const titleId = useId();
  return (
    <Card className="overflow-hidden print:overflow-visible print:border-0 print:shadow-none">
      <h2 id={titleId} className="px-5 py-4 font-semibold print:px-0">
        Current Prices
      </h2>
      {items === undefined && (
        <div className="flex justify-center pb-10">
          <LoadingData what="The price list" />
        </div>
      )}
      {items?.length === 0 && (
        <EmptyState
          drawing="tag"
          action={<SeedDefaults label="Add the catalogue" />}
        >
          No items yet. Seed defaults brings the catalogue.
        </EmptyState>
      )}
      {items && items.length > 0 && (
        <div
          role="region"
          aria-labelledby={titleId}
          tabIndex={0}
          className="max-h-96 overflow-auto overscroll-contain focus-visible:-outline-offset-2 print:max-h-none print:overflow-visible"
        >
          <table className="w-full border-separate border-spacing-0 text-sm">
            <thead>
              <tr>
                <th scope="col" data-sku=", SKU" className={HEAD}>
                  Item
                </th>
                <th scope="col" className={clsx(HEAD, "max-sm:hidden")}>
                  SKU
                </th>
                {GUTTER_SIZES.map((size) => (
                  <th
                    key={size}
                    scope="col"
                    className={clsx(HEAD, "text-right!")}
                  >
                    {gutterSizeLabel(size)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {items.map((item) => (
                <tr
                  key={item._id}
                  className={clsx(
                    "relative break-inside-avoid",
                    item._id === chosenId
                      ? "bg-selected print:bg-transparent forced-colors:outline-2 forced-colors:-outline-offset-2"
                      : "hover:bg-hover",
                    "[&:first-child>*]:border-t-0",
                  )}
                >
                  <th
                    scope="row"
                    // A phone has no room for four columns: styles.css shows it here.
                    data-sku={item.sku}
                    className={clsx(CELL, "text-left font-normal touch:h-11")}
                  >
                    <button
                      type="button"
                      data-list-entry
                      title="Set its price"
                      onClick={() => onChoose(item._id)}
                      // The click area covers the whole row.
                      className="rounded-sm text-left underline-offset-4 after:absolute after:inset-0 hover:underline"
                    >
                      {item.name}
                    </button>
                  </th>
                  <td className={clsx(CELL, "text-ink-muted max-sm:hidden")}>
                    {item.sku}
                  </td>
                  {GUTTER_SIZES.map((size) => (
                    <PriceCell key={size} item={item} size={size} />
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Card>
  );
}

interface PriceCellProps {
  readonly item: Item;
  readonly size: GutterSize;
}

function PriceCell({ item, size }: PriceCellProps) {
  const price = priceFor(item._prices, size);
  return (
    <td
      title={price?.source === "any" ? "The price of any size" : undefined}
      className={clsx(
        CELL,
        "text-right tabular-nums",
        price?.source !== size && "text-ink-muted",
      )}
    >
      {price ? formatMoney(price.amount) : "–"}
    </td>
  );
}
