import { createFileRoute } from "@tanstack/react-router";
import { parseDayKey, parseMonthKey, type DayKey, type MonthKey } from "@domain/dates/days";
import { CalendarScreen } from "@/features/schedule/CalendarScreen";
import { LazyWeekScreen } from "@/features/schedule/LazyWeekScreen";

export interface CalendarSearch {
  readonly month?: MonthKey | undefined;
  readonly view?: "week" | undefined;
  /** A day of the week that is shown. */
  readonly date?: DayKey | undefined;
  readonly job?: string | undefined;
  /** The key of the crew whose visits alone are shown. */
  readonly crew?: string | undefined;
}

export const Route = createFileRoute("/_gated/calendar")({
  // In the address, so that Back from a day returns to the month or week, and a link opens it.
  validateSearch: (search: Record<string, unknown>): CalendarSearch => ({
    ...(search["view"] === "week"
      ? {
          view: "week",
          date: parseDayKey(search["date"]) ?? undefined,
          job: typeof search["job"] === "string" ? search["job"] : undefined,
        }
      : { month: parseMonthKey(search["month"]) ?? undefined }),
    crew: typeof search["crew"] === "string" ? search["crew"] : undefined,
  }),
  component: CalendarRoute,
});

function CalendarRoute() {
  const { month, view, date, job, crew } = Route.useSearch();
  const navigate = Route.useNavigate();
  // An updater, so that two quick key presses move two months or weeks.
  const change = (search: (newest: CalendarSearch) => CalendarSearch) =>
    void navigate({ search, replace: true, resetScroll: false });
  const ofCrew = {
    crew,
    onCrewChange: (chosen: string | undefined) => change((newest) => ({ ...newest, crew: chosen })),
  };
  if (view === "week")
    return (
      <LazyWeekScreen
        {...ofCrew}
        date={date}
        linkedJob={job}
        onLinkTaken={() => change((newest) => ({ ...newest, job: undefined }))}
        onDateChange={(changed) =>
          change(({ date: shown, crew: kept }) => ({
            ...{ view: "week", date: changed(shown), crew: kept },
          }))
        }
      />
    );
  return (
    <CalendarScreen
      {...ofCrew}
      month={month}
      onMonthChange={(changed) =>
        change((newest) => ({
          ...{ month: changed(newest.month), crew: newest.crew },
        }))
      }
    />
  );
}
