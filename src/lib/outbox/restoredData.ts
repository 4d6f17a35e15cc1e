/** The rules for changes from before the server's data was restored or imported: the person is asked first. */
import {
  isUnknownToServer,
  type OutboxItem,
  type OutboxStep,
} from "./outboxItem";

/** Whether the server's data was restored or imported after the change was made. */
export function isFromBefore(
  { epoch: seen = "", state }: OutboxItem,
  epoch: string,
): boolean {
  const isOther = seen !== "" && epoch !== "" && seen !== epoch;
  return isOther && state.kind !== "refused";
}

/** Sends what was made before the server's data was restored. */
export function sendAfterRestore(
  items: readonly OutboxItem[],
  epoch: string,
): OutboxStep<null> {
  const asked = items.filter((item) => isFromBefore(item, epoch));
  return { put: asked.map((item) => ({ ...item, epoch })), result: null };
}

/** Also what waits for the person's answer. What was sent can be undone instead. */
export function isDiscardable(item: OutboxItem, epoch: string): boolean {
  return isUnknownToServer(item) || isFromBefore(item, epoch);
}
