/**
 * The steps of single rows, as pure functions. Each returns what to write in the transaction that read the rows. Every
 * tab may call any of them at any time: a step for a row that was removed, or is in another state by now, does nothing.
 */
import { TOO_OLD } from "./creations";
import type { OutboxItem, OutboxStep, RowStep, StoredRow } from "./outboxItem";
import { isDiscardable } from "./restoredData";

type Items = readonly OutboxItem[];

type Written<Row extends StoredRow> = Omit<RowStep<Row, unknown>, "result">;

/** The server has applied the change, now or when it was sent before. */
export function complete(items: Items, id: string): OutboxStep<boolean> {
  // Removed even if this page does not see the row: the store may have it.
  return { remove: [id], result: items.some((item) => item.id === id) };
}

/** The call failed without a response: the change may have been applied. It keeps its position and its id. */
export function unanswered(items: Items, id: string): OutboxStep<boolean> {
  const item = items.find((each) => each.id === id);
  if (item?.state.kind !== "sending") return { result: false };
  return { put: [{ ...item, state: { kind: "waiting" } }], result: true };
}

/**
 * Sends a refused change again, under another id: the server has not applied the refused one, or has forgotten it. A
 * creation that may have been applied keeps its id: its client key prevents a second row. So does a change with an
 * attachment, whose bytes are stored by its id.
 */
export function retry(
  items: Items,
  id: string,
  again: Pick<OutboxItem, "id" | "at" | "epoch">,
): OutboxStep<boolean> {
  const refused = items.find((item) => item.id === id);
  if (refused?.state.kind !== "refused") return { result: false };
  const { creates, attempts, state, attachment } = refused;
  const { id: newId, ...present } = again;
  const mayHaveArrived = creates !== undefined && attempts > 0 && state.code === TOO_OLD;
  const keepsId = mayHaveArrived || attachment !== undefined;
  const item: OutboxItem = {
    ...refused,
    ...present,
    state: { kind: "waiting" },
    ...(!mayHaveArrived && { attempts: 0 }),
    ...(!keepsId && { id: newId }),
  };
  return { put: [item], remove: keepsId ? [] : [id], result: true };
}

interface Discarding {
  /** The server's data epoch, if one is known. */
  readonly epoch: string;
  /** Whether the store can record that the row is discarded. */
  readonly canRecord?: (item: OutboxItem) => boolean;
}

/**
 * Discards a change that the server cannot have, or one that waits for the person's decision after a restored backup.
 * A change that was sent can be undone instead. Discarding a creation also discards the changes of the row. A row whose
 * discarding the store cannot record stays: a later page would send it.
 */
export function discard(
  items: Items,
  id: string,
  { epoch, canRecord = () => true }: Discarding,
): OutboxStep<boolean> {
  const item = items.find((each) => each.id === id);
  if (item === undefined || !isDiscardable(item, epoch) || !canRecord(item))
    return { result: false };
  const following = items.filter(({ subject }) => subject.key === item.creates);
  return {
    remove: [...new Set([id, ...following.map((each) => each.id)])],
    result: true,
  };
}

/** Repeats a change of a row: the page made `put` of `before`, and the store's row is `now`. See MemoryFirstRows. */
export function changedAgain(
  put: OutboxItem,
  before: OutboxItem,
  now: OutboxItem,
): OutboxItem | null {
  if (contentOf(now) !== contentOf(before)) return null;
  const attempts = now.attempts + put.attempts - before.attempts;
  return { ...put, order: now.order, attempts };
}

function contentOf({ args, attachment }: OutboxItem): string {
  return JSON.stringify([args, attachment]);
}

export function changesRows<Row extends StoredRow>({
  put = [],
  remove = [],
}: Written<Row>): boolean {
  return put.length > 0 || remove.length > 0;
}

/** The rows after a step. */
export function apply<Row extends StoredRow>(
  items: readonly Row[],
  { put = [], remove = [] }: Written<Row>,
): readonly Row[] {
  const gone = new Set([...remove, ...put.map(({ id }) => id)]);
  return [...items.filter(({ id }) => !gone.has(id)), ...put];
}

/** The writes that turn the rows `before` into `after`. */
export function difference<Row extends StoredRow>(before: readonly Row[], after: readonly Row[]) {
  const kept = new Set(after.map(({ id }) => id));
  return {
    put: after.filter((item) => !before.includes(item)),
    remove: before.map(({ id }) => id).filter((id) => !kept.has(id)),
  };
}
