import { useMemo } from "react";
import { crewsOfJobs, withUsedCrews, type Crew } from "@domain/job/crews";
import { useDayCopies } from "./days/DayCopyProvider";
import { useOfficeSettings } from "./useOfficeSettings";

const NONE: readonly undefined[] = [];

/** The office's crews: those in its settings, of the copied days' visits, and of the visits on the screen. */
export function useCrews(shown: readonly (string | undefined)[] = NONE): readonly Crew[] {
  const settings = useOfficeSettings();
  const { copy } = useDayCopies();
  return useMemo(
    () => withUsedCrews(settings ?? {}, [...crewsOfJobs(copy?.jobs ?? []), ...shown]),
    [settings, copy, shown],
  );
}
