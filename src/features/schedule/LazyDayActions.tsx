import { lazyPart } from "@/components/lazyPart";
import type { DayActionsProps } from "./DayActions";

/** Without its code the day has no actions of its own: those of each card do for one visit. */
export const LazyDayActions = lazyPart<DayActionsProps>(
  async () => (await import("./DayActions")).DayActions,
  { Loading: () => null, Failed: () => null },
);
