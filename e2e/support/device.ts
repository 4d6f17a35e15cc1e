import type { Page } from "@playwright/test";

type Table = "jobs" | "customers" | "pictures" | "drafts" | "outbox" | "photos" | "typed" | "facts";

/** How many rows a store of the person's database on this device has. */
export async function savedRows(page: Page, table: Table): Promise<number> {
  return (await readRows(page, table)).length;
}

/** The rows of a store of the person's database on this device; none if there is no database. */
export async function readRows<Row>(page: Page, table: Table): Promise<Row[]> {
  const rows: unknown = await page.evaluate(async (name) => {
    const databases = await indexedDB.databases();
    const own = databases.find((one) => one.name?.startsWith("downspout:"));
    if (own?.name === undefined) return [];
    const open = indexedDB.open(own.name);
    await new Promise((resolve, reject) => {
      open.onsuccess = resolve;
      open.onerror = reject;
    });
    const all = open.result.transaction(name).objectStore(name).getAll();
    await new Promise((resolve, reject) => {
      all.onsuccess = resolve;
      all.onerror = reject;
    });
    open.result.close();
    return all.result as unknown[];
  }, table);
  return rows as Row[];
}

/** Holds every table of the person's database, as a long write of the page does. Returns what lets go of them. */
export async function holdStore(page: Page): Promise<() => Promise<void>> {
  await page.evaluate(async () => {
    const databases = await indexedDB.databases();
    const own = databases.find((one) => one.name?.startsWith("downspout:"));
    const open = indexedDB.open(own?.name ?? "");
    await new Promise((resolve) => (open.onsuccess = resolve));
    const db = open.result;
    const tables = [...db.objectStoreNames];
    const tx = db.transaction(tables, "readwrite");
    let isHeld = true;
    // A transaction lasts as long as it has requests.
    const go = () => {
      if (isHeld) tx.objectStore("facts").count().onsuccess = go;
    };
    go();
    const released = new Promise((resolve) => (tx.oncomplete = resolve));
    Object.assign(window, {
      releaseStore: async () => {
        isHeld = false;
        await released;
        db.close();
      },
    });
  });
  return async () =>
    await page.evaluate(async () => {
      const { releaseStore } = window as unknown as {
        releaseStore: () => Promise<void>;
      };
      await releaseStore();
    });
}
