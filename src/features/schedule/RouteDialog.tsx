import { clsx } from "clsx";
import { useState } from "react";
import { dayRange, type DayKey } from "@domain/dates/days";
import { placeText } from "@domain/customer/places";
import {
  isRoutable,
  ROUTE_MAPS,
  ROUTE_MAPS_LABELS,
  routeLegs,
  routeStops,
  type RoutePlan,
} from "@domain/job/route";
import { firstTimeOn } from "@domain/job/schedule";
import { formatTime } from "@domain/dates/times";
import { whenText } from "@domain/job/dayVisits";
import { visitsInto } from "@domain/job/lastingVisits";
import { ArrowDown, ArrowUp } from "@/components/icons/icons";
import { buttonClass } from "@/components/ui/buttonClass";
import { Dialog } from "@/components/ui/Dialog";
import { IconButton } from "@/components/ui/IconButton";
import { SegmentedControl } from "@/components/ui/SegmentedControl";
import type { DayJob } from "./dayJobs/useDayJobs";
import { chooseRouteMaps, useRouteMaps } from "./routeMaps";

export interface RouteDialogProps {
  readonly day: DayKey;
  readonly jobs: readonly DayJob[];
  readonly plan: RoutePlan;
  /** The number of legs of the route that were opened before the dialog. */
  readonly opened: number;
  readonly onPlan: (plan: RoutePlan) => void;
  readonly onClose: () => void;
}

const MAPS_OPTIONS = ROUTE_MAPS.map((value) => ({
  value,
  label: ROUTE_MAPS_LABELS[value],
}));

/** Puts the visits of a day in another order, leaves some out, and opens the route leg by leg. */
export function RouteDialog({ day, jobs, plan, opened, onPlan, onClose }: RouteDialogProps) {
  const maps = useRouteMaps();
  const stops = routeStops(jobs, dayRange(day), plan);
  const places = stops.flatMap(({ job, isOn }) => (isOn ? [job] : []));

  const choose = (id: string, isOn: boolean) =>
    onPlan({ ...plan, chosen: { ...plan.chosen, [id]: isOn } });
  const move = (from: number, to: number) => {
    const order = stops.map(({ job }) => job._id);
    const [id] = order.splice(from, 1);
    if (id !== undefined) order.splice(to, 0, id);
    onPlan({ ...plan, order });
  };
  return (
    <Dialog
      title="Route"
      description="From where you are, in this order. Only the addresses go to the maps app."
      onClose={onClose}
      footer={<RouteLegs places={places} opened={opened} />}
    >
      <SegmentedControl
        label="Maps app"
        options={MAPS_OPTIONS}
        value={maps}
        onChange={chooseRouteMaps}
      />
      <ol className="mt-3 -mx-2">
        {stops.map(({ job, isOn }, index) => (
          <StopRow
            key={job._id}
            job={job}
            day={day}
            isOn={isOn}
            onChoose={(next) => choose(job._id, next)}
            onUp={index > 0 ? () => move(index, index - 1) : null}
            onDown={index < stops.length - 1 ? () => move(index, index + 1) : null}
          />
        ))}
      </ol>
    </Dialog>
  );
}

interface StopRowProps {
  readonly job: DayJob;
  readonly day: DayKey;
  readonly isOn: boolean;
  readonly onChoose: (isOn: boolean) => void;
  /** Moves the stop up; null for the first stop. */
  readonly onUp: (() => void) | null;
  /** Moves the stop down; null for the last stop. */
  readonly onDown: (() => void) | null;
}

function StopRow({ job, day, isOn, onChoose, onUp, onDown }: StopRowProps) {
  const range = dayRange(day);
  const at = firstTimeOn(job, range);
  const [lasting] = visitsInto([job], range);
  const when = at === null ? lasting && whenText(lasting, range) : formatTime(at);
  const canDrive = isRoutable(job);
  return (
    <li className="flex items-center border-t border-line py-1 first:border-t-0">
      <label
        className={clsx(
          "flex min-h-11 min-w-0 grow items-center gap-3 rounded-lg px-2 text-sm has-focus-visible:outline-2 has-focus-visible:outline-accent-ink",
          !isOn && "text-ink-muted",
        )}
      >
        <input
          type="checkbox"
          checked={isOn}
          disabled={!canDrive}
          onChange={({ target }) => onChoose(target.checked)}
          className="size-5 shrink-0 accent-accent outline-none"
        />
        <span className="min-w-0">
          <span className="block truncate font-medium">
            {when && `${when} `}
            {job.customer_name}
          </span>
          <span className="block truncate text-ink-muted">
            {canDrive ? placeText(job) : "No address"}
          </span>
        </span>
      </label>
      <IconButton
        label={`Move ${job.customer_name} up`}
        aria-disabled={onUp === null}
        onClick={onUp ?? undefined}
      >
        <ArrowUp aria-hidden="true" />
      </IconButton>
      <IconButton
        label={`Move ${job.customer_name} down`}
        aria-disabled={onDown === null}
        onClick={onDown ?? undefined}
      >
        <ArrowDown aria-hidden="true" />
      </IconButton>
    </li>
  );
}

interface RouteLegsProps extends Pick<RouteDialogProps, "opened"> {
  readonly places: readonly DayJob[];
}

/** A link for each leg. The next one to open is the most prominent. */
function RouteLegs({ places, opened }: RouteLegsProps) {
  const maps = useRouteMaps();
  const [count, setCount] = useState(opened);
  const legs = routeLegs(places, maps);
  if (legs.length === 0)
    return (
      <p className="mr-auto text-sm text-ink-muted">No visit with an address is on the route.</p>
    );
  return legs.map(({ href, first, last }, index) => {
    const isNext = index === count;
    const isShort = legs.length > 2 && !isNext;
    return (
      <a
        key={href}
        href={href}
        target="_blank"
        rel="noreferrer"
        className={clsx(
          buttonClass(isNext ? "primary" : "secondary"),
          legs.length > 1 && "max-sm:px-2.5!",
        )}
        onClick={() => setCount(index + 1)}
      >
        {legs.length === 1 ? (
          `Open in ${ROUTE_MAPS_LABELS[maps]}`
        ) : (
          <span>
            {/* If there are many links, only the next one has words, so that five fit into two rows of a phone. */}
            <span className={clsx(isShort && "sr-only")}>
              {first === last ? "Open stop " : "Open stops "}
            </span>
            {first === last ? first : `${first}–${last}`}
          </span>
        )}
      </a>
    );
  });
}
