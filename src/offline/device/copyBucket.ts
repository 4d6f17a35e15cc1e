/**
 * A second copy of unsent changes, photos, drafts and typed texts, and of the days without their pictures, in a
 * storage bucket, which Chromium keeps apart from the page's other databases.
 *
 * Chromium keeps all databases of an origin in one LevelDB log. After a kill it appends to the log even if the kill cut
 * the last record in half (https://github.com/google/leveldb/issues/1287). What follows that record cannot be read: the
 * next start deletes all databases of the origin without an error. A bucket has its own log. Only Chromium has buckets.
 */
import type { IDBPDatabase } from "idb";
import type { DeviceSchema, DeviceTable } from "./deviceSchema";
import { deviceStoreError } from "./deviceStoreErrors";
import { openDeviceDatabase } from "./openDatabase";

/** What the server does not have. */
export const UNSENT_TABLES = [
  "outbox",
  "photos",
  "bytes",
  "typed",
  "drafts",
] as const satisfies readonly DeviceTable[];

/** What the server has, and a crew without signal needs as much. */
export const DAY_TABLES = ["jobs", "customers", "facts"] as const satisfies readonly DeviceTable[];

export const COPIED_TABLES = [...UNSENT_TABLES, ...DAY_TABLES];

export type CopiedTable = (typeof COPIED_TABLES)[number];

export type Handle = IDBPDatabase<DeviceSchema>;

/** A row and its primary key. */
export type CopiedRow = readonly [
  table: CopiedTable,
  key: string,
  value: DeviceSchema[CopiedTable]["value"],
];

export type RemovedRow = readonly [table: CopiedTable, key: string, value: undefined];

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

export async function bucketFactory(): Promise<IDBFactory | null> {
  const bucket = await buckets()?.open(BUCKET, { durability: "strict" });
  return bucket?.indexedDB ?? null;
}

async function has(factory: IDBFactory, name: string): Promise<boolean> {
  const databases = await factory.databases();
  return databases.some((database) => database.name === name);
}

export const STRICT = { durability: "strict" } as const;

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
  await clear(copy, COPIED_TABLES);
  copy.close();
  factory.deleteDatabase(name);
}

/** Removes the copies of all persons, including those that are no longer in the device's list. */
export async function removeAllCopies(): Promise<void> {
  await buckets()?.delete(BUCKET);
}

/** Deletes the days of copies whose person has not come back since the browser deleted the database. */
export async function dropLostDays(isDue: (copy: Handle) => Promise<boolean>): Promise<void> {
  const factory = await bucketFactory();
  for (const { name = "" } of (await factory?.databases()) ?? []) {
    if (factory === null || (await has(indexedDB, name))) continue;
    const copy = await openDeviceDatabase(name, { factory });
    try {
      if (await isDue(copy)) await clear(copy, DAY_TABLES);
    } catch (error) {
      throw deviceStoreError(error);
    } finally {
      copy.close();
    }
  }
}

async function clear(copy: Handle, tables: readonly CopiedTable[]): Promise<void> {
  const tx = copy.transaction(tables, "readwrite", STRICT);
  await Promise.all([...tables.map((table) => tx.objectStore(table).clear()), tx.done]);
}

/** A table of any kind of row. Each row is written to the table from which it was read. */
export interface AnyTable {
  readonly keyPath: string | string[] | null;
  readonly put: (value: unknown, key?: string) => Promise<unknown>;
  readonly delete: (key: string) => Promise<unknown>;
}

/** Writes a row; without a value it removes the row. */
export function write(
  tx: { readonly objectStore: (table: CopiedTable) => unknown },
  [table, key, value]: CopiedRow | RemovedRow,
): Promise<unknown> {
  const rows = tx.objectStore(table) as AnyTable;
  if (value === undefined) return rows.delete(key);
  return rows.keyPath === null ? rows.put(value, key) : rows.put(value);
}

export function isCopied(table: unknown): table is CopiedTable {
  return COPIED_TABLES.some((copied) => copied === table);
}
