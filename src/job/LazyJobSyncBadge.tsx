import { lazyPart } from "@/components/lazyPart";

/** Not part of the first load: cards are complete without the badge. */
export const LazyJobSyncBadge = lazyPart(
  async () => (await import("./JobSyncBadge")).JobSyncBadge,
  { Loading: () => null, Failed: () => null },
);
