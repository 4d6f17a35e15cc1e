/**
 * A second copy of unsent changes, photos, drafts and typed texts, in a database of its own storage bucket.
 *
 * Chromium keeps all databases of an origin in one LevelDB log. After a kill it appends to the log even if the kill cut
 * the last record in half (https://github.com/google/leveldb/issues/1287). What follows that record cannot be read: the
 * next start deletes all databases of the origin without an error. A bucket has its own log. Only Chromium has buckets.
 */
import type { IDBPDatabase } from "idb";
import type { DeviceSchema, DeviceTable } from "./deviceSchema";
import { openDeviceDatabase } from "./openDatabase";

export const COPIED_TABLES = [
  "outbox",
  "photos",
  "bytes",
  "typed",
  "drafts",
] as const satisfies readonly DeviceTable[];

type CopiedTable = (typeof COPIED_TABLES)[number];

type Handle = IDBPDatabase<DeviceSchema>;

/** A row and its primary key. */
type CopiedRow = readonly [
  table: CopiedTable,
  key: string,
  value: DeviceSchema[CopiedTable]["value"],
];

type RemovedRow = readonly [table: CopiedTable, key: string, value: undefined];

const BUCKET = "unsent";

/** The part of the Storage Buckets API that is used: TypeScript has no types of it. */
interface Buckets {
  open: (
    name: string,
    options: { readonly durability: "strict" },
  ) => Promise<{ readonly indexedDB: IDBFactory }>;
  delete: (name: string) => Promise<void>;
}

function buckets(): Buckets | undefined {
  return (navigator as { readonly storageBuckets?: Buckets }).storageBuckets;
}

async function bucketFactory(): Promise<IDBFactory | null> {
  const bucket = await buckets()?.open(BUCKET, { durability: "strict" });
  return bucket?.indexedDB ?? null;
}

async function has(factory: IDBFactory, name: string): Promise<boolean> {
  const databases = await factory.databases();
  return databases.some((database) => database.name === name);
}

/** Opens a person's database. One that the browser has deleted is filled from its copy. */
export async function openRestored(
  name: string,
  callbacks: Omit<Parameters<typeof openDeviceDatabase>[1] & object, "fill">,
): Promise<Handle> {
  const rows = await rowsToRestore(name).catch(() => []);
  return await openDeviceDatabase(name, {
    ...callbacks,
    // A row that fails aborts the transaction, whose error is then reported.
    fill: (tx) => {
      for (const row of rows) void write(tx, row);
    },
  });
}

async function rowsToRestore(name: string): Promise<readonly CopiedRow[]> {
  const factory = await bucketFactory();
  if (factory === null || (await has(indexedDB, name))) return [];
  if (!(await has(factory, name))) return [];
  const copy = await openDeviceDatabase(name, { factory });
  try {
    return await allRows(copy);
  } finally {
    copy.close();
  }
}

async function allRows(db: Handle): Promise<CopiedRow[]> {
  const tx = db.transaction([...COPIED_TABLES]);
  const tables = await Promise.all(
    COPIED_TABLES.map(async (table) => {
      const [keys, values] = await Promise.all([
        tx.objectStore(table).getAllKeys(),
        tx.objectStore(table).getAll(),
      ]);
      return keys.map((key, at): CopiedRow => [table, key, values[at]!]);
    }),
  );
  return tables.flat();
}

/** Empties the copy before it deletes it: a page that is frozen may delay the deletion. */
export async function removeCopy(name: string): Promise<void> {
  const factory = await bucketFactory();
  if (factory === null || !(await has(factory, name))) return;
  const copy = await openDeviceDatabase(name, { factory });
  const tx = copy.transaction([...COPIED_TABLES], "readwrite", STRICT);
  await Promise.all([
    ...COPIED_TABLES.map((table) => tx.objectStore(table).clear()),
    tx.done,
  ]);
  copy.close();
  factory.deleteDatabase(name);
}

/** Removes the copies of all persons, including those that are no longer in the device's list. */
export async function removeAllCopies(): Promise<void> {
  await buckets()?.delete(BUCKET);
}

const STRICT = { durability: "strict" } as const;

type Touched = Map<CopiedTable, Set<string>>;

/** Keeps the copy of one database equal to it, a moment after each write. */
export class SecondCopy {
  readonly #name: string;
  readonly #db: Handle;
  readonly #touched: Touched = new Map();
  #copy: Handle | null = null;
  #isClosed = false;
  #working: Promise<void> = Promise.resolve();

  /** Compares the database and its copy at once: a page may have ended between a write and its copy. */
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
  noting<Tx extends { readonly objectStore: unknown }, T>(
    work: (tx: Tx) => Promise<T>,
  ) {
    const touched: Touched = new Map();
    const noted = (tx: Tx) =>
      work(
        replacing(tx, "objectStore", (objectStore) => (table) => {
          const rows = objectStore(table) as AnyTable;
          return isCopied(table) ? noting(rows, keysOf(touched, table)) : rows;
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
    for (const table of COPIED_TABLES)
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

/** The keys of the rows that may differ. The bytes of a photo never change. */
async function differentKeys(
  table: CopiedTable,
  db: Handle,
  copy: Handle,
): Promise<string[]> {
  const [own, copied] = await Promise.all([
    db.getAllKeys(table),
    copy.getAllKeys(table),
  ]);
  const both = new Set(own.filter((key) => copied.includes(key)));
  return [...new Set([...own, ...copied])].filter(
    (key) => table !== "bytes" || !both.has(key),
  );
}

/** A table of any kind of row. Each row is written to the table from which it was read. */
interface AnyTable {
  readonly keyPath: string | string[] | null;
  readonly put: (value: unknown, key?: string) => Promise<unknown>;
  readonly delete: (key: string) => Promise<unknown>;
}

/** Writes a row; without a value it removes the row. */
function write(
  tx: { readonly objectStore: (table: CopiedTable) => unknown },
  [table, key, value]: CopiedRow | RemovedRow,
): Promise<unknown> {
  const rows = tx.objectStore(table) as AnyTable;
  if (value === undefined) return rows.delete(key);
  return rows.keyPath === null ? rows.put(value, key) : rows.put(value);
}

function isCopied(table: unknown): table is CopiedTable {
  return COPIED_TABLES.some((copied) => copied === table);
}

function keysOf(touched: Touched, table: CopiedTable): Set<string> {
  const keys = touched.get(table) ?? new Set();
  touched.set(table, keys);
  return keys;
}

/** The table with a `put` and a `delete` that also add the row's key to the set. */
function noting(rows: AnyTable, keys: Set<string>): AnyTable {
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
