/** What a person is asked about the jobs of a file. */
import { PART_STARTS } from "../dates/typedClock";
import type { JobStatus } from "../job/jobs";
import { statusOf } from "./statuses";

/** What a person has decided about the jobs of a file, once for all of them. */
export interface JobAnswers {
  /** "09:00": the time for dates without one, by part of the day, if the person changed the suggested time. */
  readonly times: Readonly<Partial<Record<Untimed, string>>>;
  /** Statuses by their text in the file, where the person changed the suggested one. */
  readonly statuses: Readonly<Record<string, JobStatus>>;
  /** Whether jobs that the file calls finished are paid; null until the person has said so. */
  readonly arePaid: boolean | null;
  /** The current time, in ms since 1970. */
  readonly now: number;
}

/** What a person has to decide about the jobs of a file, with the suggestion or the decision. */
export interface JobQuestions {
  /** The texts that are none of our statuses, the most frequent first. */
  readonly statuses: readonly {
    readonly text: string;
    readonly count: number;
    readonly status: JobStatus;
  }[];
  /** How many jobs another program calls finished, without saying whether they are paid. */
  readonly finished: number;
  /** The dates without a time, by the part of the day that they name, and the time that they get. */
  readonly times: readonly {
    readonly part: Untimed;
    readonly count: number;
    readonly time: string;
  }[];
}

/** Counts, row by row, what the questions are about. */
export class JobFindings {
  readonly statusCounts = new Map<string, number>();
  readonly timeCounts = new Map<Untimed, number>();
  finished = 0;

  questions(answers: JobAnswers): JobQuestions {
    const { statusCounts, timeCounts, finished } = this;
    const statuses = [...statusCounts].map(([text, count]) => ({
      text,
      count,
      status: statusOf(text, answers.statuses),
    }));
    const times = [...timeCounts].map(([part, count]) => ({
      part,
      count,
      time: timeOf(part, answers),
    }));
    statuses.sort((one, other) => other.count - one.count);
    return { statuses, finished, times };
  }
}

/** The suggested times of dates without one, by the part of the day that the file names. */
const SUGGESTED_TIMES = { none: "09:00", ...PART_STARTS };

type Untimed = keyof typeof SUGGESTED_TIMES;

/** The decided or suggested time. */
export function timeOf(part: Untimed, { times }: Pick<JobAnswers, "times">): string {
  return times[part] ?? SUGGESTED_TIMES[part];
}
