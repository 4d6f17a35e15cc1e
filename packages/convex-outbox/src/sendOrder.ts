/** The order in which the changes of an outbox are sent. */
import type { ChangeRules } from "./changeRules";
import type { OutboxItem } from "./outboxItem";

type Items = readonly OutboxItem[];

export function inOrder<Row extends Pick<OutboxItem, "order" | "at">>(
  items: readonly Row[],
): Row[] {
  // Tabs whose store fails may give the same position twice.
  return items.toSorted((a, b) => a.order - b.order || a.at - b.at);
}

/**
 * The first change that is ready, needs no row that is still to be created, and overtakes no change of the same row.
 * A change that needs several rows keeps its position among the changes of each. A creation overtakes changes that
 * wait for a creation, possibly this one.
 */
export function firstInTurn(
  items: Items,
  {
    isReady,
    isCreatedFor,
  }: Pick<ChangeRules, "isCreatedFor"> & {
    readonly isReady: (item: OutboxItem) => boolean;
  },
): OutboxItem | undefined {
  const behind = new Set<string>();
  const behindPaused = new Set<string>();
  return inOrder(items).find((item) => {
    if (item.state.kind === "refused") return false;
    const keys = keysOf(item);
    const earlier = item.creates === undefined ? behind : behindPaused;
    // A creation is always first among the changes of its row.
    const isFirst = keys.every((key) => key === item.creates || !earlier.has(key));
    const isWaiting = items.some(
      (creation) => needsRowOf(item, creation) && isCreatedFor(creation, item),
    );
    if (isFirst && !isWaiting && isReady(item)) return true;
    const isPaused = !isReady(item) || keys.some((key) => behindPaused.has(key));
    for (const key of keys) {
      behind.add(key);
      if (isPaused && !isWaiting) behindPaused.add(key);
    }
    return false;
  });
}

/** The keys of the changed rows, and of the rows that must be created first. */
export function keysOf({
  subject,
  needs = [],
}: Pick<OutboxItem, "subject" | "needs">): readonly string[] {
  return [subject.key, ...needs];
}

function needsRowOf(item: OutboxItem, { id, creates }: OutboxItem): boolean {
  return id !== item.id && creates !== undefined && keysOf(item).includes(creates);
}
