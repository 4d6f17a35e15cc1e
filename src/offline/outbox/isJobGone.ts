import type { OutboxItem } from "convex-outbox";

/** Whether the change of a job was refused because the job was deleted: the person may want it back. */
export function isJobGone({ state }: Pick<OutboxItem, "state">): boolean {
  return state.kind === "refused" && state.code === "NOT_FOUND" && state.field === "id";
}
