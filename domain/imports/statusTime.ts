import { EARLIEST_DATE } from "../jobInput";
import type { JobImportRow } from "./rows";

/** When the job reached its status: what the file says, else its last visit, so that no old job counts as new. */
export function statusTimeOf(
  row: Pick<
    JobImportRow,
    "statusChangedAt" | "job_install_date" | "job_estimate_date"
  >,
  now: number,
): number {
  const visit = row.job_install_date ?? row.job_estimate_date;
  const at = row.statusChangedAt ?? visit ?? now;
  return Math.min(Math.max(at, EARLIEST_DATE), now);
}
