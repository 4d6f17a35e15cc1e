import { createFileRoute } from "@tanstack/react-router";
import { parseMonthKey, type MonthKey } from "@domain/days";
import { CalendarScreen } from "@/features/schedule/CalendarScreen";

export const Route = createFileRoute("/_gated/calendar")({
  // In the address, so that Back from a day returns to the month, and a link opens it.
  validateSearch: (search: Record<string, unknown>): { month?: MonthKey } => ({
    month: parseMonthKey(search["month"]) ?? undefined,
  }),
  component: CalendarRoute,
});

function CalendarRoute() {
  const { month } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <CalendarScreen
      month={month}
      onMonthChange={(change) =>
        void navigate({
          // An updater, so that two quick key presses move two months.
          search: (newest) => ({ month: change(newest.month) }),
          replace: true,
          resetScroll: false,
        })
      }
    />
  );
}
