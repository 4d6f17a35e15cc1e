import { createFileRoute, useLocation } from "@tanstack/react-router";
import type { MonthKey } from "@domain/days";
import { CalendarScreen } from "@/features/schedule/CalendarScreen";

declare module "@tanstack/react-router" {
  interface HistoryState {
    /** The month shown, so that Back from a day returns to it. */
    calendarMonth?: MonthKey | undefined;
  }
}

export const Route = createFileRoute("/_gated/calendar")({
  component: CalendarRoute,
});

function CalendarRoute() {
  const month = useLocation({ select: ({ state }) => state.calendarMonth });
  const navigate = Route.useNavigate();
  return (
    <CalendarScreen
      month={month}
      onMonthChange={(change) =>
        void navigate({
          to: ".",
          state: (newest) => ({ calendarMonth: change(newest.calendarMonth) }),
          replace: true,
          resetScroll: false,
        })
      }
    />
  );
}
