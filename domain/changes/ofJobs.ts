/** The changes of jobs and customers, which every screen with jobs shows while they wait. */
import { listed, type Definition } from "./change";
import { createJob } from "./createJob";
import { deleteJob } from "./deleteJob";
import { addFiles, moveFile, removeFile } from "./jobFiles";
import { moveVisits } from "./moveVisits";
import { noteOpened } from "./noteOpened";
import { setStatuses } from "./setStatuses";
import { updateCustomer } from "./updateCustomer";
import { updateJob } from "./updateJob";

export const JOB_CHANGES = listed([
  createJob,
  updateJob,
  moveVisits,
  setStatuses,
  deleteJob,
  addFiles,
  removeFile,
  moveFile,
  updateCustomer,
  noteOpened,
]);

/** The definition of a stored change; undefined for a change of neither jobs nor customers. */
export function jobChangeOf(call: string): Definition<never> | undefined {
  return JOB_CHANGES.find((change) => change.call === call);
}
