import { invalidData, Refusal } from "../calls/refusals";
import { CHANGED_LISTS } from "../calls/inputLimits";
import { JOB_FILE_FIELDS, type JobFileField } from "../job/jobs";

/** The file lists of a job, by storage id. */
export type FileLists = Readonly<Record<JobFileField, readonly string[]>>;

export const NO_FILES = {
  job_photo_estimate: [],
  job_photo_install: [],
  job_drawings: [],
} as const satisfies FileLists;

/**
 * A list of files as a job holds it: each file once.
 *
 * @throws Refusal if there are too many.
 */
export function fileList(field: JobFileField, given: readonly string[]): readonly string[] {
  const list = [...new Set(given)];
  const { max, sentence } = CHANGED_LISTS[field];
  if (list.length > max) throw new Refusal(invalidData(field, sentence));
  return list;
}

/** The given lists, in the fields of a job. */
export function fileLists(given: Partial<FileLists>): Partial<FileLists> {
  return Object.fromEntries(
    JOB_FILE_FIELDS.flatMap((field) => {
      const list = given[field];
      return list === undefined ? [] : [[field, fileList(field, list)]];
    }),
  );
}
