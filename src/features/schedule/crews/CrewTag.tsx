import { clsx } from "clsx";
import { crewName } from "@domain/job/crews";
import { crewOf, type CrewedJob } from "@domain/job/crewVisits";
import { visitsOfDay, whenText } from "@domain/job/dayVisits";
import { visitsInto } from "@domain/job/lastingVisits";
import { firstTimeOn } from "@domain/job/schedule";
import { spanWords } from "@domain/job/spanWords";
import { spanOf, type SpannedJob } from "@domain/job/visitLength";
import type { TimeRange } from "@domain/dates/days";
import type { JobStatus } from "@domain/job/jobs";
import { withWholeNumbers } from "@domain/text/wholeNumbers";
import { useOfficeSettings } from "@/offline/useOfficeSettings";

export interface CrewTagProps {
  readonly job: CrewedJob & SpannedJob & { readonly job_status: JobStatus };
  readonly range: TimeRange;
  /** True beside the name; false for a part of the text of the place. */
  readonly isDesk: boolean;
}

/** Who makes the visits of the day, each crew once, when they arrive and how long it takes; which of its days it is. */
export function CrewTag({ job, range, isDesk }: CrewTagProps) {
  const settings = useOfficeSettings() ?? {};
  const isDaySaid = !isDesk && firstTimeOn(job, range) === null;
  const texts = visitsOfDay([job], range).flatMap((visit) => {
    const { type, at } = visit;
    const crew = crewOf(job, type);
    const { length, window } = spanOf(job, type);
    const isLater = at < range.from;
    return [
      isLater && !isDaySaid ? whenText(visit, range) : "",
      crew === undefined ? "" : crewName(crew, settings),
      spanWords(at, { length, window: isLater ? undefined : window }),
    ].filter(Boolean);
  });
  return (
    <span
      className={clsx(
        "visit-notes font-medium",
        isDesk ? "max-w-full text-sm" : "before:content-['_·_']",
      )}
      // On paper the words have a row, as the notes do.
      style={{ gridArea: "crew" }}
    >
      {withWholeNumbers([...new Set(texts)].join(" · "))}
    </span>
  );
}

/** On a phone, in place of a time of the day: "Day 2 of 3". */
export function LaterDay({ job, range }: Omit<CrewTagProps, "isDesk">) {
  const [visit] = visitsInto([job], range);
  if (visit === undefined) return null;
  return (
    <span className="leading-6 font-semibold whitespace-nowrap">{whenText(visit, range)}</span>
  );
}
