import type { Doc } from "../../_generated/dataModel";
import { hasCrew } from "../../../domain/job/crewSearch";
import type { CrewedJob } from "../../../domain/job/crewVisits";
import type { JobSort } from "../../../domain/job/jobOrder";
import type { JobStatus } from "../../../domain/job/jobs";
import {
  holdsWords,
  MAX_TYPED_WORDS,
  notesHold,
  notesWords,
  searchedOfJob,
  searchReadings,
  searchText,
  searchWords,
} from "../../../domain/names/search";
import type { Keyed, PageRange } from "../pages";
import type { ReadBudget } from "../search/readBudget";

/** Shorter beginnings of ids are shared by many jobs. */
const MIN_ID_LENGTH = 6;

/**
 * A typed text. A job matches if its words hold one of the readings, its notes hold all words, or its id begins with
 * the text; and if one crew of each list has a visit of the job.
 */
export type Typed = {
  readonly readings: readonly (readonly string[])[];
  readonly notes: readonly string[];
  readonly id: string | null;
  readonly crews: readonly (readonly string[])[];
};

export type JobSearch = {
  readonly workspaceId: string;
  readonly search: string;
  readonly status: JobStatus | null;
  readonly sort: JobSort;
  readonly now: number;
};

export type Search = JobSearch & {
  readonly typed: Typed;
  readonly budget: ReadBudget;
  readonly range: PageRange;
};

/** A job that a search has read: null if it does not match. */
export type Looked = Keyed<Doc<"jobs"> | null>;

export function parseTyped(text: string, crews: Typed["crews"] = []): Typed {
  const id = text.trim().toLowerCase();
  return {
    readings: searchReadings(text),
    notes: notesWords(text).slice(0, MAX_TYPED_WORDS),
    id: id.length < MIN_ID_LENGTH ? null : id,
    crews,
  };
}

export function isBlank({ readings }: Typed): boolean {
  return readings.length === 0;
}

/** Whether the stored words of a job, joined by `searchText`, hold a reading. */
export function textHolds(text: string, { readings }: Typed): boolean {
  return readings.some((words) => holdsWords(text, words));
}

/** Whether the job belongs to the search. Refuses jobs of another workspace, which a derived row may name. */
export function isMatch({ workspaceId, status, typed }: Search, job: Doc<"jobs">): boolean {
  return (
    job.workspaceId === workspaceId &&
    (status === null || job.job_status === status) &&
    isOfCrews(job, typed) &&
    jobHolds(job, typed)
  );
}

export function isOfCrews(job: CrewedJob, { crews }: Typed): boolean {
  return crews.every((keys) => hasCrew(job, keys));
}

function jobHolds(job: Doc<"jobs">, typed: Typed): boolean {
  if (isBlank(typed)) return true;
  const { notes, id } = typed;
  return (
    textHolds(searchText(searchWords(searchedOfJob(job))), typed) ||
    (notes.length > 0 && notesHold(job.job_notes, notes)) ||
    (id !== null && job._id.startsWith(id))
  );
}
