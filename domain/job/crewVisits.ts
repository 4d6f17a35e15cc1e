/** Which visits are a crew's. Of all code about crews, the page's first load has only this file. */
import { isWithin, type TimeRange } from "../dates/days";
import { ENTRY_TYPES, type EntryType } from "./entryTypes";
import type { JobTimes } from "./schedule";
import { foldText } from "../text/text";
import { FIELD_OF_VISIT } from "./visits";

export type CrewField = `job_${EntryType}_crew`;

export type CrewedJob = JobTimes & {
  readonly [Field in CrewField]?: string | undefined;
};

/** The crew of a visit as the job has it; undefined without one. */
export function crewOf(job: CrewedJob, type: EntryType): string | undefined {
  return job[`job_${type}_crew`];
}

/** Names that differ in case or spaces have the same key: "crew 2" is "Crew 2". Empty without a crew. */
export function crewKey(text = ""): string {
  return foldText(text);
}

/** The jobs of a day with a visit by the crew with this key on that day; without a key, all jobs. */
export function ofCrewOn<Job extends CrewedJob>(
  jobs: readonly Job[],
  day: TimeRange,
  crew: string | undefined,
): readonly Job[] {
  return jobs.filter((job) =>
    ENTRY_TYPES.some(
      (type) =>
        crew === undefined ||
        (isWithin(job[FIELD_OF_VISIT[type]], day) && crewKey(crewOf(job, type)) === crew),
    ),
  );
}
