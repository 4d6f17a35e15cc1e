import { useState } from "react";
import type { DayKey } from "@domain/days";
import type { RoutePlan } from "@domain/route";
import { lazyDialog } from "@/components/lazyPart";
import { Button } from "@/components/ui/Button";
import { usePaletteAction } from "@/lib/paletteActions";
import { useIsDesk } from "@/lib/useMediaQuery";
import type { DayJob } from "./DayJobCard";
import type { RouteDialogProps } from "./RouteDialog";
import { RouteLink } from "./RouteLink";

const LazyRouteDialog = lazyDialog<RouteDialogProps>(
  async () => (await import("./RouteDialog")).RouteDialog,
);

const AS_BOOKED: RoutePlan = { order: [], chosen: {} };

export interface DayRouteProps {
  readonly day: DayKey;
  /** In the order of their times. */
  readonly jobs: readonly DayJob[];
}

/** The button that plans the day's route, and on a phone the link that opens it. */
export function DayRoute({ day, jobs }: DayRouteProps) {
  const isDesk = useIsDesk();
  const [plan, setPlan] = useState(AS_BOOKED);
  /** How many legs were opened; null while the dialog is closed. */
  const [opened, setOpened] = useState<number | null>(null);
  const openPlan = () => setOpened(0);
  usePaletteAction({
    id: "dayRoute",
    label: "Route of this day",
    words: "directions drive navigate map",
    run: openPlan,
  });
  return (
    <>
      <Button variant="ghost" aria-haspopup="dialog" onClick={openPlan}>
        Plan the route
      </Button>
      {!isDesk && (
        <RouteLink
          day={day}
          jobs={jobs}
          plan={plan}
          onFirstLeg={() => setOpened(1)}
        />
      )}
      {opened !== null && (
        <LazyRouteDialog
          day={day}
          jobs={jobs}
          plan={plan}
          opened={opened}
          onPlan={setPlan}
          onClose={() => setOpened(null)}
        />
      )}
    </>
  );
}
