import { createFileRoute } from "@tanstack/react-router";
import { CalendarDays } from "lucide-react";
import { ComingSoon } from "@/components/ComingSoon";

export const Route = createFileRoute("/_gated/calendar")({
  component: () => (
    <ComingSoon icon={<CalendarDays />} title="Calendar">
      The month calendar is coming next. Until then the dashboard shows the
      estimates and installs of each day.
    </ComingSoon>
  ),
});
