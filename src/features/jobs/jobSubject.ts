import type { OutboxItem } from "@/lib/outbox/outboxItem";
import type { Job } from "./jobForm";

/** A job that was made on this device may be named by its client key. */
export function isOfJob(
  job: Pick<Job, "_id" | "clientKey">,
  { subject: { key }, args }: OutboxItem,
): boolean {
  return [key, ...movedJobs(args)].some(
    (id) => id === job._id || id === job.clientKey,
  );
}

/** The jobs of the visits that a change moves. */
function movedJobs({ visits }: OutboxItem["args"]): unknown[] {
  return Array.isArray(visits)
    ? visits.map((visit) => (visit as { readonly id?: unknown }).id)
    : [];
}
