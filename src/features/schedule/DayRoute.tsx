import { clsx } from "clsx";
import { useState } from "react";
import { createPortal } from "react-dom";
import { type DayKey, dayRange } from "@domain/dates/days";
import { type RoutePlan, ROUTE_MAPS_LABELS, routeLegs, routeStops } from "@domain/job/route";
import { Route } from "@/components/icons/icons";
import { lazyDialog } from "@/components/lazyPart";
import { Button } from "@/components/ui/Button";
import { buttonClass } from "@/components/ui/buttonClass";
import { usePaletteAction } from "@/lib/paletteActions";
import { useIsDesk } from "@/lib/useMediaQuery";
import type { DayJob } from "./dayJobs/useDayJobs";
import type { RouteDialogProps } from "./RouteDialog";
import { counted } from "@domain/text/text";
import { useRouteMaps } from "./routeMaps";

const LazyRouteDialog = lazyDialog<RouteDialogProps>(
  async () => (await import("./RouteDialog")).RouteDialog,
);

const AS_BOOKED: RoutePlan = { order: [], chosen: {} };

interface DayRouteProps {
  readonly day: DayKey;
  /** The day's jobs in the order of their cards. */
  readonly jobs: readonly DayJob[];
  /** The element that holds the link on a phone. */
  readonly slot: HTMLElement | null;
}

/** On a desk, a button that plans the day's route; on a phone, a link that opens the route and shows its plan below. */
export function DayRoute({ day, jobs, slot }: DayRouteProps) {
  const isDesk = useIsDesk();
  const [plan, setPlan] = useState(AS_BOOKED);
  /** The number of opened legs; null while the dialog is closed. */
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
      {isDesk && (
        <Button variant="ghost" aria-haspopup="dialog" onClick={openPlan}>
          Plan the route
        </Button>
      )}
      {!isDesk &&
        slot &&
        createPortal(
          <RouteLink day={day} jobs={jobs} plan={plan} onOpened={() => setOpened(1)} />,
          slot,
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

interface RouteLinkProps {
  readonly day: DayKey;
  readonly jobs: readonly DayJob[];
  readonly plan: RoutePlan;
  readonly onOpened: () => void;
}

/** Opens the first leg of the day's route in one tap, and the plan for when the person comes back. */
function RouteLink({ day, jobs, plan, onOpened }: RouteLinkProps) {
  const maps = useRouteMaps();
  const places = routeStops(jobs, dayRange(day), plan).flatMap(({ job, isOn }) =>
    isOn ? [job] : [],
  );
  const legs = routeLegs(places, maps);
  const [first] = legs;
  if (first === undefined) return null;
  return (
    <a
      href={first.href}
      target="_blank"
      rel="noreferrer"
      aria-label={`Route: ${counted(places.length, "stop")} in ${ROUTE_MAPS_LABELS[maps]}`}
      onClick={onOpened}
      className={clsx(buttonClass("ghost"), "px-3! text-sm!")}
    >
      <Route aria-hidden="true" />
      <span className="max-[22.4rem]:hidden">Route</span>
    </a>
  );
}
