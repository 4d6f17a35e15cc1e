import type { OutboxItem } from "convex-outbox";

/** The job that the change is about, by id or client key. Null for changes of stock, prices and the visits of a day. */
export function jobOf({ call, subject }: OutboxItem): string | null {
  return call.startsWith("jobs:") && call !== "jobs:moveVisits"
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
