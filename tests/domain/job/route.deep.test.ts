import fc from "fast-check";
import { expect, it } from "vitest";
import { ROUTE_MAPS, routeLegs, type RouteMaps } from "@domain/job/route";

it("goes to each address once, in its order, by links within the limits", () => {
  const place = fc.record({
    job_address: fc.oneof(
      fc.string({ unit: "binary", maxLength: 220 }),
      fc.string({ unit: fc.constantFrom("漢", "😀", "a", " ", "|", "\uD83D") }),
    ),
    job_city: fc.option(fc.string({ maxLength: 120 }), { nil: undefined }),
  });
  fc.assert(
    fc.property(
      fc.array(place, { maxLength: 18 }),
      fc.constantFrom(...ROUTE_MAPS),
      (places, maps) => {
        const legs = routeLegs(places, maps);
        const stops = legs.flatMap(({ href }) => stopsOf(href, maps));
        const routed = places.filter(({ job_address }) => job_address.trim() !== "");
        expect(stops).toHaveLength(routed.length);
        expect(legs.at(-1)?.last ?? 0).toBe(routed.length);
        for (const [index, { href, first, last }] of legs.entries()) {
          expect(href.length).toBeLessThanOrEqual(2_048);
          expect(stopsOf(href, maps)).toHaveLength(last - first + 1);
          expect(first).toBe((legs[index - 1]?.last ?? 0) + 1);
        }
      },
    ),
    { numRuns: 60 },
  );
});

function stopsOf(href: string, maps: RouteMaps): string[] {
  const { searchParams } = new URL(href);
  const waypoints =
    maps === "apple"
      ? searchParams.getAll("waypoint")
      : (searchParams.get("waypoints")?.split("|") ?? []);
  return [...waypoints, searchParams.get("destination") ?? ""];
}
