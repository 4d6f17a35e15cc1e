/** The order in which the changes of an outbox are sent. */
import type { OutboxItem } from "@/offline/device/outboxItem";

type Items = readonly OutboxItem[];

export function inOrder(items: Items): OutboxItem[] {
  return items.toSorted((a, b) => a.order - b.order);
}

/**
 * The first change that is ready, needs no row that is still to be created, and overtakes no change of the same row.
 * A change that moves visits belongs to all their jobs, and keeps its position among the changes of each. A creation
 * overtakes changes that wait for a creation, possibly this one.
 */
export function firstInTurn(
  items: Items,
  isReady: (item: OutboxItem) => boolean,
): OutboxItem | undefined {
  const behind = new Set<string>();
  const behindPaused = new Set<string>();
  return inOrder(items).find((item) => {
    if (item.state.kind === "refused") return false;
    const keys = keysOf(item);
    const earlier = item.creates === undefined ? behind : behindPaused;
    // A creation is always first among the changes of its row.
    const isFirst = keys.every(
      (key) => key === item.creates || !earlier.has(key),
    );
    const isWaiting = needsCreation(item, items);
    if (isFirst && !isWaiting && isReady(item)) return true;
    const isPaused =
      !isReady(item) || keys.some((key) => behindPaused.has(key));
    for (const key of keys) {
      behind.add(key);
      if (isPaused && !isWaiting) behindPaused.add(key);
    }
    return false;
  });
}

/** The keys of the changed rows, and of the rows that must be created first. */
function keysOf({ subject, needs = [] }: OutboxItem): readonly string[] {
  return [subject.key, ...needs];
}

/**
 * Whether the change needs a row that is not created yet. A waiting job that was moved to another customer no longer
 * creates its former customer: a change that names that customer is sent, and the server refuses it. So no two
 * creations wait for each other.
 */
function needsCreation(item: OutboxItem, items: Items): boolean {
  const customer = item.args["job_customer_id"];
  const needed = keysOf(item);
  return items.some(({ id, creates, args }) => {
    if (id === item.id || creates === undefined || !needed.includes(creates))
      return false;
    const isJob = creates !== customer || creates === item.subject.key;
    return isJob || args["job_customer_id"] === undefined;
  });
}
