import type { MemoryFirstRows } from "./memoryFirstRows";
import type { OutboxItem } from "./outboxItem";
import type { Outcome, OutboxParts } from "./outboxParts";
import { SendLoop } from "./sendLoop";
import { complete, unanswered } from "./steps";

type SenderParts = Omit<OutboxParts, "store"> & {
  readonly rows: MemoryFirstRows<OutboxItem>;
  readonly onOutcome: (id: string, outcome: Outcome) => void;
};

/**
 * Sends the changes of an outbox one after another, whatever happens to the tab, the connection or the store
 * meanwhile. A row is deleted only after the server's response, and every attempt has the row's id, which the server
 * applies once. So it never matters whether an earlier attempt arrived.
 */
export class OutboxSender {
  readonly #parts: SenderParts;
  /** Calls of this tab without a response: Convex repeats them itself after a reconnect. */
  readonly #inFlight = new Map<string, Promise<void>>();
  /** Pauses subjects after a failure that the change did not cause. */
  readonly #loop: SendLoop;
  #isSignedOut = false;

  constructor(parts: SenderParts) {
    this.#parts = parts;
    this.#loop = new SendLoop({
      ...parts,
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

  /** Also tries paused subjects again, without waiting for the end of their pauses. See SendLoop for `key`. */
  retryNow(key?: string): void {
    this.#loop.retryNow(key);
  }

  stop(): void {
    this.#loop.stop();
  }

  /** Resolves to whether there may be more to send. */
  async #sendNext(): Promise<boolean> {
    const { clock, rows, rules, server } = this.#parts;
    const sending = {
      paused: this.#loop.pausedKeys(),
      epoch: server.epoch(),
      canRecord: rows.canRecord,
    };
    const { result: item } = await rows.transact((items) =>
      rules.claimNext(items, clock.now(), sending),
    );
    if (item === null) return false;
    // The sender was stopped while it claimed the row. The next sender claims it again.
    if (this.#loop.isStopped) return false;
    const delivery = this.#inFlight.get(item.id) ?? this.#deliver(item);
    // A tab that is hidden may be frozen, which must not keep the lock from other tabs.
    await server.whileReady(delivery);
    return !this.#isSignedOut;
  }

  #deliver(item: OutboxItem): Promise<void> {
    const delivery = this.#sendAndSettle(item).finally(() => this.#inFlight.delete(item.id));
    this.#inFlight.set(item.id, delivery);
    return delivery;
  }

  async #sendAndSettle(item: OutboxItem): Promise<void> {
    let value: unknown;
    try {
      value = await this.#send(item);
      await this.#parts.onSaved?.(item, value);
    } catch (error) {
      await this.#settleFailure(item, error);
      return;
    }
    this.#isSignedOut = false;
    this.#parts.onOutcome(item.id, { kind: "saved", value });
    await this.#parts.rows.transact((items) => complete(items, item.id));
    this.#loop.forgetFailures(item.subject.key);
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
    const { server } = this.#parts;
    const verdict = server.verdictOn(error);
    this.#isSignedOut = verdict === "signIn";
    if (verdict !== null && verdict !== "signIn") {
      const { result: isRefused } = await this.#parts.rows.transact((items) =>
        this.#parts.rules.refuse(items, item.id, verdict),
      );
      this.#loop.forgetFailures(key);
      if (isRefused) this.#parts.onOutcome(item.id, { kind: "refused", refusal: verdict });
      return;
    }
    if (verdict === null) this.#loop.pause(key, server.isBlocked?.(error));
    await this.#parts.rows.transact((items) => unanswered(items, item.id));
  }
}
