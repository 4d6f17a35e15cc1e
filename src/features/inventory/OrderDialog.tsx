import { useQuery } from "convex/react";
import { useState } from "react";
import { api } from "@convex/_generated/api";
import { addDays, dayKeyOf, dayRange, formatShortDay, type DayKey } from "@domain/dates/days";
import { shortOf, wasteOf } from "@domain/estimate/needs";
import { ITEM_CATEGORY_LABELS, type ItemCategory } from "@domain/stock/inventory";
import { lowStock, type LowStock } from "@domain/stock/reorder";
import { counted, formatCount } from "@domain/text/text";
import { PrintSheet } from "@/components/PrintSheet";
import { Printer } from "@/components/icons/firstIcons";
import { Button } from "@/components/ui/Button";
import { buttonClass } from "@/components/ui/buttonClass";
import { Dialog } from "@/components/ui/Dialog";
import { LoadingData } from "@/components/ui/LoadingData";
import { useGo } from "@/lib/useGo";
import { useOfficeSettings } from "@/offline/useOfficeSettings";
import { NeedsTable, type NeededItem } from "@/job/NeedsTable";
import { useAllColors, type CategoryColors } from "@/offline/inventoryQueries";
import "@/job/narrowRows.css";

const TITLE = "What to order";
const NOTHING = "Nothing has to be ordered.";
/** The number of days whose installs count as needs. */
const DAYS_AHEAD = 14;

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
  const [today] = useState(() => dayKeyOf(Date.now()));
  const needs = useShortNeeds(today);
  const groups = all?.map(orderGroup).filter(({ rows }) => rows.length > 0);
  const count = groups?.reduce((sum, { rows }) => sum + rows.length, 0) ?? 0;
  const isEmpty = groups?.length === 0 && needs.length === 0;
  return (
    <Dialog
      title={TITLE}
      description={`What ran out, what is below the level set in its color, and what the installs of the next ${DAYS_AHEAD} days lack.`}
      size="large"
      onClose={onClose}
      footer={
        count + needs.length > 0 && (
          <>
            <p className="mr-auto text-sm text-ink-muted tabular-nums">
              {count > 0 && counted(count, "size")}
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
      {isEmpty && (
        <div className="flex flex-col items-start gap-4 py-4">
          <p className="text-sm text-ink-muted">
            {NOTHING} Levels are set in the open card of a color, for each size.
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
      {groups && (
        <>
          <ShortNeeds needs={needs} />
          <OrderTables groups={groups} />
          <PrintSheet>
            <h1 className="mb-4 text-2xl font-semibold">
              {TITLE} · {formatShortDay(today)}
            </h1>
            {isEmpty && <p>{NOTHING}</p>}
            <ShortNeeds needs={needs} />
            <OrderTables groups={groups} />
          </PrintSheet>
        </>
      )}
    </Dialog>
  );
}

/** The items that the next days' installs lack, the soonest needed first. Empty while loading. */
function useShortNeeds(today: DayKey): readonly NeededItem[] {
  const settings = useOfficeSettings();
  const { from } = dayRange(today);
  const { from: until } = dayRange(addDays(today, DAYS_AHEAD));
  const needed = useQuery(
    api.lines.needed,
    settings ? { from, until, wastePercent: wasteOf(settings) } : "skip",
  );
  return needed?.needs.filter((need) => shortOf(need)) ?? NO_NEEDS;
}

const NO_NEEDS: readonly NeededItem[] = [];

function ShortNeeds({ needs }: { readonly needs: readonly NeededItem[] }) {
  if (needs.length === 0) return null;
  const caption = `For installs of the next ${DAYS_AHEAD} days`;
  return <NeedsTable hasDates {...{ needs, caption }} />;
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
    <table key={category} className="narrow-rows mb-6 w-full table-fixed text-sm last:mb-0">
      <caption className="py-1 text-left font-semibold">{ITEM_CATEGORY_LABELS[category]}</caption>
      <thead className="text-ink-muted">
        <tr>
          <th scope="col" className="py-1 pr-2 text-left font-medium max-sm:sr-only">
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
            <th scope="row" className={`${CELL} text-left font-normal wrap-anywhere`}>
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
