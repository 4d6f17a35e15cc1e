import { useEffect, useState } from "react";
import type { OutboxItem } from "./outboxItem";

/** What a person reads about a change, on every screen. */
export type ChangeWord =
  | "Saved"
  | "Waiting"
  | "Sending"
  | "Refused"
  | "Sign in";

/** A change that is answered within this time shows no word. */
const QUIET_MS = 300;
/** Without an answer for this long a change waits, whatever the connection seems to be. */
const WAITING_AFTER_MS = 2000;

/** Of several changes, the word that asks most of the person is shown. */
const URGENCY: readonly ChangeWord[] = [
  "Refused",
  "Sign in",
  "Waiting",
  "Sending",
  "Saved",
];

interface WordFacts {
  readonly now: number;
  /** Whether the person has to sign in before anything is sent. */
  readonly isSignedOut: boolean;
}

export function wordOf(
  { state }: OutboxItem,
  { now, isSignedOut }: WordFacts,
): ChangeWord {
  if (state.kind === "refused") return "Refused";
  if (isSignedOut) return "Sign in";
  const isSending =
    state.kind === "sending" && now - state.since < WAITING_AFTER_MS;
  return isSending ? "Sending" : "Waiting";
}

/** The word for several changes; null if all are answered, or too young for a word. */
export function wordOfAll(
  items: readonly OutboxItem[],
  facts: WordFacts,
): ChangeWord | null {
  const words = items
    .filter((item) => !isQuiet(item, facts.now))
    .map((item) => wordOf(item, facts));
  return URGENCY.find((word) => words.includes(word)) ?? null;
}

function isQuiet({ state, at }: OutboxItem, now: number): boolean {
  return state.kind !== "refused" && now - at < QUIET_MS;
}

/** Whether the change has been without an answer for longer than a good line needs. */
export function isSlow({ state, at }: OutboxItem, now: number): boolean {
  return state.kind !== "refused" && now - at >= WAITING_AFTER_MS;
}

/**
 * The time by which words are chosen. Renders again when one of them changes.
 * Each step takes 2 s at most, also on a device whose clock was set back.
 */
export function useWordClock(items: readonly OutboxItem[]): number {
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

/** When the word of a change becomes another one. */
function turns({ state, at }: OutboxItem): number[] {
  if (state.kind === "refused") return [];
  const made = [at + QUIET_MS, at + WAITING_AFTER_MS];
  return state.kind === "sending"
    ? [...made, state.since + WAITING_AFTER_MS]
    : made;
}
