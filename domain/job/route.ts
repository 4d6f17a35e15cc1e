/** Links that open the day's visits as a route in a maps app. Of a job, they contain only the address. */
import type { TimeRange } from "../dates/days";
import type { JobStatus } from "./jobs";
import { placeText, type Place } from "../customer/places";
import { hasOpenVisit } from "./dayVisits";
import type { SpannedJob } from "./visitLength";
import { encodeText } from "../text/text";

export const ROUTE_MAPS = ["google", "apple"] as const;

export type RouteMaps = (typeof ROUTE_MAPS)[number];

export const ROUTE_MAPS_LABELS: Readonly<Record<RouteMaps, string>> = {
  google: "Google Maps",
  apple: "Apple Maps",
};

/** Google's limit of a Maps URL, in characters. */
const MAX_LINK_LENGTH = 2_048;

/** UTF-16 code units of an address in a link, so that one stop alone never exceeds the limit of a link. */
const MAX_STOP_LENGTH = 200;

/**
 * The most stops of one link, the last one included. Google's links take three waypoints in the browser of a phone and
 * nine elsewhere, and silently drop the rest. A page cannot know whether the app or the browser opens its link. Apple's
 * app takes 14 stops.
 */
const MAX_STOPS: Readonly<Record<RouteMaps, number>> = { google: 4, apple: 14 };

interface Leg {
  readonly href: string;
  /** The first and the last stop of this leg, counted from 1 over the whole route. */
  readonly first: number;
  readonly last: number;
}

type RoutedJob = Place & SpannedJob & { readonly job_status: JobStatus };

/** Whether a job has an address to drive to. */
export function isRoutable(job: Place): boolean {
  return job.job_address.trim() !== "";
}

/** Whether the route goes to the job unless the person says otherwise. */
export function isOnRoute(job: RoutedJob, day: TimeRange): boolean {
  return isRoutable(job) && hasOpenVisit(job, day);
}

/** What the person has changed about the route of a day, by job id. */
export interface RoutePlan {
  /** The jobs in the order in which the person put them; empty for the order of their times. */
  readonly order: readonly string[];
  /** The jobs that the person put on the route, or left out. */
  readonly chosen: Readonly<Record<string, boolean>>;
}

interface RouteStop<Job> {
  readonly job: Job;
  /** Whether the route goes to the job's address. */
  readonly isOn: boolean;
}

/** The jobs of a day, given in the order of their cards, as the person has planned them. */
export function routeStops<Job extends RoutedJob & { readonly _id: string }>(
  jobs: readonly Job[],
  day: TimeRange,
  { order, chosen }: RoutePlan,
): RouteStop<Job>[] {
  const planned = order.flatMap((id) => jobs.find(({ _id }) => _id === id) ?? []);
  // A job that came to the day after the person planned it follows the job before it in time.
  for (const [index, job] of jobs.entries()) {
    if (planned.includes(job)) continue;
    const before = jobs[index - 1];
    planned.splice(before ? planned.indexOf(before) + 1 : 0, 0, job);
  }
  return planned.map((job) => ({
    job,
    isOn: isRoutable(job) && (chosen[job._id] ?? isOnRoute(job, day)),
  }));
}

/**
 * The route through the places in their order, in as few links as the maps app allows. Each leg starts where the person
 * opens it: the first at the device's location, the next at the last stop.
 */
export function routeLegs(places: readonly Place[], maps: RouteMaps): Leg[] {
  const legs: string[][] = [];
  for (const stop of places.filter(isRoutable).map(stopText)) {
    const leg = legs.at(-1);
    if (leg !== undefined && fits([...leg, stop], maps)) leg.push(stop);
    else legs.push([stop]);
  }
  let count = 0;
  return legs.map((stops) => {
    const first = count + 1;
    count += stops.length;
    return { href: linkTo(stops, maps), first, last: count };
  });
}

function fits(stops: readonly string[], maps: RouteMaps): boolean {
  return stops.length <= MAX_STOPS[maps] && linkTo(stops, maps).length <= MAX_LINK_LENGTH;
}

/** A bar separates the stops of Google's links, so addresses must not contain one. */
function stopText(place: Place): string {
  return placeText(place).replaceAll("|", " ").replace(/\s+/g, " ").slice(0, MAX_STOP_LENGTH);
}

function linkTo(stops: readonly string[], maps: RouteMaps): string {
  const [destination = "", ...before] = stops.map(encodeText).toReversed();
  const waypoints = before.toReversed();
  // Google documents its links at developers.google.com/maps/documentation/urls, Apple at
  // developer.apple.com/documentation/mapkit/unified-map-urls.
  if (maps === "apple")
    return `https://maps.apple.com/directions?${[
      ...waypoints.map((waypoint) => `waypoint=${waypoint}`),
      `destination=${destination}`,
      "mode=driving",
    ].join("&")}`;
  const via = waypoints.length === 0 ? "" : `&waypoints=${waypoints.join("%7C")}`;
  return `https://www.google.com/maps/dir/?api=1&destination=${destination}${via}&travelmode=driving`;
}
