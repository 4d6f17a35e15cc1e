import { lazyPart } from "@/components/lazyPart";
import type { DayActionsProps } from "./DayActions";

/** While its code is missing the day cannot be moved or planned as a whole; each card still acts on its visit. */
export const LazyDayActions = lazyPart<DayActionsProps>(
  async () => (await import("./DayActions")).DayActions,
  { Loading: () => null, Failed: () => null },
);
