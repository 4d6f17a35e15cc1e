import { CatchBoundary } from "@tanstack/react-router";
import { useQuery } from "convex/react";
import type { ComponentType } from "react";
import { api } from "@convex/_generated/api";
import { gutterResult } from "@domain/calculator";
import { calendarEntries } from "@domain/calendar";
import { dayRange, isWithin, monthGrid, monthOf } from "@domain/days";
import { lowStock } from "@domain/reorder";
import { formatCount } from "@domain/text";
import { useTheme } from "@/lib/ThemeProvider";
import { useToday } from "@/lib/useNow";
import { useWaitingJobCounts } from "@/lib/useWaitingJobCounts";

export interface HomeLineProps {
  readonly section: keyof typeof LINES;
}

/** What is new in a section, in a few words. Nothing while it is loading, and if it fails: the section says why. */
export function HomeLine({ section }: HomeLineProps) {
  const Line: ComponentType = LINES[section];
  return (
    <CatchBoundary getResetKey={() => section} errorComponent={() => null}>
      <Line />
    </CatchBoundary>
  );
}

const LINES = {
  Calculator: () => `1 ft of 5 in gutter: ${gutterResult("1", "ft", "5")} lb`,
  Dashboard: VisitsToday,
  Jobs: JobsToSchedule,
  Calendar: VisitsThisWeek,
  Inventory: ColorsToOrder,
  Prices: ItemsWithoutPrice,
  Receipts: () => "Coming soon",
  Settings: ThemeInUse,
} as const;

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
  const week =
    monthGrid(monthOf(today)).find((days) => days.includes(today)) ?? [];
  const range = {
    from: dayRange(week[0] ?? today).from,
    until: dayRange(week.at(-1) ?? today).until,
  };
  const jobs = useQuery(api.jobs.listDates, { range });
  const visits = calendarEntries(jobs ?? []).filter(({ at }) =>
    isWithin(at, range),
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

const THEMES = { dark: "Dark", light: "Light", system: "System" };

function ThemeInUse() {
  return `${THEMES[useTheme().theme]} theme`;
}

function count(amount: number, noun: string): string {
  return `${amount === 0 ? "No" : formatCount(amount)} ${noun}${amount === 1 ? "" : "s"}`;
}
