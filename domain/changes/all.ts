/** Every change that may wait on a device. What is the same of all of them follows from this list. */
import { adjustColorQuantity } from "./adjustColorQuantity";
import type { Definition } from "./change";
import { createJob } from "./createJob";
import { deleteJob } from "./deleteJob";
import { addFiles, moveFile, removeFile } from "./jobFiles";
import { moveVisits } from "./moveVisits";
import { noteOpened } from "./noteOpened";
import { recordIntake } from "./recordIntake";
import { setOfficeSettings } from "./setOfficeSettings";
import { setPrices } from "./setPrices";
import { setReorderLevel } from "./setReorderLevel";
import { setStatuses } from "./setStatuses";
import { setTemplates } from "./setTemplates";
import { updateCustomer } from "./updateCustomer";
import { updateJob } from "./updateJob";

export const CHANGES = listed([
  createJob,
  updateJob,
  moveVisits,
  setStatuses,
  deleteJob,
  addFiles,
  removeFile,
  moveFile,
  updateCustomer,
  recordIntake,
  adjustColorQuantity,
  setReorderLevel,
  setPrices,
  setTemplates,
  setOfficeSettings,
  noteOpened,
]);

/** The public functions whose calls may wait on a device. */
export type ChangeCall = (typeof CHANGES)[number]["call"];

/** A change whose arguments are JSON: this page, or an earlier release, has written them. */
type AnyChange<Call extends string> = Definition<never> & {
  readonly call: Call;
};

/** Keeps the calls of the changes apart in their type, and leaves out their arguments. */
function listed<Call extends string>(
  changes: readonly AnyChange<Call>[],
): readonly AnyChange<Call>[] {
  return changes;
}

/** The definition of a stored change; undefined for a call that this release does not have. */
export function changeOf(call: string): Definition<never> | undefined {
  return CHANGES.find((change) => change.call === call);
}

type KindOf<Call> = Call extends `${infer Module}:${infer Name}`
  ? `${Module}.${Name}`
  : never;

/** What the history calls a change: "jobs.setStatuses". */
export function changeKindOf<Call extends string>({
  call,
}: {
  readonly call: Call;
}): KindOf<Call> {
  return call.replace(":", ".") as KindOf<Call>;
}
