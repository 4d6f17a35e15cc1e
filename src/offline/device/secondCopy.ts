import { whenIdle } from "@/lib/whenIdle";
import {
  bucketFactory,
  DAY_TABLES,
  isCopied,
  removeCopy,
  STRICT,
  UNSENT_TABLES,
  write,
  type AnyTable,
  type CopiedRow,
  type CopiedTable,
  type Handle,
  type RemovedRow,
} from "./copyBucket";
import { openDeviceDatabase } from "./openDatabase";

type Touched = Map<CopiedTable, Set<string>>;

/** Keeps the copy of one database equal to it, a moment after each write. */
export class SecondCopy {
  readonly #name: string;
  readonly #db: Handle;
  readonly #touched: Touched = new Map();
  #copy: Handle | null = null;
  #isClosed = false;
  #working: Promise<void> = Promise.resolve();

  /** Compares the database and its copy: a page may have ended between a write and its copy. */
  constructor(name: string, db: Handle) {
    this.#name = name;
    this.#db = db;
    this.#then(() => this.#open());
  }

  /** Called before the database is closed. The next start copies what is missing. */
  close(): void {
    this.#isClosed = true;
    void this.#working.then(() => this.#copy?.close());
  }

  /** Returns the same work, and a function that copies the rows that the work has written. */
  noting<Tx extends { readonly objectStore: unknown }, T>(work: (tx: Tx) => Promise<T>) {
    const touched: Touched = new Map();
    const noted = (tx: Tx) =>
      work(
        replacing(tx, "objectStore", (objectStore) => (table) => {
          const rows = objectStore(table) as AnyTable;
          return isCopied(table) ? withNotes(rows, keysOf(touched, table)) : rows;
        }),
      );
    return { work: noted, copy: () => this.#add(touched) };
  }

  #add(touched: Touched): void {
    if (touched.size === 0) return;
    for (const [table, keys] of touched)
      for (const key of keys) keysOf(this.#touched, table).add(key);
    this.#then(() => this.#update());
  }

  /** If a step fails, the copy is deleted. The page works without a copy until the next start creates it again. */
  #then(step: () => Promise<void>): void {
    this.#working = this.#working.then(step).catch(async () => {
      if (this.#isClosed) return;
      this.#copy?.close();
      this.#copy = null;
      await removeCopy(this.#name).catch(() => undefined);
    });
  }

  async #open(): Promise<void> {
    const factory = await bucketFactory();
    if (factory === null) return;
    const copy = await openDeviceDatabase(this.#name, {
      factory,
      blocking: () => {
        copy.close();
        this.#copy = null;
      },
    });
    this.#copy = copy;
    await this.#compare(UNSENT_TABLES, copy);
    // A week of jobs takes the page longer to compare, and may be read from the server meanwhile.
    void whenIdle().then(() => this.#then(() => this.#compare(DAY_TABLES, copy)));
  }

  async #compare(tables: readonly CopiedTable[], copy: Handle): Promise<void> {
    if (this.#isClosed) return;
    for (const table of tables)
      for (const key of await differentKeys(table, this.#db, copy))
        keysOf(this.#touched, table).add(key);
    await this.#update();
  }

  /** Copies the present rows, under a lock: pages that write at the same time leave the later state in the copy. */
  async #update(): Promise<void> {
    const touched = [...this.#touched].filter(([, keys]) => keys.size > 0);
    this.#touched.clear();
    const copy = this.#copy;
    if (copy === null || touched.length === 0) return;
    await navigator.locks.request(`${this.#name}:copy`, async () => {
      const tables = touched.map(([table]) => table);
      const rows = await readRows(this.#db, touched);
      const tx = copy.transaction(tables, "readwrite", STRICT);
      await Promise.all([...rows.map((row) => write(tx, row)), tx.done]);
    });
  }
}

async function readRows(
  db: Handle,
  touched: readonly (readonly [CopiedTable, ReadonlySet<string>])[],
): Promise<(CopiedRow | RemovedRow)[]> {
  const tx = db.transaction(touched.map(([table]) => table));
  return await Promise.all(
    touched.flatMap(([table, keys]) =>
      [...keys].map(async (key) => {
        const value = await tx.objectStore(table).get(key);
        return [table, key, value] as CopiedRow | RemovedRow;
      }),
    ),
  );
}

/** The keys of the rows that differ. */
async function differentKeys(table: CopiedTable, db: Handle, copy: Handle): Promise<string[]> {
  const [own, copied] = await Promise.all([textsByKey(table, db), textsByKey(table, copy)]);
  const keys = new Set([...own.keys(), ...copied.keys()]);
  return [...keys].filter((key) => own.get(key) !== copied.get(key));
}

/** The rows as texts. Those of the bytes of photos are empty: they never change. */
async function textsByKey(table: CopiedTable, db: Handle): Promise<ReadonlyMap<string, string>> {
  const tx = db.transaction(table);
  const rows = table === "bytes" ? [] : tx.store.getAll();
  const [keys, values] = await Promise.all([tx.store.getAllKeys(), rows]);
  return new Map(keys.map((key, at) => [key, JSON.stringify(values[at]) ?? ""]));
}

function keysOf(touched: Touched, table: CopiedTable): Set<string> {
  const keys = touched.get(table) ?? new Set();
  touched.set(table, keys);
  return keys;
}

/** The table with a `put` and a `delete` that also add the row's key to the set. */
function withNotes(rows: AnyTable, keys: Set<string>): AnyTable {
  const withPut = replacing(rows, "put", (put) => (value, key) => {
    const inside = (value as Record<string, string>)[String(rows.keyPath)];
    keys.add((key as string | undefined) ?? inside ?? "");
    return key === undefined ? put(value) : put(value, key);
  });
  return replacing(withPut, "delete", (remove) => (key) => {
    keys.add(key as string);
    return remove(key);
  });
}

type Method = (...args: unknown[]) => unknown;

/** The object with one method replaced. */
function replacing<Target extends object>(
  target: Target,
  method: keyof Target,
  change: (original: Method) => Method,
): Target {
  return new Proxy(target, {
    get: (object, name) => {
      const value: unknown = Reflect.get(object, name, object);
      if (typeof value !== "function") return value;
      const bound = (value as Method).bind(object);
      return name === method ? change(bound) : bound;
    },
  });
}
