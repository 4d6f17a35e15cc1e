import type { Job } from "../jobForm";
import { useCovers } from "./useCovers";

/** The card of a job shows the first photo of the first of these lists that is not empty. */
const COVER_FIELDS = ["job_photo_estimate", "job_photo_install"] as const;

/** The covers of jobs on any day. */
export function useJobCovers(jobs: readonly Job[]) {
  return useCovers(jobs, COVER_FIELDS);
}
