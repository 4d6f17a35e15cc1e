import type { IDBPDatabase, IDBPTransaction } from "idb";
import { DEVICE_VERSION, STRICT_TABLES, type DeviceSchema, type DeviceTable } from "./deviceSchema";
import { deviceStoreError, DeviceStoreError, isAfterEnd, isDeadHandle } from "./deviceStoreErrors";
import { openRestored } from "./copyBucket";
import { SecondCopy } from "./secondCopy";
import { storeName, type StoreOwner } from "./storeOwner";

type Handle = IDBPDatabase<DeviceSchema>;

type Mode = "readonly" | "readwrite";

export type DeviceTransaction<Table extends DeviceTable, M extends Mode> = IDBPTransaction<
  DeviceSchema,
  Table[],
  M
>;

type Task<Table extends DeviceTable, M extends Mode, T> = {
  readonly tables: readonly Table[];
  readonly mode: M;
  readonly work: (tx: DeviceTransaction<Table, M>) => Promise<T>;
};

/**
 * The store on this device for one person. Opens its database at the first use, and
 * again after the browser has closed it. Every failure is a
 * DeviceStoreError with a sentence for the person.
 */
export class DeviceStore {
  readonly owner: StoreOwner;
  readonly name: string;
  #handle: Promise<Handle> | null = null;
  #copy: SecondCopy | null = null;
  #isRemoved = false;

  constructor(owner: StoreOwner) {
    this.owner = owner;
    this.name = storeName(owner);
  }

  /** `work` may run twice, and awaits nothing but the transaction's own requests. */
  async read<Table extends DeviceTable, T>(
    tables: readonly Table[],
    work: (tx: DeviceTransaction<Table, "readonly">) => Promise<T>,
  ): Promise<T> {
    return await this.#run(tables, "readonly", work);
  }

  /**
   * Resolves once the transaction has ended. Tables with a person's own work are flushed to the disk first. On a
   * full disk the saved pictures are removed and the write is repeated. `work` as in `read`.
   */
  async write<Table extends DeviceTable, T>(
    tables: readonly Table[],
    work: (tx: DeviceTransaction<Table, "readwrite">) => Promise<T>,
  ): Promise<T> {
    try {
      return await this.#run(tables, "readwrite", work);
    } catch (error) {
      if (!(error instanceof DeviceStoreError) || error.reason !== "full") throw error;
      await this.#run(["pictures"], "readwrite", (tx) => tx.objectStore("pictures").clear());
      return await this.#run(tables, "readwrite", work);
    }
  }

  /** Releases the database, so that another page may upgrade or remove it. */
  close(): void {
    if (this.#handle !== null) this.#drop(this.#handle);
  }

  async #run<Table extends DeviceTable, M extends Mode, T>(
    tables: readonly Table[],
    mode: M,
    work: (tx: DeviceTransaction<Table, M>) => Promise<T>,
  ): Promise<T> {
    const task = { tables, mode, work };
    try {
      try {
        return await this.#attempt(task);
      } catch (error) {
        if (!isDeadHandle(error)) throw error;
        this.close();
        return await this.#attempt(task);
      }
    } catch (error) {
      throw deviceStoreError(error);
    }
  }

  async #attempt<Table extends DeviceTable, M extends Mode, T>(
    task: Task<Table, M, T>,
  ): Promise<T> {
    const db = await this.#open();
    if (task.mode === "readwrite" && db.version > DEVICE_VERSION)
      throw new DeviceStoreError("newer");
    const copying = task.mode === "readwrite" ? this.#copy?.noting(task.work) : undefined;
    const value = await transact(db, copying ? { ...task, work: copying.work } : task);
    copying?.copy();
    return value;
  }

  async #open(): Promise<Handle> {
    if (this.#isRemoved) throw new DeviceStoreError("removed");
    const handle = (this.#handle ??= this.#openAnew(() => this.#drop(handle)));
    try {
      return await handle;
    } catch (error) {
      this.#drop(handle);
      throw error;
    }
  }

  async #openAnew(drop: () => void): Promise<Handle> {
    const db = await openRestored(this.name, {
      blocking: (nextVersion) => {
        if (nextVersion === null) this.#isRemoved = true;
        drop();
      },
      terminated: drop,
    });
    this.#copy = new SecondCopy(this.name, db);
    return db;
  }

  #drop(handle: Promise<Handle>): void {
    if (this.#handle === handle) {
      this.#handle = null;
      this.#copy?.close();
      this.#copy = null;
    }
    handle.then(
      (db) => db.close(),
      () => undefined,
    );
  }
}

async function transact<Table extends DeviceTable, M extends Mode, T>(
  db: Handle,
  { tables, mode, work }: Task<Table, M, T>,
): Promise<T> {
  const isStrict = tables.some((table) => STRICT_TABLES.includes(table));
  const durability = isStrict ? "strict" : "default";
  const tx = db.transaction([...tables], mode, { durability });
  const working = work(tx).catch((error: unknown) => {
    abort(tx);
    throw error;
  });
  const [worked, done] = await Promise.allSettled([working, tx.done]);
  if (worked.status === "fulfilled" && done.status === "fulfilled") return worked.value;
  throw causeOf([done, worked]);
}

/** Aborts the transaction, so that work which failed half way leaves nothing. */
function abort(tx: { readonly abort: () => void }): void {
  try {
    tx.abort();
  } catch {
    // The browser has aborted it already: the work failed for that reason.
  }
}

/**
 * The error that says why a transaction failed. On a full disk that is the transaction's error, on a wrong request the
 * request's error; the other of the two reports only that the transaction has ended.
 */
function causeOf(results: readonly PromiseSettledResult<unknown>[]): unknown {
  const reasons = results.flatMap((result) =>
    result.status === "rejected" ? [result.reason as unknown] : [],
  );
  return reasons.find((reason) => !isAfterEnd(reason)) ?? reasons[0];
}
