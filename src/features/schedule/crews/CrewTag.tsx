import { crewName } from "@domain/job/crews";
import { crewOf, type CrewedJob } from "@domain/job/crewVisits";
import { visitsOfDay } from "@domain/job/dayVisits";
import { laterDayText } from "@domain/job/lastingVisits";
import { spanWords } from "@domain/job/spanWords";
import { spanOf, type SpannedJob } from "@domain/job/visitLength";
import type { TimeRange } from "@domain/dates/days";
import type { JobStatus } from "@domain/job/jobs";
import { Badge } from "@/components/ui/Badge";
import { useOfficeSettings } from "@/offline/useOfficeSettings";

export interface CrewTagProps {
  readonly job: CrewedJob & SpannedJob & { readonly job_status: JobStatus };
  readonly range: TimeRange;
  /** True for a badge; false for a part of the text of the place. */
  readonly isDesk: boolean;
}

/** Who makes the visits of the day, each crew once, when they arrive and how long it takes; which of its days it is. */
export function CrewTag({ job, range, isDesk }: CrewTagProps) {
  const settings = useOfficeSettings() ?? {};
  const texts = visitsOfDay([job], range).flatMap(({ type, at }) => {
    const crew = crewOf(job, type);
    const { length, window } = spanOf(job, type);
    const isLater = at < range.from;
    return [
      isLater ? laterDayText({ at, length }, range) : "",
      crew === undefined ? "" : crewName(crew, settings),
      spanWords(at, { length, window: isLater ? undefined : window }),
    ].filter(Boolean);
  });
  return [...new Set(texts)].map((text) =>
    isDesk ? (
      <Badge key={text}>{text}</Badge>
    ) : (
      <span key={text} className="font-medium before:content-['_·_']">
        {text}
      </span>
    ),
  );
}
