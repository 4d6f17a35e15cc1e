import { useEffect, useState } from "react";
import type { OutboxItem } from "convex-outbox";

/** The sync status of a change, as every screen shows it. */
export type SyncStatus = "Saved" | "Waiting" | "Not stored" | "Sending" | "Refused" | "Sign in";

/** Milliseconds. A change that is answered within this time shows no sync status. */
const QUIET_MS = 300;
/** Milliseconds. After this time without a response a change shows as waiting, whatever the connection state. */
const WAITING_AFTER_MS = 2000;

/** Several changes show the first of these statuses that one of them has: the most urgent one. */
const URGENCY: readonly SyncStatus[] = [
  "Refused",
  "Sign in",
  "Not stored",
  "Waiting",
  "Sending",
  "Saved",
];

interface StatusFacts {
  readonly now: number;
  /** Whether the person has to sign in before anything is sent. */
  readonly isSignedOut: boolean;
}

export function syncStatusOf(item: OutboxItem, { now, isSignedOut }: StatusFacts): SyncStatus {
  const { state } = item;
  if (state.kind === "refused") return "Refused";
  if (isUnstored(item, now)) return "Not stored";
  if (isSignedOut) return "Sign in";
  const isSending = state.kind === "sending" && now - state.since < WAITING_AFTER_MS;
  return isSending ? "Sending" : "Waiting";
}

/** The sync status for several changes; null if all are answered, or too young for one. */
export function syncStatusOfAll(
  items: readonly OutboxItem[],
  facts: StatusFacts,
): SyncStatus | null {
  const statuses = items
    .filter((item) => !isQuiet(item, facts.now))
    .map((item) => syncStatusOf(item, facts));
  return URGENCY.find((syncStatus) => statuses.includes(syncStatus)) ?? null;
}

/** Whether the device has not stored the change although it should have by now. */
export function isUnstored({ state, at }: OutboxItem, now: number): boolean {
  return state.kind === "storing" && now - at >= WAITING_AFTER_MS;
}

function isQuiet({ state, at }: OutboxItem, now: number): boolean {
  return state.kind !== "refused" && now - at < QUIET_MS;
}

/** Whether the change has waited for its response longer than on a good connection. */
export function isSlow({ state, at }: OutboxItem, now: number): boolean {
  return state.kind !== "refused" && now - at >= WAITING_AFTER_MS;
}

/**
 * The time for which sync statuses are chosen. Renders again when one of them changes. Each step takes 2 s at most,
 * also on a device whose clock was set back.
 */
export function useSyncStatusClock(items: readonly OutboxItem[]): number {
  const [now, setNow] = useState(() => Date.now());
  const due = Math.min(...items.flatMap(turns).filter((time) => time > now));

  useEffect(() => {
    if (due === Infinity) return;
    const ms = Math.min(Math.max(due - Date.now(), 0), WAITING_AFTER_MS);
    const timer = setTimeout(() => setNow(Math.max(due, Date.now())), ms);
    return () => clearTimeout(timer);
  }, [due]);
  return now;
}

/** The times at which the sync status of a change becomes another one. */
function turns({ state, at }: OutboxItem): number[] {
  if (state.kind === "refused") return [];
  const made = [at + QUIET_MS, at + WAITING_AFTER_MS];
  return state.kind === "sending" ? [...made, state.since + WAITING_AFTER_MS] : made;
}
