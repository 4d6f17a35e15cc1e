/** The dependencies of the outbox. Tests pass fakes. */
import type { OutboxItem, Refusal, RowStep, StoredRow } from "./outboxItem";
import type { OutboxRules } from "./outboxRules";

export interface RowStore<Row extends StoredRow> {
  readonly read: () => Promise<readonly Row[]>;
  /**
   * Calls `change` with all rows and writes its step in the same transaction.
   * Resolves when the transaction has ended, with the rows as they are then.
   */
  readonly transact: <T>(
    change: (items: readonly Row[]) => RowStep<Row, T>,
  ) => Promise<{ readonly result: T; readonly items: readonly Row[] }>;
}

export type OutboxStore = RowStore<OutboxItem>;

/** What a failed call means: refused for good, signed out, or unknown (null). */
export type Verdict = Refusal | "signIn" | null;

export interface OutboxServer {
  /** Whether this tab is the one to send: visible, connected, and signed in as the store's owner. */
  readonly isReady: () => boolean;
  /** Resolves when the work has ended, or as soon as `isReady` becomes false. */
  readonly whileReady: (work: Promise<void>) => Promise<void>;
  /** The last known data epoch of the server; empty if there is none. While `isReady`, it is the current one. */
  readonly epoch: () => string;
  /** Resolves with the server's response, however late. */
  readonly send: (item: OutboxItem) => Promise<unknown>;
  readonly verdictOn: (error: unknown) => Verdict;
  /** Whether something between the page and the server has to change before another attempt can succeed. */
  readonly isBlocked?: (error: unknown) => boolean;
}

/** Lets one tab send at a time where the browser supports locks. Two senders at a time do no harm. */
export interface OutboxLock {
  readonly hold: <T>(work: () => Promise<T>) => Promise<T>;
}

export interface OutboxClock {
  /** The device's clock, in ms since 1970, right or wrong. */
  readonly now: () => number;
  /** Calls back after `ms`. Returns a function that cancels it. */
  readonly after: (ms: number, callback: () => void) => () => void;
}

/** The outcome of a change. */
export type Outcome =
  | { readonly kind: "saved"; readonly value: unknown }
  | { readonly kind: "refused"; readonly refusal: Refusal }
  /** A later change of the same field has replaced it. */
  | { readonly kind: "replaced" }
  | { readonly kind: "discarded" };

export type TabMessage =
  | { readonly kind: "changed" }
  | {
      readonly kind: "outcome";
      readonly id: string;
      readonly outcome: Outcome;
    };

/** The other tabs that have the same store open. */
export interface OtherTabs {
  readonly post: (message: TabMessage) => void;
  readonly listen: (listener: (message: TabMessage) => void) => () => void;
}

export interface OutboxParts {
  readonly rules: OutboxRules;
  readonly store: OutboxStore;
  readonly server: OutboxServer;
  readonly lock: OutboxLock;
  readonly clock: OutboxClock;
  /** Called with the server's response before the row is deleted. Never rejects. */
  readonly onSaved?: (item: OutboxItem, value: unknown) => Promise<void>;
}
