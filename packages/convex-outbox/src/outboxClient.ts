import { MemoryFirstRows } from "./memoryFirstRows";
import type { OutboxChange, OutboxItem, OutboxStep } from "./outboxItem";
import type { OtherTabs, Outcome, OutboxParts, TabMessage } from "./outboxParts";
import { OutboxSender } from "./outboxSender";
import { isFromBefore, sendAfterRestore } from "./restoredData";
import { inOrder } from "./sendOrder";
import { changedAgain, discard, retry } from "./steps";

/** How long to wait for the message about a row that another tab deleted, in ms. */
const MESSAGE_LIMIT_MS = 2000;

export interface ClientParts extends OutboxParts {
  readonly tabs: OtherTabs;
  /** The release of this page. */
  readonly release: string;
  /** A UUID. */
  readonly newId: () => string;
}

interface Made {
  /** Whether the store has the change. False once it has failed or is late: attempts continue, and it is sent. */
  readonly isStored: Promise<boolean>;
  readonly outcome: Promise<Outcome>;
}

/** The outbox as one tab sees it. Every tab writes to it; OutboxSender decides which one sends. */
export class OutboxClient {
  readonly #parts: ClientParts;
  readonly #rows: MemoryFirstRows<OutboxItem>;
  readonly #sender: OutboxSender;
  readonly #listeners = new Set<() => void>();
  readonly #waiting = new Map<string, (outcome: Outcome) => void>();
  /** The subjects with a change that was saved while this page is open. */
  readonly #saved = new Set<string>();
  readonly #stopListening: () => void;
  /** The changes that the server has. Their rows may still be read, or not be deleted yet. */
  readonly #answered = new Set<string>();
  #items: readonly OutboxItem[] = [];
  /** The object that is shown for a row which the store does not have yet: the same one while the row is the same. */
  readonly #storing = new WeakMap<OutboxItem, OutboxItem>();
  #questions: readonly OutboxItem[] = [];

  constructor(parts: ClientParts) {
    this.#parts = parts;
    this.#rows = new MemoryFirstRows(parts.store, {
      clock: parts.clock,
      isAnswered: (id) => this.#answered.has(id),
      again: changedAgain,
      onItems: () => this.#show(),
      onStored: () => parts.tabs.post({ kind: "changed" }),
      onBack: () => this.#sender.wake(),
    });
    this.#sender = new OutboxSender({
      ...parts,
      rows: this.#rows,
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

  /** Whether the store has the change. */
  readonly isStored = (id: string): boolean => this.#rows.isStored(id);

  /** Whether the items are all that earlier pages left: false until the store has been read. */
  readonly isKnown = (): boolean => this.#rows.isKnown;

  /** Why the store failed last; null if it works or is only late. */
  readonly storeError = (): unknown => this.#rows.error;

  /** Whether the store lacks something that was done on this page. */
  readonly isStoring = (): boolean => !this.#rows.isWhole;

  readonly hasSaved = (subjectKey: string): boolean => this.#saved.has(subjectKey);

  /** Called when another outbox has saved a change of the subject with this key. */
  readonly noteSaved = (subjectKey: string): void => {
    this.#saved.add(subjectKey);
  };

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Shows what earlier pages left in the outbox. Resolves when it is shown, the store has failed, or it is late. */
  async read(): Promise<void> {
    await this.#rows.read();
  }

  /** Shows what earlier pages left in the outbox, and begins to send it. */
  async start(): Promise<void> {
    await this.read();
    this.#sender.wake();
  }

  /**
   * Makes a change. It is among the items when this returns; the store then gets it, and the typed texts that it saves
   * (`saves` are their keys) leave the store in the same transaction.
   */
  put(change: OutboxChange, saves: readonly string[] = []): Made {
    const known = { ...change, epoch: this.epoch() };
    const outcome = new Promise<Outcome>((resolve) => this.#waiting.set(change.id, resolve));
    const added = this.#rows.transact((items) => ({
      ...this.#parts.rules.addChange(items, known, {
        release: this.#parts.release,
        canReplace: this.#rows.canReplace,
      }),
      saves,
    }));
    this.#sender.wake();
    const isStored = added.then(({ result, isStored: isDone }) => {
      for (const each of result.replaced) this.#announce(each, { kind: "replaced" });
      if (!result.isKept) this.#settle(change.id, { kind: "discarded" });
      return isDone;
    });
    return { isStored, outcome };
  }

  /** Sends a refused change again, or ends the pause of a waiting one. */
  async retry(id: string): Promise<void> {
    const again = {
      id: this.#parts.newId(),
      at: this.#parts.clock.now(),
      epoch: this.epoch(),
    };
    const refused = this.#items.find((item) => item.id === id);
    const retried = this.#rows.transact((items) => retry(items, id, again));
    this.#sender.retryNow(refused?.subject.key);
    await retried;
  }

  /** Resolves to false if the server may have the change by now, or if the store does not let it go. */
  async discard(id: string): Promise<boolean> {
    const { result: isDiscarded } = await this.#rows.transact((items) =>
      discard(items, id, {
        epoch: this.epoch(),
        canRecord: this.#rows.canRecord,
      }),
    );
    if (isDiscarded) this.#announce(id, { kind: "discarded" });
    return isDiscarded;
  }

  /** Takes a step that an application adds to the outbox, such as an attachment's, and sends what it allows. */
  async change<T>(step: (items: readonly OutboxItem[]) => OutboxStep<T>): Promise<T> {
    const changed = this.#rows.transact(step);
    this.#sender.wake();
    return (await changed).result;
  }

  /** The person decided, after a restored backup, to send the changes. */
  async sendAfterRestore(): Promise<void> {
    const allowed = this.#rows.transact((items) => sendAfterRestore(items, this.epoch()));
    this.#sender.retryNow();
    await allowed;
  }

  /** Called when the connection, the sign-in, the data epoch or the visibility of the page has changed. */
  wake(): void {
    if (this.#updateQuestions()) this.#notify();
    this.#rows.retryNow();
    this.#sender.retryNow();
  }

  stop(): void {
    this.#sender.stop();
    this.#rows.stop();
    this.#stopListening();
  }

  #show(): void {
    this.#items = inOrder(this.#rows.items)
      .filter(({ id }) => !this.#answered.has(id))
      .map((row) => this.#shown(row));
    this.#updateQuestions();
    this.#notify();
    this.#endForgotten();
  }

  #shown(row: OutboxItem): OutboxItem {
    if (row.state.kind !== "waiting" || this.#rows.isStored(row.id)) return row;
    const known = this.#storing.get(row);
    if (known !== undefined) return known;
    const shown: OutboxItem = { ...row, state: { kind: "storing" } };
    this.#storing.set(row, shown);
    return shown;
  }

  /** Returns whether the questions have changed. */
  #updateQuestions(): boolean {
    const before = this.#questions;
    const asked = this.#items.filter((item) => isFromBefore(item, this.epoch()));
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
    this.#show();
  }

  #hear(message: TabMessage): void {
    if (message.kind === "outcome") {
      this.#settle(message.id, message.outcome);
      return;
    }
    void this.#rows.read().then(() => {
      // Without this check two signed-out tabs would wake each other without end.
      if (!this.#sender.isSignedOut) this.#sender.wake();
    });
  }

  /**
   * Ends the waits for rows that no longer exist: a tab that was killed after deleting a row could not report the
   * outcome.
   */
  #endForgotten(): void {
    const isForgotten = (id: string) => this.#waiting.has(id) && !hasRow(this.#items, id);
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
