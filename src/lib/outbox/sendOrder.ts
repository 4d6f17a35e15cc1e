/** In which order the changes of an outbox are sent. */
import type { OutboxItem } from "./outboxItem";

type Items = readonly OutboxItem[];

export function inOrder(items: Items): OutboxItem[] {
  return items.toSorted((a, b) => a.order - b.order);
}

/**
 * The first that is ready and overtakes no change of what it changes. A change
 * that moves visits is of their jobs too, and keeps its place among the
 * changes of each.
 */
export function firstInTurn(
  items: Items,
  isReady: (item: OutboxItem) => boolean,
): OutboxItem | undefined {
  const behind = new Set<string>();
  return inOrder(items).find((item) => {
    if (item.state.kind === "refused") return false;
    const keys = keysOf(item);
    // Nothing precedes a creation among the changes of what it creates: those that need it wait for it.
    const isFirst = keys.every(
      (key) => key === item.creates || !behind.has(key),
    );
    if (isFirst && isReady(item)) return true;
    for (const key of keys) behind.add(key);
    return false;
  });
}

/** What the change is of, and what must be created before it. */
function keysOf({ subject, needs = [] }: OutboxItem): readonly string[] {
  return [subject.key, ...needs];
}

/** Whether the change is about something that is not created yet. */
export function isHeld(item: OutboxItem, items: Items): boolean {
  const needed = keysOf(item);
  return items.some(
    ({ id, creates }) =>
      id !== item.id && creates !== undefined && needed.includes(creates),
  );
}
