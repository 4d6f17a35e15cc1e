import { ROUTE_MAPS, type RouteMaps } from "@domain/job/route";
import { readLocal, writeLocal } from "@/lib/safeStorage";
import { SharedValue, useSharedValue } from "@/lib/SharedValue";
import { isAppleDevice } from "@/lib/thisDevice";

const KEY = "downspout:route-maps";

const chosen = new SharedValue<RouteMaps>(
  ROUTE_MAPS.find((maps) => maps === readLocal(KEY)) ?? (isAppleDevice() ? "apple" : "google"),
);

/** The maps app that opens routes: the last one chosen on this device, or by default the device's own. */
export function useRouteMaps(): RouteMaps {
  return useSharedValue(chosen);
}

export function chooseRouteMaps(maps: RouteMaps): void {
  writeLocal(KEY, maps);
  chosen.set(maps);
}
