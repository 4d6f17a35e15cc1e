import {
  openDB,
  type DBSchema,
  type IDBPDatabase,
  type OpenDBCallbacks,
} from "idb";
import {
  DEVICE_VERSION,
  KEY_PATHS,
  type DeviceSchema,
  type DeviceTable,
} from "./deviceSchema";
import { DeviceStoreError, isVersionTooLow } from "./deviceStoreErrors";

/** Milliseconds. In WebKit, and on a failing disk, opening may never settle. */
const OPEN_LIMIT_MS = 5000;

/** Rejects if another page blocks an upgrade, and after OPEN_LIMIT_MS without a result. */
export async function openDatabase<Schema extends DBSchema>(
  name: string,
  version: number | undefined,
  callbacks: OpenDBCallbacks<Schema>,
): Promise<IDBPDatabase<Schema>> {
  return await new Promise((resolve, reject) => {
    let isRefused = false;
    const refuse = (reason: "blocked" | "unavailable") => {
      isRefused = true;
      reject(new DeviceStoreError(reason));
    };
    const timer = setTimeout(() => refuse("unavailable"), OPEN_LIMIT_MS);
    open()
      .then((db) => {
        // Opened too late: an unused handle would block the next upgrade.
        if (isRefused) db.close();
        resolve(db);
      }, reject)
      .finally(() => clearTimeout(timer));

    // Async, because a browser without storage throws at once.
    async function open() {
      return await openDB<Schema>(name, version, {
        ...callbacks,
        blocked: () => refuse("blocked"),
      });
    }
  });
}

/** Opens a person's database. If a page of a later release has upgraded it, opens it in that version. */
export async function openDeviceDatabase(
  name: string,
  callbacks: OpenDBCallbacks<DeviceSchema> = {},
): Promise<IDBPDatabase<DeviceSchema>> {
  const all = { ...callbacks, upgrade: addMissingTables };
  try {
    return await openDatabase(name, DEVICE_VERSION, all);
  } catch (error) {
    if (!isVersionTooLow(error)) throw error;
    return await openDatabase(name, undefined, all);
  }
}

function addMissingTables(db: IDBPDatabase<DeviceSchema>): void {
  for (const [table, keyPath] of Object.entries(KEY_PATHS)) {
    const name = table as DeviceTable;
    if (db.objectStoreNames.contains(name)) continue;
    db.createObjectStore(name, keyPath === null ? {} : { keyPath });
  }
}
