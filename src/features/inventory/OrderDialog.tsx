import { Printer } from "lucide-react";
import { useState } from "react";
import { dayKeyOf, formatShortDay } from "@domain/days";
import { ITEM_CATEGORY_LABELS, type ItemCategory } from "@domain/inventory";
import { lowStock, type LowStock } from "@domain/reorder";
import { counted, formatCount } from "@domain/text";
import { PrintSheet } from "@/components/PrintSheet";
import { Button } from "@/components/ui/Button";
import { buttonClass } from "@/components/ui/buttonClass";
import { Dialog } from "@/components/ui/Dialog";
import { LoadingData } from "@/components/ui/LoadingData";
import { useGo } from "@/lib/useGo";
import { useAllColors, type CategoryColors } from "./inventoryQueries";

const TITLE = "What to order";

interface OrderRow extends LowStock {
  readonly color: string;
}

interface OrderGroup {
  readonly category: ItemCategory;
  readonly rows: readonly OrderRow[];
}

/** The sizes of all colors that ran out or are below their level, on screen and on paper. */
export function OrderDialog({ onClose }: { readonly onClose: () => void }) {
  const all = useAllColors();
  const go = useGo();
  const [today] = useState(() => formatShortDay(dayKeyOf(Date.now())));
  const groups = all?.map(orderGroup).filter(({ rows }) => rows.length > 0);
  const count = groups?.reduce((sum, { rows }) => sum + rows.length, 0) ?? 0;
  return (
    <Dialog
      title={TITLE}
      description="What ran out, and what is below the level set in its color."
      size="large"
      onClose={onClose}
      footer={
        count > 0 && (
          <>
            <p className="mr-auto text-sm text-ink-muted tabular-nums">
              {counted(count, "size")}
            </p>
            <Button variant="primary" onClick={() => window.print()}>
              <Printer aria-hidden="true" />
              Print
            </Button>
          </>
        )
      }
    >
      {groups === undefined && (
        <div className="flex justify-center py-10">
          <LoadingData what="The inventory" />
        </div>
      )}
      {groups?.length === 0 && (
        <div className="flex flex-col items-start gap-4 py-4">
          <p className="text-sm text-ink-muted">
            Nothing has to be ordered. Levels are set in the open card of a
            color, for each size.
          </p>
          <button
            type="button"
            className={buttonClass()}
            onClick={() => {
              onClose();
              go({ to: "/inventory" });
            }}
          >
            Open inventory
          </button>
        </div>
      )}
      {groups && groups.length > 0 && (
        <>
          <OrderTables groups={groups} />
          <PrintSheet>
            <h1 className="mb-4 text-2xl font-semibold">
              {TITLE} · {today}
            </h1>
            <OrderTables groups={groups} />
          </PrintSheet>
        </>
      )}
    </Dialog>
  );
}

function orderGroup({ category, colors }: CategoryColors): OrderGroup {
  return {
    category,
    rows: colors.flatMap((color) =>
      lowStock(color).map((low) => ({
        ...low,
        color: `${color.colorNumber} ${color.colorName}`,
      })),
    ),
  };
}

const CELL = "border-t border-line py-2 pr-2 last:pr-0";
const NUMBER = `${CELL} text-right tabular-nums`;
const COLUMNS = ["Stock", "Level", "Missing"] as const;

function OrderTables({ groups }: { readonly groups: readonly OrderGroup[] }) {
  return groups.map(({ category, rows }) => (
    <table key={category} className="mb-6 w-full table-fixed text-sm last:mb-0">
      <caption className="py-1 text-left font-semibold">
        {ITEM_CATEGORY_LABELS[category]}
      </caption>
      <thead className="text-ink-muted">
        <tr>
          <th scope="col" className="py-1 pr-2 text-left font-medium">
            Color
          </th>
          <th scope="col" className="w-14 py-1 pr-2 text-left font-medium">
            Size
          </th>
          {COLUMNS.map((name) => (
            <th
              key={name}
              scope="col"
              className="w-14 py-1 pr-2 text-right font-medium last:w-16 last:pr-0 sm:w-20 sm:last:w-20"
            >
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ color, label, quantity, level, missing }) => (
          <tr key={`${color} ${label}`} className="break-inside-avoid">
            <th
              scope="row"
              className={`${CELL} text-left font-normal wrap-anywhere`}
            >
              {color}
            </th>
            <td className={CELL}>{label}</td>
            <td className={NUMBER}>{formatCount(quantity)}</td>
            <td className={NUMBER}>{orDash(level)}</td>
            <td className={`${NUMBER} font-semibold`}>{orDash(missing)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  ));
}

function orDash(count: number | null): string {
  return count === null ? "–" : formatCount(count);
}
