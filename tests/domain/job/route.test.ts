import { expect, it } from "vitest";
import { isOnRoute, routeLegs, routeStops, type RouteMaps } from "@domain/job/route";

const DAY = { from: 1000, until: 2000 };

const at = (job_address: string, job_city?: string) => ({
  job_address,
  ...(job_city !== undefined && { job_city }),
});

const street = (count: number) =>
  Array.from({ length: count }, (_, number) => at(`${number + 1} Elm St`));

const hrefs = (count: number, maps: RouteMaps) =>
  routeLegs(street(count), maps).map(({ href }) => href);

it("opens one visit as its destination", () => {
  expect(routeLegs([at("12 Oak St #4", "Troy")], "google")).toEqual([
    {
      href: "https://www.google.com/maps/dir/?api=1&destination=12%20Oak%20St%20%234%2C%20Troy&travelmode=driving",
      first: 1,
      last: 1,
    },
  ]);
  expect(hrefs(1, "apple")).toEqual([
    "https://maps.apple.com/directions?destination=1%20Elm%20St&mode=driving",
  ]);
});

it("opens the visits before the last one as waypoints, in their order", () => {
  expect(hrefs(3, "google")).toEqual([
    "https://www.google.com/maps/dir/?api=1&destination=3%20Elm%20St&waypoints=1%20Elm%20St%7C2%20Elm%20St&travelmode=driving",
  ]);
  expect(hrefs(3, "apple")).toEqual([
    "https://maps.apple.com/directions?waypoint=1%20Elm%20St&waypoint=2%20Elm%20St&destination=3%20Elm%20St&mode=driving",
  ]);
});

// The limits of Google's links on a phone, and of Apple's app.
it.each([
  ["google", 4, ["1-4"]],
  ["google", 5, ["1-4", "5-5"]],
  ["google", 9, ["1-4", "5-8", "9-9"]],
  ["apple", 14, ["1-14"]],
  ["apple", 15, ["1-14", "15-15"]],
] as const)("splits a route in %s of %i stops into %j", (maps, count, legs) => {
  expect(routeLegs(street(count), maps).map(({ first, last }) => `${first}-${last}`)).toEqual(legs);
});

it("cuts an address so that one stop fits a link, and splits a route before a link is too long", () => {
  const long = (number: number) => at(`${number} ${"é".repeat(300)}`);
  const legs = routeLegs([1, 2, 3, 4].map(long), "apple");
  expect(legs.map(({ first, last }) => `${first}-${last}`)).toEqual(["1-1", "2-2", "3-3", "4-4"]);
  for (const { href } of legs) expect(href.length).toBeLessThanOrEqual(2_048);
  expect(legs[0]?.href).toContain(`=1%20${"%C3%A9".repeat(198)}&`);
});

it("has no leg without an address", () => {
  expect(routeLegs([at(" ", "Troy"), at("")], "google")).toEqual([]);
});

it("keeps a bar in an address from becoming another stop", () => {
  const [leg] = routeLegs([at("12 Oak | rear", "Troy"), at("1 Elm")], "google");
  expect(leg?.href).toContain("&waypoints=12%20Oak%20rear%2C%20Troy&");
});

it("leaves out visits that are over, canceled or without an address", () => {
  const job = {
    ...at("12 Oak St"),
    job_status: "approved" as const,
    job_install_date: 1500,
  };
  expect(isOnRoute(job, DAY)).toBe(true);
  expect(isOnRoute({ ...job, job_address: " " }, DAY)).toBe(false);
  expect(isOnRoute({ ...job, job_status: "cancelled" }, DAY)).toBe(false);
  expect(isOnRoute({ ...job, job_status: "completed" }, DAY)).toBe(false);
});

const visit = (_id: string, minutes: number, job_address = "12 Oak St") => ({
  ...at(job_address),
  _id,
  job_status: "approved" as const,
  job_install_date: 1000 + minutes,
});

const AS_BOOKED = { order: [], chosen: {} };

const idsOf = (stops: ReturnType<typeof routeStops>) =>
  stops.map(({ job, isOn }) => `${isOn ? "" : "-"}${job._id}`);

it("goes to the visits in the order of their times until the person reorders them", () => {
  const jobs = [visit("a", 1), visit("b", 2, ""), visit("c", 3)];
  expect(idsOf(routeStops(jobs, DAY, AS_BOOKED))).toEqual(["a", "-b", "c"]);
  const plan = { order: ["c", "b", "a"], chosen: { a: false, b: true } };
  // A job without an address is on no route, whatever was chosen.
  expect(idsOf(routeStops(jobs, DAY, plan))).toEqual(["c", "-b", "-a"]);
});

it("puts a visit that arrives later behind the one that is before it in time", () => {
  const jobs = [visit("a", 1), visit("new", 2), visit("b", 3), visit("c", 4)];
  const plan = { order: ["c", "a", "gone", "b"], chosen: {} };
  expect(idsOf(routeStops(jobs, DAY, plan))).toEqual(["c", "a", "new", "b"]);
  expect(idsOf(routeStops([visit("new", 0), ...jobs.slice(2)], DAY, plan))).toEqual([
    "new",
    "c",
    "b",
  ]);
});
