import { clsx } from "clsx";
import { useId, useState } from "react";
import type { Id } from "@convex/_generated/dataModel";
import { unitText } from "@domain/estimate/units";
import { GUTTER_SIZES, gutterSizeLabel, type GutterSize } from "@domain/stock/gutterSizes";
import { matchesItem } from "@domain/stock/inventory";
import { formatMoney } from "@domain/text/money";
import { priceFor } from "@domain/stock/prices";
import { DemoTag } from "@/components/DemoTag";
import { Button } from "@/components/ui/Button";
import { Card } from "@/components/ui/Card";
import { lazyDialog } from "@/components/lazyPart";
import { EmptyState } from "@/components/ui/EmptyState";
import { LoadingData } from "@/components/ui/LoadingData";
import { SearchInput } from "@/components/ui/SearchInput";
import { SeedDefaults } from "@/offline/SeedDefaults";
import type { Item } from "@/offline/inventoryQueries";
import { pairedItem } from "./priceForm";
import "./prices.css";

const UnitDialog = lazyDialog(async () => (await import("./UnitDialog")).UnitDialog);

const EDGES =
  "px-2 first:pl-5 last:pr-5 max-[24rem]:px-1 max-[24rem]:first:pl-4 max-[24rem]:last:pr-2 sm:px-5 print:first:pl-0 print:last:pr-0";
const HEAD = `sticky top-0 z-10 print:static border-b border-line bg-surface py-2 text-left font-medium text-ink-muted ${EDGES}`;
const CELL = `border-t border-line py-2 ${EDGES}`;

interface PriceTableProps {
  readonly items: readonly Item[] | undefined;
  readonly chosenId: Id<"inventoryItems"> | null;
  readonly onChoose: (itemId: Id<"inventoryItems">) => void;
}

export function PriceTable({ items, chosenId, onChoose }: PriceTableProps) {
  const titleId = useId();
  const [search, setSearch] = useState("");
  const [unitOf, setUnitOf] = useState<Item | null>(null);
  const shown = items?.filter((item) => matchesItem(item, search.trim())) ?? [];
  return (
    <Card className="overflow-hidden print:overflow-visible print:border-0 print:shadow-none">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 px-5 py-4 print:px-0">
        <h2 id={titleId} className="font-semibold">
          Current Prices
        </h2>
        {items && items.length > 0 && (
          <SearchInput
            label="Search items"
            placeholder="Name or SKU"
            className="max-w-80 grow print:hidden"
            value={search}
            onChange={setSearch}
          />
        )}
      </div>
      {items && items.length > 0 && shown.length === 0 && (
        <EmptyState
          drawing="tag"
          action={<Button onClick={() => setSearch("")}>Show all items</Button>}
        >
          No items match this search.
        </EmptyState>
      )}
      {items === undefined && (
        <div className="flex justify-center pb-10">
          <LoadingData what="The price list" />
        </div>
      )}
      {items?.length === 0 && (
        <EmptyState drawing="tag" action={<SeedDefaults label="Add the catalogue" />}>
          No items yet. Seed defaults brings the catalogue.
        </EmptyState>
      )}
      {shown.length > 0 && (
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
                  <th key={size} scope="col" className={clsx(HEAD, "text-right!")}>
                    {gutterSizeLabel(size)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {shown.map((item) => (
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
                  <th scope="row" className={clsx(CELL, "text-left font-normal touch:h-11")}>
                    <div data-sku={item.sku} className="flex items-center justify-between gap-x-2">
                      <button
                        type="button"
                        data-list-entry
                        title="Set its price"
                        onClick={() => onChoose(item._id)}
                        // The click area covers the whole row.
                        className="rounded-sm text-left underline-offset-4 max-[24rem]:wrap-anywhere after:absolute after:inset-0 hover:underline"
                      >
                        {item.name}
                      </button>
                      <span className="mr-auto max-sm:hidden">
                        <DemoTag demo={item.demo} />
                      </span>
                      <button
                        type="button"
                        title="Change its unit"
                        onClick={() => setUnitOf(item)}
                        className="relative z-1 -my-1 shrink-0 rounded-md px-1.5 py-1 text-xs text-ink-muted hover:bg-hover hover:text-ink touch:-my-2 touch:min-h-11 touch:min-w-11"
                      >
                        {unitText(item)}
                      </button>
                    </div>
                  </th>
                  <td className={clsx(CELL, "text-ink-muted max-sm:hidden")}>{item.sku}</td>
                  {GUTTER_SIZES.map((size) => (
                    <PriceCell key={size} item={item} size={size} />
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {unitOf && (
        <UnitDialog
          item={unitOf}
          pair={pairedItem(unitOf, items ?? [])}
          onClose={() => setUnitOf(null)}
        />
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
      className={clsx(CELL, "text-right tabular-nums", price?.source !== size && "text-ink-muted")}
    >
      {price ? formatMoney(price.amount) : "–"}
    </td>
  );
}
