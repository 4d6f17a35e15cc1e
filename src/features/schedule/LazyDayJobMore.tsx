import { lazyDialog } from "@/components/lazyPart";
import type { DayJobMoreProps } from "./DayJobMore";

export const LazyDayJobMore = lazyDialog<DayJobMoreProps>(
  async () => (await import("./DayJobMore")).DayJobMore,
);
