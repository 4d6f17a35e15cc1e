import { useState } from "react";
import { Route } from "lucide-react";
import { type DayKey, dayRange } from "@domain/days";
import {
  type RoutePlan,
  ROUTE_MAPS_LABELS,
  routeLegs,
  routeStops,
} from "@domain/route";
import { lazyDialog } from "@/components/lazyPart";
import { Button } from "@/components/ui/Button";
import { usePaletteAction } from "@/lib/paletteActions";
import { useIsDesk } from "@/lib/useMediaQuery";
import type { DayJob } from "./DayJobCard";
import type { RouteDialogProps } from "./RouteDialog";
import { counted } from "@domain/text";
import { useRouteMaps } from "./routeMaps";

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

interface RouteLinkProps {
  readonly day: DayKey;
  readonly jobs: readonly DayJob[];
  readonly plan: RoutePlan;
  /** Called when the link has opened the first leg of several. */
  readonly onFirstLeg: () => void;
}

/** Opens the day's route in one tap. Beside Add job, where it covers no action of a card either. */
function RouteLink({ day, jobs, plan, onFirstLeg }: RouteLinkProps) {
  const maps = useRouteMaps();
  const places = routeStops(jobs, dayRange(day), plan).flatMap(
    ({ job, isOn }) => (isOn ? [job] : []),
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
      onClick={legs.length > 1 ? onFirstLeg : undefined}
      className="fixed bottom-[max(1.25rem,env(safe-area-inset-bottom))] left-[calc(var(--frame-edge)+8.25rem)] z-10 inline-flex h-14 min-w-14 items-center justify-center gap-2 rounded-full border border-line bg-raised px-4 font-semibold text-ink shadow-float transition-colors hover:bg-hover lg:hidden print:hidden"
    >
      <Route aria-hidden="true" className="size-5" />
      <span className="max-[22.4rem]:hidden">Route</span>
    </a>
  );
}
