import type { OutboxClock, OutboxLock } from "./outboxParts";

/** Milliseconds after a first failure. Each further failure doubles it. */
const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 60_000;

/** Milliseconds. Each failed attempt may cost the person megabytes of mobile data. */
const BLOCKED_PAUSE_MS = 5 * 60_000;

interface SendLoopParts {
  readonly server: { readonly isReady: () => boolean };
  readonly lock: OutboxLock;
  readonly clock: OutboxClock;
  /** Called while the lock is held. Resolves to whether there may be more to send. */
  readonly sendNext: () => Promise<boolean>;
}

/** Sends one item after another while the server is ready. A failure pauses its key and delays no other. */
export class SendLoop {
  readonly #parts: SendLoopParts;
  readonly #paused = new Map<string, () => void>();
  /** The paused keys that `retryNow` does not resume, since a new attempt would fail too. */
  readonly #blocked = new Set<string>();
  readonly #failures = new Map<string, number>();
  #isRunning = false;
  #isWoken = false;
  #isStopped = false;

  constructor(parts: SendLoopParts) {
    this.#parts = parts;
  }

  get isStopped(): boolean {
    return this.#isStopped;
  }

  pausedKeys(): ReadonlySet<string> {
    return new Set(this.#paused.keys());
  }

  /** Called whenever there may be something to send, or a way to send it. */
  wake(): void {
    this.#isWoken = true;
    if (this.#isRunning || this.#isStopped) return;
    this.#isRunning = true;
    void this.#drain().finally(() => {
      this.#isRunning = false;
      if (this.#isWoken) this.wake();
    });
  }

  /**
   * Also tries paused keys again, without waiting for the end of their pauses. Tries a blocked key only if the person
   * has chosen it.
   */
  retryNow(chosen?: string): void {
    for (const key of [...this.#paused.keys()])
      if (!this.#blocked.has(key) || key === chosen) this.#endPause(key);
    this.wake();
  }

  stop(): void {
    this.#isStopped = true;
    for (const cancel of this.#paused.values()) cancel();
  }

  /** Pauses the key, longer after each failure. */
  pause(key: string, isBlocked = false): void {
    if (this.#isStopped) return;
    const failures = this.#failures.get(key) ?? 0;
    this.#failures.set(key, failures + 1);
    this.#endPause(key);
    const ms = isBlocked
      ? BLOCKED_PAUSE_MS
      : Math.min(FIRST_PAUSE_MS * 2 ** failures, LONGEST_PAUSE_MS);
    const cancel = this.#parts.clock.after(ms, () => {
      this.#endPause(key);
      this.wake();
    });
    this.#paused.set(key, cancel);
    if (isBlocked) this.#blocked.add(key);
  }

  /** Makes the next pause of the key a first one. */
  forgetFailures(key: string): void {
    this.#failures.delete(key);
  }

  #endPause(key: string): void {
    this.#paused.get(key)?.();
    this.#paused.delete(key);
    this.#blocked.delete(key);
  }

  async #drain(): Promise<void> {
    const { server, lock, sendNext } = this.#parts;
    let canGoOn = true;
    this.#isWoken = false;
    while (canGoOn && !this.#isStopped && server.isReady()) {
      this.#isWoken = false;
      canGoOn = await lock.hold(sendNext);
    }
  }
}
