import { createFileRoute } from "@tanstack/react-router";
import { parseDayKey, type DayKey } from "@domain/days";
import { DashboardScreen } from "@/features/schedule/DashboardScreen";

export const Route = createFileRoute("/_gated/dashboard")({
  // An invalid date becomes an explicit undefined: the router keeps missing keys.
  validateSearch: (search: Record<string, unknown>): { date?: DayKey } => ({
    date: parseDayKey(search["date"]) ?? undefined,
  }),
  component: DashboardRoute,
});

function DashboardRoute() {
  const { date } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <DashboardScreen
      date={date}
      onDateChange={(change) =>
        void navigate({
          // An updater, so that two quick key presses move two days.
          search: (newest) => ({ date: change(newest.date) }),
          replace: true,
          resetScroll: false,
        })
      }
    />
  );
}
