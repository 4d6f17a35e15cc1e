import { crewsOfJobs, withUsedCrews, type Crew } from "@domain/job/crews";
import { useDayCopies } from "./days/DayCopyProvider";
import { useOfficeSettings } from "./useOfficeSettings";

/** The office's crews: those in its settings, of the copied days' visits, and of the visits on the screen. */
export function useCrews(
  shown: readonly (string | undefined)[] = [],
): readonly Crew[] {
  const settings = useOfficeSettings() ?? {};
  const { copy } = useDayCopies();
  const ofCopy = crewsOfJobs(copy?.jobs ?? []);
  return withUsedCrews(settings, [...ofCopy, ...shown]);
}
