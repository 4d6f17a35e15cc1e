import type { OutboxItem, OutboxStep } from "./outboxItem";
import type { Outcome, OutboxParts } from "./outboxParts";
import { SendLoop } from "./sendLoop";
import { changesRows, complete, unanswered } from "./steps";

const FIRST_PAUSE_MS = 1000;

interface SenderEvents {
  /** Called with the rows after each transaction of the sender that changed any. */
  readonly onItems: (items: readonly OutboxItem[]) => void;
  readonly onOutcome: (id: string, outcome: Outcome) => void;
}

/**
 * Sends the changes of an outbox one after another, whatever happens to the tab, the connection or the store
 * meanwhile. A row is deleted only after the server's response, and every attempt has the row's id, which the server
 * applies once. So it never matters whether an earlier attempt arrived.
 */
export class OutboxSender {
  readonly #parts: OutboxParts;
  readonly #events: SenderEvents;
  /** Calls of this tab without a response: Convex repeats them itself after a reconnect. */
  readonly #inFlight = new Map<string, Promise<void>>();
  /** Changes that the server has, but whose rows could not be deleted. */
  readonly #answered = new Set<string>();
  /** Pauses subjects after a failure that the change did not cause. */
  readonly #loop: SendLoop;
  #isSignedOut = false;

  constructor(parts: OutboxParts, events: SenderEvents) {
    this.#parts = parts;
    this.#events = events;
    this.#loop = new SendLoop({
      ...parts,
      firstPauseMs: FIRST_PAUSE_MS,
      sendNext: () => this.#sendNext(),
    });
  }

  /** Whether the server wants the person to sign in before it takes more. */
  get isSignedOut(): boolean {
    return this.#isSignedOut;
  }

  /** Called whenever there may be something to send, or a way to send it. */
  wake(): void {
    this.#loop.wake();
  }

  /** Also tries paused subjects again, without waiting for the end of their pauses. */
  retryNow(): void {
    this.#loop.retryNow();
  }

  stop(): void {
    this.#loop.stop();
  }

  /** Resolves to whether there may be more to send. */
  async #sendNext(): Promise<boolean> {
    const { clock, rules, server } = this.#parts;
    const sending = {
      paused: this.#loop.pausedKeys(),
      epoch: server.epoch(),
    };
    const item = await this.#transact(STORE, (items) =>
      rules.claimNext(items, clock.now(), sending),
    );
    if (item === null || item === undefined) return false;
    // The sender was stopped while it claimed the row. The next sender claims it again.
    if (this.#loop.isStopped) return false;
    const delivery = this.#inFlight.get(item.id) ?? this.#deliver(item);
    // A tab that is hidden may be frozen, which must not keep the lock from other tabs.
    await server.whileReady(delivery);
    return !this.#isSignedOut;
  }

  #deliver(item: OutboxItem): Promise<void> {
    const delivery = this.#sendAndSettle(item).finally(() =>
      this.#inFlight.delete(item.id),
    );
    this.#inFlight.set(item.id, delivery);
    return delivery;
  }

  async #sendAndSettle(item: OutboxItem): Promise<void> {
    try {
      if (!this.#answered.has(item.id)) {
        const value = await this.#send(item);
        await this.#parts.onSaved?.(item, value);
        this.#answered.add(item.id);
        this.#events.onOutcome(item.id, { kind: "saved", value });
      }
    } catch (error) {
      await this.#settleFailure(item, error);
      return;
    }
    this.#isSignedOut = false;
    const key = item.subject.key;
    const isDeleted = await this.#transact(key, (items) =>
      complete(items, item.id),
    );
    if (isDeleted === undefined) return;
    this.#answered.delete(item.id);
    this.#loop.forgetFailures(key);
  }

  async #send(item: OutboxItem): Promise<unknown> {
    const { server } = this.#parts;
    try {
      return await server.send(item);
    } catch (error) {
      const verdict = server.verdictOn(error);
      const isDone =
        verdict !== null &&
        verdict !== "signIn" &&
        this.#parts.rules.hasArrivedBefore(item, verdict);
      if (!isDone) throw error;
      return null;
    }
  }

  async #settleFailure(item: OutboxItem, error: unknown): Promise<void> {
    const { key } = item.subject;
    const verdict = this.#parts.server.verdictOn(error);
    this.#isSignedOut = verdict === "signIn";
    if (verdict !== null && verdict !== "signIn") {
      const isRefused = await this.#transact(key, (items) =>
        this.#parts.rules.refuse(items, item.id, verdict),
      );
      if (isRefused === undefined) return;
      this.#loop.forgetFailures(key);
      if (isRefused)
        this.#events.onOutcome(item.id, { kind: "refused", refusal: verdict });
      return;
    }
    if (verdict === null) this.#loop.pause(key);
    await this.#transact(key, (items) => unanswered(items, item.id));
  }

  /** Undefined if the store failed: `key` is then paused. */
  async #transact<T>(
    key: string,
    change: (items: readonly OutboxItem[]) => OutboxStep<T>,
  ): Promise<T | undefined> {
    let isChanged = false;
    try {
      const { result, items } = await this.#parts.store.transact((rows) => {
        const step = change(rows);
        isChanged = changesRows(step);
        return step;
      });
      // Without this check two tabs would go on waking each other.
      if (isChanged) this.#events.onItems(items);
      this.#loop.forgetFailures(STORE);
      return result;
    } catch {
      // The rows are unchanged. The screen that writes next shows why the store fails.
      this.#loop.pause(key);
      return undefined;
    }
  }
}

/** Key for pauses of the store, instead of a subject's: no id and no client key is empty. */
const STORE = "";
