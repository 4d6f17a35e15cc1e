import { Route } from "lucide-react";
import { dayRange, type DayKey } from "@domain/days";
import {
  ROUTE_MAPS_LABELS,
  routeLegs,
  routeStops,
  type RoutePlan,
} from "@domain/route";
import { counted } from "@domain/text";
import type { DayJob } from "./DayJobCard";
import { useRouteMaps } from "./routeMaps";

interface RouteLinkProps {
  readonly day: DayKey;
  readonly jobs: readonly DayJob[];
  readonly plan: RoutePlan;
  /** Called when the link has opened the first leg of several. */
  readonly onFirstLeg: () => void;
}

/** Opens the day's route in one tap. Beside Add job, where it covers no action of a card either. */
export function RouteLink({ day, jobs, plan, onFirstLeg }: RouteLinkProps) {
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
