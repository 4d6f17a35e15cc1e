/**
 * The list of all stores on this device, in a database of its own: not every browser lists databases, and a
 * database's name does not say whose it is.
 */
import { deleteDB, type DBSchema, type IDBPDatabase } from "idb";
import type { DeviceSchema } from "./deviceSchema";
import { storeName, type StoreOwner } from "./storeOwner";
import { deviceStoreError } from "./deviceStoreErrors";
import { openDatabase, openDeviceDatabase } from "./openDatabase";
import { removeAllCopies, removeCopy } from "./copyBucket";

export interface StoreEntry extends StoreOwner {
  readonly name: string;
  /** True once the store is emptied. It is deleted as soon as no other page has it open. */
  readonly isRemoved: boolean;
}

interface ListSchema extends DBSchema {
  stores: { key: string; value: StoreEntry };
}

interface Unsent {
  readonly changes: readonly DeviceSchema["outbox"]["value"][];
  readonly typed: readonly DeviceSchema["typed"]["value"][];
  readonly drafts: readonly DeviceSchema["drafts"]["value"][];
  readonly photos: number;
}

const LIST = "downspout";

/**
 * How long a deletion waits for other pages, in ms. A page closes its handle at once, unless the browser has frozen
 * it.
 */
const DELETE_LIMIT_MS = 500;

/** Lists the store. Called before anything is written to it. */
export async function rememberStore(owner: StoreOwner): Promise<void> {
  const entry = { ...owner, name: storeName(owner), isRemoved: false };
  await withList((list) => list.put("stores", entry));
}

export async function listStores(): Promise<StoreEntry[]> {
  const entries = await withList((list) => list.getAll("stores"));
  return entries.filter(({ isRemoved }) => !isRemoved);
}

/** Lists the same person's stores under other names. */
export async function otherStoresOf(owner: StoreOwner): Promise<StoreEntry[]> {
  const own = storeName(owner);
  const stores = await listStores();
  return stores.filter(({ name, userId }) => userId === owner.userId && name !== own);
}

/** Counts the changes, photos and drafts of a store that the server does not have. */
export async function countUnsent(name: string): Promise<number> {
  return await withStore(name, async (db) => {
    const [rows, changes, drafts, typed] = await Promise.all([
      db.getAll("photos"),
      db.getAll("outbox"),
      db.count("drafts"),
      db.count("typed"),
    ]);
    const photos = rows.filter((row) => row.kind === "kept");
    return photos.length + changes.length + drafts + typed;
  });
}

/** Reads the person's unsent changes and texts, and the number of unsent photos. */
export async function readUnsent(name: string): Promise<Unsent> {
  return await withStore(name, async (db) => {
    const [changes, typed, drafts, photos] = await Promise.all([
      db.getAll("outbox"),
      db.getAll("typed"),
      db.getAll("drafts"),
      db.getAll("photos"),
    ]);
    const kept = photos.filter(({ kind }) => kind === "kept");
    return { changes, typed, drafts, photos: kept.length };
  });
}

/**
 * Deletes the store's copy first, from which a missing store would be restored, then empties and deletes the store. A
 * frozen page that has it open delays its deletion until `finishRemovals`, but keeps none of its data.
 */
export async function removeStore(name: string): Promise<void> {
  await removeCopy(name);
  await withStore(name, emptyTables);
  await withList(async (list) => {
    const entry = await list.get("stores", name);
    if (entry) await list.put("stores", { ...entry, isRemoved: true });
  });
  if (await isDeleted(name)) await withList((list) => list.delete("stores", name));
}

export async function removeAllStores(): Promise<void> {
  await removeAllCopies();
  await removeEach(await listStores());
}

/** Deletes the databases whose deletion another page blocked. Called at the start. */
export async function finishRemovals(): Promise<void> {
  const entries = await withList((list) => list.getAll("stores"));
  await removeEach(entries.filter(({ isRemoved }) => isRemoved));
}

/** Removes every store. If a removal fails, continues with the others before it throws the error. */
async function removeEach(entries: readonly StoreEntry[]): Promise<void> {
  const removals = entries.map(({ name }) => removeStore(name));
  await Promise.allSettled(removals);
  await Promise.all(removals);
}

async function emptyTables(db: IDBPDatabase<DeviceSchema>): Promise<void> {
  const tables = [...db.objectStoreNames];
  if (tables.length === 0) return;
  const tx = db.transaction(tables, "readwrite", { durability: "strict" });
  await Promise.all([...tables.map((table) => tx.objectStore(table).clear()), tx.done]);
}

async function isDeleted(name: string): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), DELETE_LIMIT_MS);
  });
  const deleted = deleteDB(name).then(() => true);
  try {
    return await Promise.race([deleted, late]);
  } finally {
    clearTimeout(timer);
  }
}

async function withList<T>(work: (list: IDBPDatabase<ListSchema>) => Promise<T>): Promise<T> {
  const list = openDatabase<ListSchema>(LIST, 1, {
    upgrade: (db) => db.createObjectStore("stores", { keyPath: "name" }),
  });
  return await withDatabase(list, work);
}

export async function withStore<T>(
  name: string,
  work: (db: IDBPDatabase<DeviceSchema>) => Promise<T>,
): Promise<T> {
  return await withDatabase(openDeviceDatabase(name), work);
}

async function withDatabase<Schema extends DBSchema, T>(
  opening: Promise<IDBPDatabase<Schema>>,
  work: (db: IDBPDatabase<Schema>) => Promise<T>,
): Promise<T> {
  try {
    const db = await opening;
    try {
      return await work(db);
    } finally {
      db.close();
    }
  } catch (error) {
    throw deviceStoreError(error);
  }
}
