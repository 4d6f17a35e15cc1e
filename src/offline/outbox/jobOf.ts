import type { OutboxItem } from "convex-outbox";

/** Changes of several jobs. */
const OF_MANY_JOBS: readonly string[] = ["jobs:moveVisits", "jobs:setStatuses"];

/** The job that the change is about, by id or client key. Null for changes of stock, prices and several jobs. */
export function jobOf({ call, subject }: OutboxItem): string | null {
  return call.startsWith("jobs:") && !OF_MANY_JOBS.includes(call)
    ? subject.key
    : null;
}

/** Whether the change was refused because its job was deleted: the person may want the job back. */
export function isOfDeletedJob(item: OutboxItem): boolean {
  const { state } = item;
  return (
    jobOf(item) !== null &&
    state.kind === "refused" &&
    state.code === "NOT_FOUND" &&
    state.field === "id"
  );
}
