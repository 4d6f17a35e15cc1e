import { crewName } from "@domain/crews";
import { crewOf, type CrewedJob } from "@domain/crewVisits";
import type { TimeRange } from "@domain/days";
import type { JobStatus } from "@domain/jobs";
import { visitsOn } from "@domain/visits";
import { Badge } from "@/components/ui/Badge";
import { useOfficeSettings } from "@/offline/useOfficeSettings";

export interface CrewTagProps {
  readonly job: CrewedJob & { readonly job_status: JobStatus };
  readonly range: TimeRange;
  /** Otherwise it is a part of the line of the place. */
  readonly isDesk: boolean;
}

/** Who makes the visits of the day, each crew once. */
export function CrewTag({ job, range, isDesk }: CrewTagProps) {
  const settings = useOfficeSettings() ?? {};
  const crews = visitsOn([job], range).flatMap(({ type }) => {
    const crew = crewOf(job, type);
    return crew === undefined ? [] : crewName(crew, settings);
  });
  return [...new Set(crews)].map((crew) =>
    isDesk ? (
      <Badge key={crew}>{crew}</Badge>
    ) : (
      <span key={crew} className="font-medium before:content-['_·_']">
        {crew}
      </span>
    ),
  );
}
