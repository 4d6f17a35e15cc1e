import type { RowStep, StoredRow } from "./outboxItem";
import type { OutboxClock, RowStore } from "./outboxParts";
import { apply, changesRows, difference } from "./steps";

/** Milliseconds after which the page goes on without a response of its store. */
export const STORE_LIMIT_MS = 2000;

const FIRST_PAUSE_MS = 1000;
/** Short: changes that no attempt has stored are lost with the page. */
const LONGEST_PAUSE_MS = 4000;

type Change<Row extends StoredRow, T> = (items: readonly Row[]) => RowStep<Row, T>;

interface Ended<T> {
  readonly result: T;
  /** Whether the store has the step. If not, attempts continue. */
  readonly isStored: boolean;
}

interface LoggedStep<Row extends StoredRow> {
  /** Runs again on the newest rows until the page has acted on its result. After that, only its writes are repeated. */
  change: Change<Row, unknown>;
  readonly onEnd: (ended: Ended<unknown>) => void;
  readonly cancelLimit: () => void;
  hasEnded: boolean;
}

interface WrittenStep<Row extends StoredRow> {
  readonly entry: LoggedStep<Row>;
  readonly result: unknown;
  /** Whether the page had acted on the step before it was written. */
  readonly wasEnded: boolean;
}

interface Parts<Row extends StoredRow> {
  readonly clock: OutboxClock;
  /** Called whenever `items` has changed. */
  readonly onItems: () => void;
  /** Called when the store has written steps that changed rows. */
  readonly onStored: () => void;
  /** Called when the store works again after a failure. */
  readonly onBack: () => void;
  /** Whether the server is known to have the row: it is not written any more. */
  readonly isAnswered: (id: string) => boolean;
  /**
   * Repeats a write whose row has changed since: the page made `put` of `before`, and the store's row is `now`. Null
   * drops the write. Without it, only writes of unchanged rows are repeated.
   */
  readonly again?: (put: Row, before: Row, now: Row) => Row | null;
}

/**
 * Rows in memory, ahead of their store: a step is visible at once, and all steps since the last write are written in
 * one transaction. Where the store fails or hangs, the page goes on with the rows in memory, and writes its steps once
 * the store works again.
 */
export class MemoryFirstRows<Row extends StoredRow> {
  readonly #store: RowStore<Row>;
  readonly #parts: Parts<Row>;
  /** The rows of the store, as last read or written. */
  #rows: readonly Row[] = [];
  #items: readonly Row[] = [];
  /** The steps that the store does not have, in their order. */
  #log: readonly LoggedStep<Row>[] = [];
  /** The rows that the store may have, although it has failed or has not responded. */
  #tried: ReadonlySet<string> = new Set();
  #isKnown = false;
  #isWriting = false;
  #failures = 0;
  #error: unknown = null;
  #isStopped = false;
  #cancelPause = () => {};
  /** Whether the store failed or was late, and has not responded since. */
  #isFailing = false;

  constructor(store: RowStore<Row>, parts: Parts<Row>) {
    this.#store = store;
    this.#parts = parts;
  }

  /** The rows with the steps that the store does not have yet. */
  get items(): readonly Row[] {
    return this.#items;
  }

  /** Whether the store has the row. */
  isStored(id: string): boolean {
    return this.#rows.some((row) => row.id === id);
  }

  /** Whether the store has been read. */
  get isKnown(): boolean {
    return this.#isKnown;
  }

  /** Why the store failed last; null if it works or is only late. */
  get error(): unknown {
    return this.#error;
  }

  /** Whether the store has every step. */
  get isWhole(): boolean {
    return this.#log.length === 0;
  }

  /**
   * Whether it can be recorded that the row is sent or discarded, before that is done. Where it cannot, a later page
   * would find the row as it is, and take a sent change for an unsent one.
   */
  readonly canRecord = ({ id }: StoredRow): boolean => !this.#isFailing || !this.isStored(id);

  /** Whether the row can be replaced: a later page must not find it, and send it after the one that has replaced it. */
  readonly canReplace = ({ id }: StoredRow): boolean =>
    !this.#isFailing || !(this.isStored(id) || this.#tried.has(id));

  /** Reads what other pages have written. Resolves when the rows are shown, or the store has failed or is late. */
  async read(): Promise<void> {
    // Taken over in the promise's own callback: the rows of a later transaction may come next.
    const reading = this.#store.read().then((rows) => this.#accept(rows));
    let cancel = () => {};
    const late = new Promise<void>((resolve) => {
      cancel = this.#parts.clock.after(STORE_LIMIT_MS, resolve);
    });
    // The next transaction reads the rows again.
    await Promise.race([reading.catch(() => undefined), late]);
    cancel();
  }

  /** The rows as the store has them. */
  #accept(rows: readonly Row[]): void {
    this.#isKnown = true;
    this.#rows = rows;
    this.#show();
  }

  /**
   * Makes a change of the rows at once. Resolves when the store has written it, has failed, or is late. The result is
   * that of the store's rows if it has written the change, else that of the rows which this page knows.
   */
  transact<T>(change: Change<Row, T>): Promise<Ended<T>> {
    return new Promise((resolve) => {
      const entry: LoggedStep<Row> = {
        change,
        onEnd: (ended) => resolve(ended as Ended<T>),
        cancelLimit: this.#parts.clock.after(STORE_LIMIT_MS, () => {
          this.#isFailing = true;
          this.#goOnWithoutStore();
        }),
        hasEnded: false,
      };
      this.#log = [...this.#log, entry];
      if (this.#isFailing) this.#goOnWithoutStore();
      else this.#show();
      this.#write();
    });
  }

  /** Tries again what the store has failed to write, without waiting for the end of the pause. */
  retryNow(): void {
    this.#write();
  }

  /** Stops attempts to write: the store may belong to another person by now. */
  stop(): void {
    this.#isStopped = true;
    this.#cancelPause();
  }

  #show(): void {
    this.#items = this.#log.reduce((items, { change }) => apply(items, change(items)), this.#rows);
    this.#parts.onItems();
  }

  /** The page acts on the results in memory: from now on these steps keep their result. */
  #goOnWithoutStore(): void {
    const before = this.#items;
    let items = this.#rows;
    const results = this.#log.map((entry) => {
      const step = entry.change(items);
      if (!entry.hasEnded) entry.change = this.#again(step, items);
      items = apply(items, step);
      return step.result;
    });
    this.#items = items;
    if (items !== before) this.#parts.onItems();
    for (const [index, entry] of this.#log.entries())
      end(entry, { result: results[index], isStored: false });
  }

  #write(): void {
    if (this.#isWriting || this.isWhole) return;
    this.#isWriting = true;
    this.#cancelPause();
    void this.#writeAll().finally(() => {
      this.#isWriting = false;
      if (this.isWhole) return;
      if (!this.#isFailing) this.#write();
      else this.#writeLater();
    });
  }

  /** Writes what is in the log now, in one transaction. */
  async #writeAll(): Promise<void> {
    let written: readonly WrittenStep<Row>[] = [];
    let isChanged = false;
    try {
      const { items } = await this.#store.transact((rows) => {
        const saves: string[] = [];
        let after = rows;
        written = this.#log.map((entry) => {
          const step = entry.change(after);
          after = apply(after, step);
          saves.push(...(step.saves ?? []));
          return { entry, result: step.result, wasEnded: entry.hasEnded };
        });
        const step = { ...difference(rows, after), saves, result: null };
        this.#tried = new Set([...this.#tried, ...step.put.map(({ id }) => id)]);
        isChanged = changesRows(step);
        return step;
      });
      const wasFailing = this.#isFailing;
      this.#failures = 0;
      this.#error = null;
      this.#isFailing = false;
      this.#tried = new Set();
      // While the store was late, the page may have acted on another result than the written one: that is written too.
      const done = written.filter(({ entry, wasEnded }) => wasEnded || !entry.hasEnded);
      const entries = new Set(done.map(({ entry }) => entry));
      this.#log = this.#log.filter((entry) => !entries.has(entry));
      this.#accept(items);
      for (const { entry, result } of done) end(entry, { result, isStored: true });
      // Without this check two tabs would wake each other without end.
      if (isChanged) this.#parts.onStored();
      if (wasFailing) this.#parts.onBack();
    } catch (error) {
      this.#error = error;
      // The callers that made the changes report that these are not stored.
      this.#failures += 1;
      this.#isFailing = true;
      this.#goOnWithoutStore();
    }
  }

  #writeLater(): void {
    if (this.#isStopped) return;
    const pause = FIRST_PAUSE_MS * 2 ** (this.#failures - 1);
    this.#cancelPause = this.#parts.clock.after(Math.min(pause, LONGEST_PAUSE_MS), () =>
      this.#write(),
    );
  }

  /**
   * Repeats a step, which was made for the rows `before`, on other rows: it adds the same rows, changes rows that are
   * still as they were then, and removes the same rows.
   */
  #again<T>(step: RowStep<Row, T>, before: readonly Row[]): Change<Row, T> {
    const { put = [] } = step;
    const { isAnswered, again = whereSame } = this.#parts;
    return (items) => ({
      ...step,
      put: put.flatMap((item) => {
        const then = before.find(({ id }) => id === item.id);
        const now = items.find(({ id }) => id === item.id);
        if (now === undefined) return then === undefined && !isAnswered(item.id) ? [item] : [];
        const row = then === undefined ? null : again(item, then, now);
        return row === null ? [] : [row];
      }),
    });
  }
}

function whereSame<Row>(put: Row, before: Row, now: Row): Row | null {
  return JSON.stringify(before) === JSON.stringify(now) ? put : null;
}

function end<Row extends StoredRow>(entry: LoggedStep<Row>, ended: Ended<unknown>): void {
  if (entry.hasEnded) return;
  entry.hasEnded = true;
  entry.cancelLimit();
  entry.onEnd(ended);
}
