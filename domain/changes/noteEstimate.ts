import { parseDayKey } from "../dates/days";
import type { EstimateNote, HandedEstimate } from "../estimate/handed";
import { invalidData, Refusal } from "../calls/refusals";
import { requireJob, type Change } from "./change";
import { jobSubject, type NamedJob } from "./subjects";

export const VALID_UNTIL_MALFORMED = "Choose until when the estimate is valid.";

interface NoteEstimateArgs extends HandedEstimate {
  /** The job's id or client key. */
  readonly id: string;
  readonly message: EstimateNote;
}

/**
 * Notes in the history of a job the estimate that a person has written, printed or opened in another app, as it was.
 * Whether the customer got it is not known. The next estimate of the job begins with what was chosen for this one.
 */
export const noteEstimate = {
  call: "messages:noteEstimate",
  reads: ({ id }) => ({ job: id }),
  apply: (rows, { id, message, ...estimate }) => {
    const row = requireJob(rows, id);
    const { validUntil } = estimate;
    if (validUntil !== undefined && parseDayKey(validUntil) === null)
      throw new Refusal(invalidData("validUntil", VALID_UNTIL_MALFORMED));
    const note = { kind: "note", table: "messages", of: "jobs" } as const;
    return [{ ...note, row, message, estimate }];
  },
  values: () => [],
  isUndoable: false,
  make: (job: NamedJob, message: EstimateNote, estimate: HandedEstimate) => {
    const subject = jobSubject(job);
    return {
      args: { id: subject.key, message, ...estimate },
      subject,
      field: null,
      label: "Estimate",
    };
  },
} satisfies Change<NoteEstimateArgs>;
