import { CatchBoundary } from "@tanstack/react-router";
import { useQuery } from "convex/react";
import type { ComponentType } from "react";
import { api } from "@convex/_generated/api";
import { calendarEntries } from "@domain/job/calendar";
import { dayRange, isWithin, monthGrid, monthOf } from "@domain/dates/days";
import { lowStock } from "@domain/stock/reorder";
import { formatCount } from "@domain/text/text";
import { useToday } from "@/lib/useNow";
import { useWaitingJobCounts } from "@/lib/useWaitingJobCounts";

export interface HomeLineProps {
  readonly section: Section;
}

type Section =
  | "Calculator"
  | "Dashboard"
  | "Jobs"
  | "Calendar"
  | "Inventory"
  | "Prices"
  | "Receipts"
  | "Settings";

/** Says in a few words what is new in a section. Empty while it loads and if it fails: the section shows the error. */
export function HomeLine({ section }: HomeLineProps) {
  const Line = LINES[section];
  return (
    Line && (
      <CatchBoundary getResetKey={() => section} errorComponent={() => null}>
        <Line />
      </CatchBoundary>
    )
  );
}

/** The Calculator and Settings have nothing new. */
const LINES: Readonly<Partial<Record<Section, ComponentType>>> = {
  Dashboard: VisitsToday,
  Jobs: JobsToSchedule,
  Calendar: VisitsThisWeek,
  Inventory: ColorsToOrder,
  Prices: ItemsWithoutPrice,
  Receipts: () => "Coming soon",
};

function VisitsToday() {
  const { from, until } = dayRange(useToday());
  const jobs = useQuery(api.jobs.getScheduledForDay, {
    dayStart: from,
    dayEnd: until,
  });
  return jobs && `${count(jobs.length, "visit")} today`;
}

function JobsToSchedule() {
  const counts = useWaitingJobCounts();
  return counts && `${counts.unscheduled} approved, not scheduled`;
}

function VisitsThisWeek() {
  const today = useToday();
  const week = monthGrid(monthOf(today)).find((days) => days.includes(today)) ?? [];
  const range = {
    from: dayRange(week[0] ?? today).from,
    until: dayRange(week.at(-1) ?? today).until,
  };
  const jobs = useQuery(api.jobs.listDates, { range });
  const visits = calendarEntries(jobs ?? []).filter(
    ({ at, part }) => part === undefined && isWithin(at, range),
  );
  return jobs && `${count(visits.length, "visit")} this week`;
}

function ColorsToOrder() {
  const colors = useQuery(api.inventory.listColors, { category: "gutter" });
  if (colors?.length === 0) return "No colors yet";
  const low = colors?.filter((color) => lowStock(color).length > 0);
  return low && `${count(low.length, "gutter color")} to order`;
}

function ItemsWithoutPrice() {
  const items = useQuery(api.inventory.listItems, {});
  if (items?.length === 0) return "No items yet";
  const missing = items?.filter(({ _prices }) => _prices.length === 0);
  return missing && `${count(missing.length, "item")} without a price`;
}

function count(amount: number, noun: string): string {
  return `${amount === 0 ? "No" : formatCount(amount)} ${noun}${amount === 1 ? "" : "s"}`;
}
