import type { OutboxClock, OutboxLock } from "./outboxParts";

const LONGEST_PAUSE_MS = 60_000;

interface SendLoopParts {
  readonly server: { readonly isReady: () => boolean };
  readonly lock: OutboxLock;
  readonly clock: OutboxClock;
  /** The pause after a first failure. Each further one doubles it, to a minute at most. */
  readonly firstPauseMs: number;
  /** Called with the lock. Resolves to whether there may be more to send. */
  readonly sendNext: () => Promise<boolean>;
}

/** Sends one after another while the server is ready. What has failed pauses by its key, and delays nothing else. */
export class SendLoop {
  readonly #parts: SendLoopParts;
  readonly #paused = new Map<string, () => void>();
  readonly #failures = new Map<string, number>();
  #isRunning = false;
  #isWoken = false;
  #isStopped = false;

  constructor(parts: SendLoopParts) {
    this.#parts = parts;
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

  /** Also tries what failed before, without waiting for the end of its pause. */
  retryNow(): void {
    for (const cancel of this.#paused.values()) cancel();
    this.#paused.clear();
    this.wake();
  }

  stop(): void {
    this.#isStopped = true;
    for (const cancel of this.#paused.values()) cancel();
  }

  /** False if the loop has stopped. */
  pause(key: string): boolean {
    if (this.#isStopped) return false;
    const { clock, firstPauseMs } = this.#parts;
    const failures = this.#failures.get(key) ?? 0;
    const ms = Math.min(firstPauseMs * 2 ** failures, LONGEST_PAUSE_MS);
    this.#failures.set(key, failures + 1);
    this.#paused.get(key)?.();
    const cancel = clock.after(ms, () => {
      this.#paused.delete(key);
      this.wake();
    });
    this.#paused.set(key, cancel);
    return true;
  }

  /** The next pause of the key is a first one. */
  forgetFailures(key: string): void {
    this.#failures.delete(key);
  }

  endPause(key: string): void {
    this.#paused.get(key)?.();
    this.#paused.delete(key);
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
