/** What the outbox needs of its surroundings. Tests bring their own. */
import type { OutboxItem, Refusal, OutboxStep } from "./outboxItem";

export interface OutboxStore {
  readonly read: () => Promise<readonly OutboxItem[]>;
  /**
   * Calls `change` with all rows and writes its step in the same transaction.
   * Resolves when the transaction has ended, with the rows as they are then.
   */
  readonly transact: <T>(
    change: (items: readonly OutboxItem[]) => OutboxStep<T>,
  ) => Promise<{ readonly result: T; readonly items: readonly OutboxItem[] }>;
}

/** What a failed call means: refused for good, signed out, or not known (null). */
export type Verdict = Refusal | "signIn" | null;

export interface OutboxServer {
  /** Whether this tab is the one to send: visible, connected, and signed in as the store's owner. */
  readonly isReady: () => boolean;
  /** Resolves when the work has ended, and before that as soon as `isReady` is false. */
  readonly whileReady: (work: Promise<void>) => Promise<void>;
  /** The last known data epoch of the server; empty if there is none. When `isReady`, it is the present one. */
  readonly epoch: () => string;
  /** Resolves with the server's answer, whenever it comes. */
  readonly send: (item: OutboxItem) => Promise<unknown>;
  readonly verdictOn: (error: unknown) => Verdict;
}

/** Lets one tab send at a time where the browser can; two at a time do no harm. */
export interface OutboxLock {
  readonly hold: <T>(work: () => Promise<T>) => Promise<T>;
}

export interface OutboxClock {
  /** The device's clock, in ms since 1970, right or wrong. */
  readonly now: () => number;
  /** Calls back later; the result cancels it. */
  readonly after: (ms: number, callback: () => void) => () => void;
}

/** What became of a change. */
export type Outcome =
  | { readonly kind: "saved"; readonly value: unknown }
  | { readonly kind: "refused"; readonly refusal: Refusal }
  /** A later change of the same field took its place. */
  | { readonly kind: "replaced" }
  | { readonly kind: "discarded" };

export type TabMessage =
  | { readonly kind: "changed" }
  | {
      readonly kind: "outcome";
      readonly id: string;
      readonly outcome: Outcome;
    };

/** The other tabs with the same store. */
export interface OtherTabs {
  readonly post: (message: TabMessage) => void;
  readonly listen: (listener: (message: TabMessage) => void) => () => void;
}

export interface OutboxParts {
  readonly store: OutboxStore;
  readonly server: OutboxServer;
  readonly lock: OutboxLock;
  readonly clock: OutboxClock;
  /** Called with the server's answer before the row is deleted. Rejects never. */
  readonly onSaved?: (item: OutboxItem, value: unknown) => Promise<void>;
}
