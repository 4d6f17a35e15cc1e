import { apply, changesRows } from "../../src/steps";
import type { OutboxItem, OutboxStep } from "../../src/outboxItem";
import type { OtherTabs, OutboxLock, OutboxStore, TabMessage } from "../../src/outboxParts";
import type { Timeline } from "./world";

const LOCK_LIMIT_MS = 10_000;

/** The page of one person: killed, it never runs again; frozen, not before it is thawed. */
export class Process {
  isKilled = false;
  isFrozen = false;
  thawedAt = 0;
  #deferred: (() => void)[] = [];

  run(callback: () => void): void {
    if (this.isKilled) return;
    if (this.isFrozen) this.#deferred.push(callback);
    else callback();
  }

  thaw(now: number): void {
    this.isFrozen = false;
    this.thawedAt = now;
    const deferred = this.#deferred;
    this.#deferred = [];
    for (const callback of deferred) this.run(callback);
  }

  /** What the outside world resolves, as this page sees it. */
  see<T>(promise: Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      promise.then(
        (value) => this.run(() => resolve(value)),
        (error: Error) => this.run(() => reject(error)),
      );
    });
  }
}

interface TabEntry {
  readonly process: Process;
  readonly listener: (message: TabMessage) => void;
}

interface Waiting {
  readonly process: Process;
  readonly grant: () => void;
}

/** The rows after a transaction. */
interface StoredState {
  readonly items: readonly OutboxItem[];
  /** When the store acknowledged the write to its page; null until then. */
  reportedAt: number | null;
}

/** The stored rows of one person, and what their tabs share. */
export class Device {
  /** What was stored, one state after the other. */
  readonly states: StoredState[];
  /** The ids of the changes whose responses were kept. */
  readonly responses = new Set<string>();
  /** The last data epoch that a page of this device has seen. */
  epoch = "";
  /** The next writes of a failing disk. */
  failures: ("before" | "after")[] = [];
  isFull = false;
  /** How long a slow disk takes to begin a transaction, and to end it, in ms. */
  delays = { begin: 1, end: 1 };
  /** Until when a slow transaction held those behind it; Infinity while it does. */
  heldUntil = 0;
  hasLocks = true;
  readonly #timeline: Timeline;
  #tabs: TabEntry[] = [];
  #holder: Process | null = null;
  #waiting: Waiting[] = [];
  #lastTransaction: Promise<unknown> = Promise.resolve();

  constructor(timeline: Timeline, items: readonly OutboxItem[]) {
    this.#timeline = timeline;
    this.states = [{ items, reportedAt: 0 }];
  }

  get items(): readonly OutboxItem[] {
    return this.states.at(-1)?.items ?? [];
  }

  store(process: Process): OutboxStore {
    return {
      read: () =>
        process.see(
          this.#inTurn(async () => {
            await this.#timeline.sleep(1);
            return this.items;
          }),
        ),
      transact: (change) => process.see(this.#inTurn(() => this.#transact(process, change))),
    };
  }

  /** Keeps the response to a change, as the application does. */
  keepResponse(process: Process, id: string): Promise<void> {
    return process.see(
      this.#timeline.sleep(1).then(() => {
        if (!process.isKilled) this.responses.add(id);
      }),
    );
  }

  tabs(process: Process): OtherTabs {
    return {
      post: (message) => {
        const others = this.#tabs.filter((tab) => tab.process !== process);
        this.#timeline.after(1, () => {
          for (const tab of others) tab.process.run(() => tab.listener(message));
        });
      },
      listen: (listener) => {
        const entry = { process, listener };
        this.#tabs.push(entry);
        return () => {
          this.#tabs = this.#tabs.filter((tab) => tab !== entry);
        };
      },
    };
  }

  lock(process: Process): OutboxLock {
    return {
      hold: async (work) => {
        if (!this.hasLocks) return await work();
        const isGranted = await process.see(this.#acquire(process));
        try {
          return await work();
        } finally {
          if (isGranted) this.release(process);
        }
      },
    };
  }

  kill(process: Process): void {
    process.isKilled = true;
    this.#tabs = this.#tabs.filter((tab) => tab.process !== process);
    this.#waiting = this.#waiting.filter((each) => each.process !== process);
    this.release(process);
  }

  release(process: Process): void {
    if (this.#holder !== process) return;
    this.#holder = null;
    this.#waiting.shift()?.grant();
  }

  /** As IndexedDB: a transaction begins when the one before it has ended. */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#lastTransaction.then(work, work);
    this.#lastTransaction = done;
    return done;
  }

  async #transact<T>(process: Process, change: (items: readonly OutboxItem[]) => OutboxStep<T>) {
    const { begin, end } = this.delays;
    const isSlow = begin + end > 2;
    if (isSlow) this.heldUntil = Infinity;
    try {
      return await this.#transactIn(process, change, { begin, end });
    } finally {
      if (isSlow) this.heldUntil = this.#timeline.now;
    }
  }

  async #transactIn<T>(
    process: Process,
    change: (items: readonly OutboxItem[]) => OutboxStep<T>,
    { begin, end }: { readonly begin: number; readonly end: number },
  ) {
    await this.#timeline.sleep(begin);
    if (process.isKilled) throw new Error("killed");
    const failure = this.failures.shift();
    if (failure === "before" || this.isFull) throw new Error("disk");
    const step = change(this.items);
    const items = apply(this.items, step);
    const state: StoredState = { items, reportedAt: null };
    if (changesRows(step)) this.states.push(state);
    await this.#timeline.sleep(end);
    if (failure === "after") throw new Error("handle");
    const isSeen = !process.isKilled && !process.isFrozen;
    if (isSeen) state.reportedAt = this.#timeline.now;
    return { result: step.result, items };
  }

  /** Resolves to false if the holder does not let go: the work then runs without the lock. */
  #acquire(process: Process): Promise<boolean> {
    return new Promise((resolve) => {
      const grant = () => {
        this.#holder = process;
        resolve(true);
      };
      if (this.#holder === null) {
        grant();
        return;
      }
      const entry = { process, grant };
      this.#waiting.push(entry);
      this.#timeline.after(LOCK_LIMIT_MS, () => {
        this.#waiting = this.#waiting.filter((each) => each !== entry);
        resolve(false);
      });
    });
  }
}
