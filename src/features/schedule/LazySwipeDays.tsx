import { lazyPart } from "@/components/lazyPart";
import type { SwipeDaysProps } from "./SwipeDays";

/** Without its code the buttons change the day. */
export const LazySwipeDays = lazyPart<SwipeDaysProps>(
  async () => (await import("./SwipeDays")).SwipeDays,
  { Loading: () => null, Failed: () => null },
);
