import { lazyPart } from "@/components/lazyPart";
import type { CrewFilterProps } from "./CrewFilter";

/** Without its code the month shows everyone's visits, or those of the crew in the address. */
export const LazyCrewFilter = lazyPart<CrewFilterProps>(
  async () => (await import("./CrewFilter")).CrewFilter,
  { Loading: () => null, Failed: () => null },
);
