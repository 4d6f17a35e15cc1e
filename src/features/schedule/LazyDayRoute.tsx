import { lazyPart } from "@/components/lazyPart";
import type { DayRouteProps } from "./DayRoute";

/** Without its code the day has no route: the actions of each card give the way to one visit. */
export const LazyDayRoute = lazyPart<DayRouteProps>(
  async () => (await import("./DayRoute")).DayRoute,
  { Loading: () => null, Failed: () => null },
);
