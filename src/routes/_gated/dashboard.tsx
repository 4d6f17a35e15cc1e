import { parseDayKey, type DayKey } from "@domain/days";
import { createFileRoute } from "@tanstack/react-router";
import { DashboardScreen } from "@/features/schedule/DashboardScreen";

export const Route = createFileRoute("/_gated/dashboard")({
  // A date that is none must be named as absent: the router keeps what it is not told of.
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
          // From the newest address: two quick steps are two days.
          search: (newest) => ({ date: change(newest.date) }),
          replace: true,
          resetScroll: false,
        })
      }
    />
  );
}
