import { openDB, type DBSchema, type IDBPDatabase } from "idb";
import type { OutboxItem, OutboxStep } from "./outboxItem";
import type { OutboxStore } from "./outboxParts";
import { apply } from "./steps";

interface Schema extends DBSchema {
  outbox: { key: string; value: OutboxItem };
}

type Database = IDBPDatabase<Schema>;

/**
 * An outbox in IndexedDB, with a separate database for each person of an application. Writes are flushed to the disk
 * before they count as done.
 */
export function createIndexedDbStore(name: string): OutboxStore {
  let handle: Promise<Database> | null = null;
  const close = () => {
    handle?.then((db) => db.close()).catch(() => undefined);
    handle = null;
  };
  /** A browser may close the database under the page: after a failure the next call opens it again. */
  const withDatabase = async <T>(work: (db: Database) => Promise<T>) => {
    handle ??= openDB<Schema>(name, 1, {
      upgrade: (db) => db.createObjectStore("outbox", { keyPath: "id" }),
      // Another page upgrades or removes the database.
      blocking: close,
    });
    try {
      return await work(await handle);
    } catch (error) {
      close();
      throw error;
    }
  };
  return {
    read: () => withDatabase((db) => db.getAll("outbox")),
    transact: (change) => withDatabase((db) => transact(db, change)),
  };
}

async function transact<T>(db: Database, change: (items: readonly OutboxItem[]) => OutboxStep<T>) {
  const tx = db.transaction("outbox", "readwrite", { durability: "strict" });
  const before = await tx.store.getAll();
  const { result, put = [], remove = [] } = change(before);
  await Promise.all([
    ...remove.map((id) => tx.store.delete(id)),
    ...put.map((item) => tx.store.put(item)),
    tx.done,
  ]);
  return { result, items: apply(before, { put, remove }) };
}
