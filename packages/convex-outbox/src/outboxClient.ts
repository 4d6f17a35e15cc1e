import type { OutboxChange, OutboxItem, OutboxStep } from "./outboxItem";
import type {
  OtherTabs,
  Outcome,
  OutboxParts,
  TabMessage,
} from "./outboxParts";
import { OutboxSender } from "./outboxSender";
import { isFromBefore, sendAfterRestore } from "./restoredData";
import { inOrder } from "./sendOrder";
import { discard, retry } from "./steps";

/** How long to wait for the message about a row that another tab deleted, in ms. */
const MESSAGE_LIMIT_MS = 2000;

export interface ClientParts extends OutboxParts {
  readonly tabs: OtherTabs;
  /** The release of this page. */
  readonly release: string;
  /** A UUID. */
  readonly newId: () => string;
}

/** The outbox as one tab sees it. Every tab writes to it; OutboxSender decides which one sends. */
export class OutboxClient {
  readonly #parts: ClientParts;
  readonly #sender: OutboxSender;
  readonly #listeners = new Set<() => void>();
  readonly #waiting = new Map<string, (outcome: Outcome) => void>();
  /** The subjects with a change that was saved while this page is open. */
  readonly #saved = new Set<string>();
  readonly #stopListening: () => void;
  /** Ids of changes that the server has, but whose rows may not be read or deleted yet. */
  readonly #answered = new Set<string>();
  #rows: readonly OutboxItem[] = [];
  #items: readonly OutboxItem[] = [];
  #questions: readonly OutboxItem[] = [];

  constructor(parts: ClientParts) {
    this.#parts = parts;
    this.#sender = new OutboxSender(parts, {
      onItems: (items) => {
        this.#show(items);
        parts.tabs.post({ kind: "changed" });
      },
      onOutcome: (id, outcome) => this.#announce(id, outcome),
    });
    this.#stopListening = parts.tabs.listen((message) => this.#hear(message));
  }

  readonly items = (): readonly OutboxItem[] => this.#items;

  /** Changes about which the person must decide after a restored backup. */
  readonly questions = (): readonly OutboxItem[] => this.#questions;

  /** The server's data epoch, as far as this device knows it. */
  readonly epoch = (): string => this.#parts.server.epoch();

  readonly isSignedOut = (): boolean => this.#sender.isSignedOut;

  readonly hasSaved = (subjectKey: string): boolean =>
    this.#saved.has(subjectKey);

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Shows what earlier pages left in the outbox. */
  async read(): Promise<void> {
    this.#show(await this.#parts.store.read());
  }

  /** Shows what earlier pages left in the outbox, and begins to send it. */
  async start(): Promise<void> {
    try {
      await this.read();
    } finally {
      this.#sender.wake();
    }
  }

  /**
   * Stores a change on the device and deletes the typed texts that it saves (`saves` are their keys). Resolves once
   * the change is stored, to a promise of its outcome; rejects if the device could not store it.
   */
  async put(
    change: OutboxChange,
    saves: readonly string[] = [],
  ): Promise<{ readonly outcome: Promise<Outcome> }> {
    const known = { ...change, epoch: this.epoch() };
    const { isKept, replaced } = await this.#write((items) => ({
      ...this.#parts.rules.addChange(items, known, this.#parts.release),
      saves,
    }));
    for (const each of replaced) this.#announce(each, { kind: "replaced" });
    this.#sender.wake();
    if (!isKept) return { outcome: Promise.resolve({ kind: "discarded" }) };
    const outcome = new Promise<Outcome>((resolve) =>
      this.#waiting.set(change.id, resolve),
    );
    return { outcome };
  }

  /** Sends a refused change again, or ends the pause of a waiting one. */
  async retry(id: string): Promise<void> {
    const again = {
      id: this.#parts.newId(),
      at: this.#parts.clock.now(),
      epoch: this.epoch(),
    };
    await this.#write((items) => retry(items, id, again));
    this.#sender.retryNow();
  }

  /** Resolves to false if the server may have the change by now. */
  async discard(id: string): Promise<boolean> {
    const isDiscarded = await this.#write((items) =>
      discard(items, id, this.epoch()),
    );
    if (isDiscarded) this.#announce(id, { kind: "discarded" });
    return isDiscarded;
  }

  /** Called when another part of this page has written the rows. */
  changed(items: readonly OutboxItem[]): void {
    this.#show(items);
    this.#parts.tabs.post({ kind: "changed" });
    this.#sender.wake();
  }

  /** The person decided, after a restored backup, to send the changes. */
  async sendAfterRestore(): Promise<void> {
    await this.#write((items) => sendAfterRestore(items, this.epoch()));
    this.#sender.retryNow();
  }

  /** Called when the line, the sign-in, the data epoch or the visibility of the page has changed. */
  wake(): void {
    if (this.#updateQuestions()) this.#notify();
    this.#sender.retryNow();
  }

  stop(): void {
    this.#sender.stop();
    this.#stopListening();
  }

  async #write<T>(
    change: (items: readonly OutboxItem[]) => OutboxStep<T>,
  ): Promise<T> {
    const { result, items } = await this.#parts.store.transact(change);
    this.#show(items);
    this.#parts.tabs.post({ kind: "changed" });
    return result;
  }

  #show(rows: readonly OutboxItem[]): void {
    // The row of a change that another tab has sent may be read only after its outcome was heard.
    for (const id of this.#answered)
      if (hasRow(this.#rows, id) && !hasRow(rows, id))
        this.#answered.delete(id);
    this.#rows = rows;
    this.#items = inOrder(rows).filter(({ id }) => !this.#answered.has(id));
    this.#updateQuestions();
    this.#notify();
    this.#endForgotten();
  }

  /** Returns whether the questions have changed. */
  #updateQuestions(): boolean {
    const before = this.#questions;
    const asked = this.#items.filter((item) =>
      isFromBefore(item, this.epoch()),
    );
    if (before.length + asked.length > 0) this.#questions = asked;
    return before.length !== asked.length;
  }

  #notify(): void {
    for (const listener of this.#listeners) listener();
  }

  #announce(id: string, outcome: Outcome): void {
    this.#settle(id, outcome);
    this.#parts.tabs.post({ kind: "outcome", id, outcome });
  }

  #settle(id: string, outcome: Outcome): void {
    const item = this.#items.find((each) => each.id === id);
    if (outcome.kind === "saved" && item) this.#saved.add(item.subject.key);
    this.#waiting.get(id)?.(outcome);
    this.#waiting.delete(id);
    if (outcome.kind !== "saved") return;
    // The live queries show the change by now: a difference must not count twice.
    this.#answered.add(id);
    this.#show(this.#rows);
  }

  #hear(message: TabMessage): void {
    if (message.kind === "outcome") {
      this.#settle(message.id, message.outcome);
      return;
    }
    this.#parts.store.read().then(
      (items) => {
        this.#show(items);
        // Without this check two signed-out tabs would go on waking each other.
        if (!this.#sender.isSignedOut) this.#sender.wake();
      },
      // If it fails, this tab's next transaction reads the rows again.
      () => undefined,
    );
  }

  /**
   * Ends the waits for rows that no longer exist: a tab that was killed after deleting a row could not report the
   * outcome.
   */
  #endForgotten(): void {
    const isForgotten = (id: string) =>
      this.#waiting.has(id) && !hasRow(this.#items, id);
    for (const id of this.#waiting.keys()) {
      if (!isForgotten(id)) continue;
      this.#parts.clock.after(MESSAGE_LIMIT_MS, () => {
        if (isForgotten(id)) this.#settle(id, { kind: "replaced" });
      });
    }
  }
}

function hasRow(rows: readonly OutboxItem[], id: string): boolean {
  return rows.some((row) => row.id === id);
}
