import { lazyPart } from "@/components/lazyPart";
import type { DayChangesProps } from "./DayChanges";

/** Without its code the day has no marks. */
export const LazyDayChanges = lazyPart<DayChangesProps>(
  async () => (await import("./DayChanges")).DayChanges,
  { Loading: () => null, Failed: () => null },
);
