/** The rules for changes that create a row, and for later changes of that row. */
import type { OutboxItem } from "./outboxItem";

type Items = readonly OutboxItem[];

/** The refusal of a change that the server may have forgotten: see `OutboxRules.claimNext`. */
export const TOO_OLD = "TOO_OLD";

/**
 * The change that creates `key`, if a later change can still become part of it: the server certainly does not have
 * it.
 */
export function openCreation(items: Items, key: string): OutboxItem | undefined {
  return items.find(
    ({ creates, attempts, state }) =>
      creates === key && (attempts === 0 || (state.kind === "refused" && state.code !== TOO_OLD)),
  );
}

/** The changes that wait for the creation and can become part of it, in order. */
export function followingChanges(items: Items, creation: OutboxItem): Items {
  return items
    .filter(
      ({ subject, field, attempts }) =>
        subject.key === creation.creates && field !== null && attempts === 0,
    )
    .toSorted((a, b) => a.order - b.order);
}
