import { lazyPart } from "@/components/lazyPart";
import type { CrewTagProps } from "./CrewTag";

/** Not part of the first load: most cards have none. */
export const LazyCrewTag = lazyPart<CrewTagProps>(async () => (await import("./CrewTag")).CrewTag, {
  Loading: () => null,
  Failed: () => null,
});

export const LazyLaterDay = lazyPart<Omit<CrewTagProps, "isDesk">>(
  async () => (await import("./CrewTag")).LaterDay,
  { Loading: () => null, Failed: () => null },
);
