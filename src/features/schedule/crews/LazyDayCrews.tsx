import { lazyPart } from "@/components/lazyPart";
import type { DayCrewsProps } from "./DayCrews";

/** Without its code the day shows everyone's visits, or those of the crew in the address. */
export const LazyDayCrews = lazyPart<DayCrewsProps>(
  async () => (await import("./DayCrews")).DayCrews,
  { Loading: () => null, Failed: () => null },
);
