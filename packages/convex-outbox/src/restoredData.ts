/** The rules for changes from before the server's data was restored or imported: the person is asked first. */
import { isUnknownToServer, type OutboxItem, type OutboxStep } from "./outboxItem";

/** Whether the server's data was restored or imported after the change was made. */
export function isFromBefore({ epoch: seen = "", state }: OutboxItem, epoch: string): boolean {
  const isOther = seen !== "" && epoch !== "" && seen !== epoch;
  return isOther && state.kind !== "refused";
}

/** Sends what was made before the server's data was restored. */
export function sendAfterRestore(items: readonly OutboxItem[], epoch: string): OutboxStep<null> {
  const asked = items.filter((item) => isFromBefore(item, epoch));
  return { put: asked.map((item) => ({ ...item, epoch })), result: null };
}

/**
 * Whether the change may be discarded: the server cannot have it, or the person must decide about it. A change that
 * was sent can be undone instead.
 */
export function isDiscardable(item: OutboxItem, epoch: string): boolean {
  return isUnknownToServer(item) || isFromBefore(item, epoch);
}
