import { createFileRoute } from "@tanstack/react-router";
import { parseDayKey, type DayKey } from "@domain/dates/days";
import { DashboardScreen } from "@/features/schedule/DashboardScreen";

export const Route = createFileRoute("/_gated/dashboard")({
  // Part of the first file, because the application starts here.
  codeSplitGroupings: [],
  // An invalid date becomes an explicit undefined: the router keeps missing keys.
  validateSearch: (
    search: Record<string, unknown>,
  ): {
    date?: DayKey | undefined;
    job?: string | undefined;
    crew?: string | undefined;
  } => ({
    date: parseDayKey(search["date"]) ?? undefined,
    job: typeof search["job"] === "string" ? search["job"] : undefined,
    crew: typeof search["crew"] === "string" ? search["crew"] : undefined,
  }),
  component: DashboardRoute,
});

function DashboardRoute() {
  const { date, job, crew } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <DashboardScreen
      date={date}
      crew={crew}
      linkedJob={job}
      onLinkTaken={() =>
        void navigate({
          search: (newest) => ({ ...newest, job: undefined }),
          replace: true,
          resetScroll: false,
        })
      }
      onDateChange={(change) =>
        void navigate({
          // An updater, so that two quick key presses move two days.
          search: (newest) => ({ crew, date: change(newest.date) }),
          replace: true,
          resetScroll: false,
        })
      }
    />
  );
}
