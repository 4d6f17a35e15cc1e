/**
 * Takes over unsent work from the stores that a person's office had under former names: a new organization or
 * deployment gives the device's store another name. Nothing is given to another person, nor to another office of the
 * same person.
 */
import type { ConvexReactClient } from "convex/react";
import type { IDBPDatabase } from "idb";
import { createOutboxLock } from "convex-outbox";
import { api } from "@convex/_generated/api";
import { localResult } from "@/lib/connection/localResult";
import type { DeviceSchema } from "./deviceSchema";
import type { DeviceStore } from "./deviceStore";
import { otherStoresOf, removeStore, withStore } from "./devices";
import { UNSENT_TABLES } from "./copyBucket";

/** Asks the server for the office's ids, and calls back once something was taken over. Returns a stop function. */
export function watchFormer(
  store: DeviceStore,
  convex: ConvexReactClient,
  onTaken: () => void,
): () => void {
  const { workspaceId } = store.owner;
  const query = convex.watchQuery(api.workspace.former, {});
  let isWatching = true;
  // The client's unsubscribe function may be called only once.
  const stop = () => {
    if (isWatching) unsubscribe();
    isWatching = false;
  };
  const read = () => {
    const answer = localResult(query);
    // The result may belong to an earlier sign-in.
    if (answer?.workspaceId !== workspaceId) return;
    stop();
    createOutboxLock(`${store.name}:former`)
      .hold(() => takeOver(store, [workspaceId, ...answer.ids]))
      .then(
        (found) => found && onTaken(),
        (error: unknown) => reportError(error),
      );
  };
  const unsubscribe = query.onUpdate(read);
  read();
  return stop;
}

/**
 * Moves unsent changes, photos, drafts and texts of former stores into the store, before its own. `ids` are the
 * office's ids. Resolves to whether there was a former store.
 */
export async function takeOver(store: DeviceStore, ids: readonly string[]): Promise<boolean> {
  const others = await otherStoresOf(store.owner);
  const former = others.filter(({ workspaceId }) => ids.includes(workspaceId));
  for (const { name } of former) {
    const rows = await withStore(name, readUnsentRows);
    await store.write(UNSENT_TABLES, async (tx) => {
      const [outbox, photos] = [tx.objectStore("outbox"), tx.objectStore("photos")];
      const [changes, pictures] = [
        before(rows.outbox, await outbox.getAll()),
        before(rows.photos, await photos.getAll()),
      ];
      await Promise.all([
        ...changes.map((row) => outbox.put(row)),
        ...pictures.map((row) => photos.put(row)),
        ...rows.typed.map((row) => tx.objectStore("typed").put(row)),
        ...rows.drafts.map((row) => tx.objectStore("drafts").put(row)),
        ...rows.bytes.map(([key, row]) => tx.objectStore("bytes").put(row, key)),
      ]);
    });
    // Last: if the page ends before this, the same rows are written again; their intent ids prevent doubled changes.
    await removeStore(name);
  }
  return former.length > 0;
}

async function readUnsentRows(db: IDBPDatabase<DeviceSchema>) {
  const [outbox, photos, typed, drafts, keys, values] = await Promise.all([
    db.getAll("outbox"),
    db.getAll("photos"),
    db.getAll("typed"),
    db.getAll("drafts"),
    db.getAllKeys("bytes"),
    db.getAll("bytes"),
  ]);
  const bytes = keys.map((key, at) => [key, values[at]!] as const);
  return { outbox, photos, typed, drafts, bytes };
}

/** Gives the rows orders before those of the present rows. Expected photos have no order. */
function before<Row extends object>(rows: readonly Row[], present: readonly object[]): Row[] {
  const last = Math.max(0, ...rows.map(orderOf));
  const first = Math.min(last + 1, ...present.map(orderOf));
  return rows.map((row) =>
    "order" in row ? { ...row, order: orderOf(row) - last - 1 + first } : row,
  );
}

function orderOf(row: object): number {
  return "order" in row ? Number(row.order) : 1;
}
