/** Every change that may wait on a device. What they share is derived from this list. */
import type { Definition } from "./change";
import { JOB_CHANGES } from "./ofJobs";
import { LINE_CHANGES } from "./ofLines";
import { OFFICE_CHANGES } from "./ofOffice";

export const CHANGES = [...JOB_CHANGES, ...OFFICE_CHANGES, ...LINE_CHANGES];

/** The public functions whose calls may wait on a device. */
export type ChangeCall = (typeof CHANGES)[number]["call"];

/** The definition of a stored change; undefined for a call that this release does not have. */
export function changeOf(call: string): Definition<never> | undefined {
  return CHANGES.find((change) => change.call === call);
}

type KindOf<Call> = Call extends `${infer Module}:${infer Name}` ? `${Module}.${Name}` : never;

/** What the history calls a change: "jobs.setStatuses". */
export function changeKindOf<Call extends string>({ call }: { readonly call: Call }): KindOf<Call> {
  return call.replace(":", ".") as KindOf<Call>;
}
