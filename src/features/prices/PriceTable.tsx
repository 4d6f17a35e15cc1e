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
import { Spinner } from "@/components/ui/Spinner";
import type { Item } from "@/features/inventory/inventoryQueries";

const EDGES = "px-2 first:pl-4 last:pr-4 sm:px-5 sm:first:pl-5 sm:last:pr-5";
const HEAD = `sticky top-0 z-10 border-b border-line bg-surface py-2 text-left font-medium text-ink-muted ${EDGES}`;
const CELL = `border-t border-line py-2 ${EDGES}`;

interface PriceTableProps {
  readonly items: readonly Item[] | undefined;
  readonly chosenId: Id<"inventoryItems"> | null;
  readonly onChoose: (itemId: Id<"inventoryItems">) => void;
}

export function PriceTable({ items, chosenId, onChoose }: PriceTableProps) {
  const titleId = useId();
  return (
    <Card className="overflow-hidden">
      <h2 id={titleId} className="px-4 py-4 font-semibold sm:px-5">
        Current Prices
      </h2>
      {items === undefined && (
        <div className="flex justify-center pb-10">
          <Spinner />
        </div>
      )}
      {items?.length === 0 && (
        <p className="border-t border-line px-5 py-12 text-center text-ink-muted">
          No items yet. Seed defaults brings the catalogue.
        </p>
      )}
      {items && items.length > 0 && (
        <div
          role="region"
          aria-labelledby={titleId}
          tabIndex={0}
          className="max-h-96 overflow-auto overscroll-contain focus-visible:-outline-offset-2"
        >
          <table className="w-full border-separate border-spacing-0 text-sm">
            <thead>
              <tr>
                <th scope="col" className={HEAD}>
                  Item
                </th>
                <th scope="col" className={HEAD}>
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
                    item._id === chosenId && "bg-accent-tint",
                    "[&:first-child>*]:border-t-0",
                  )}
                >
                  <th
                    scope="row"
                    className={clsx(CELL, "text-left font-normal")}
                  >
                    <button
                      type="button"
                      title="Set its price"
                      onClick={() => onChoose(item._id)}
                      className="rounded-sm text-left underline-offset-4 hover:underline"
                    >
                      {item.name}
                    </button>
                  </th>
                  <td className={clsx(CELL, "text-ink-muted max-sm:text-xs")}>
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
