import { lazyPart } from "@/components/lazyPart";
import type { DayActionsProps } from "./DayActions";

/** Without its code the day cannot be moved or planned as a whole, but each card still acts on its visit. */
export const LazyDayActions = lazyPart<DayActionsProps>(
  async () => (await import("./DayActions")).DayActions,
  { Loading: () => null, Failed: () => null },
);
