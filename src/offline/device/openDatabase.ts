import { wrap, type DBSchema, type IDBPDatabase, type IDBPTransaction, type StoreNames } from "idb";
import { DEVICE_VERSION, KEY_PATHS, type DeviceSchema, type DeviceTable } from "./deviceSchema";
import { DeviceStoreError, isVersionTooLow } from "./deviceStoreErrors";

/** Milliseconds. In WebKit, and on a failing disk, opening may never settle. */
const OPEN_LIMIT_MS = 5000;

interface OpenCallbacks<Schema extends DBSchema> {
  /** The storage of the database: by default the page's, or else a bucket's. */
  readonly factory?: IDBFactory;
  readonly upgrade?: (
    db: IDBPDatabase<Schema>,
    tx: IDBPTransaction<Schema, StoreNames<Schema>[], "versionchange">,
    oldVersion: number,
  ) => void;
  /** Called when another page upgrades the database, or removes it: `nextVersion` is then null. */
  readonly blocking?: (nextVersion: number | null) => void;
  /** Called when the browser has closed the database. */
  readonly terminated?: () => void;
}

/** Rejects if another page blocks an upgrade, and after OPEN_LIMIT_MS without a result. */
export async function openDatabase<Schema extends DBSchema>(
  name: string,
  version: number | undefined,
  callbacks: OpenCallbacks<Schema>,
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
        // After a rejection: an unused handle would block the next upgrade.
        if (isRefused) db.close();
        resolve(db);
      }, reject)
      .finally(() => clearTimeout(timer));

    // Async, because a browser without storage throws at once.
    async function open() {
      const { factory = indexedDB } = callbacks;
      return await opened(factory.open(name, version), {
        ...callbacks,
        blocked: () => refuse("blocked"),
      });
    }
  });
}

async function opened<Schema extends DBSchema>(
  request: IDBOpenDBRequest,
  callbacks: OpenCallbacks<Schema> & { readonly blocked: () => void },
): Promise<IDBPDatabase<Schema>> {
  const { upgrade, blocking, terminated, blocked } = callbacks;
  request.addEventListener("upgradeneeded", ({ oldVersion }) =>
    upgrade?.(
      wrap(request.result) as never,
      wrap(request.transaction as IDBTransaction) as never,
      oldVersion,
    ),
  );
  request.addEventListener("blocked", blocked);
  const db = (await wrap(request)) as unknown as IDBPDatabase<Schema>;
  db.addEventListener("versionchange", ({ newVersion }) => blocking?.(newVersion));
  db.addEventListener("close", () => terminated?.());
  return db;
}

interface DeviceCallbacks extends Omit<OpenCallbacks<DeviceSchema>, "upgrade"> {
  /** Writes the first rows of a new database, in the transaction that creates it. */
  readonly fill?: (tx: IDBPTransaction<DeviceSchema, DeviceTable[], "versionchange">) => void;
}

/** Opens a person's database. If a page of a later release has upgraded it, opens it in that version. */
export async function openDeviceDatabase(
  name: string,
  { fill, ...callbacks }: DeviceCallbacks = {},
): Promise<IDBPDatabase<DeviceSchema>> {
  const all: OpenCallbacks<DeviceSchema> = {
    ...callbacks,
    upgrade: (db, tx, oldVersion) => {
      addMissingTables(db);
      if (oldVersion === 0) fill?.(tx);
    },
  };
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
