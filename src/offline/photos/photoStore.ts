import type { DeviceStore } from "@/offline/device/deviceStore";
import {
  bytesKey,
  type ExpectedPhotos,
  type KeptPhoto,
  type PhotoBytes,
  type PhotoRow,
} from "@/offline/device/photoRow";
import { applyStep, type PhotoRows, type PhotoStep } from "./photoRules";

/** The store of a photo sender. */
export interface PhotoStore {
  readonly read: () => Promise<PhotoRows>;
  /**
   * Calls `change` with all rows and writes its step in the same transaction,
   * together with the bytes of an added photo. Resolves when the transaction has
   * ended, with the rows as they are then.
   */
  readonly transact: <T>(
    change: (rows: PhotoRows) => PhotoStep<T>,
    added?: { readonly id: string } & PhotoBytes,
  ) => Promise<{ readonly result: T; readonly rows: PhotoRows }>;
  readonly bytes: (
    photoId: string,
    part: keyof PhotoBytes,
  ) => Promise<ArrayBuffer | null>;
}

const PARTS = ["picture", "thumbnail"] as const;

/** The photos in the device's store. */
export function createPhotoStore(store: DeviceStore): PhotoStore {
  return {
    read: () =>
      store.read(["photos", "outbox"], async (tx) => {
        const [rows, changes] = await Promise.all([
          tx.objectStore("photos").getAll(),
          tx.objectStore("outbox").getAll(),
        ]);
        return applyStep({ photos: rows.filter(isKept), changes }, NO_STEP);
      }),
    transact: (change, added) =>
      store.write(["photos", "outbox", "bytes"], async (tx) => {
        const photos = tx.objectStore("photos");
        const outbox = tx.objectStore("outbox");
        const bytes = tx.objectStore("bytes");
        const [rows, changes] = await Promise.all([
          photos.getAll(),
          outbox.getAll(),
        ]);
        const before = { photos: rows.filter(isKept), changes };
        const step = change(before);
        const removedBytes = (step.removedPhotos ?? []).flatMap((id) =>
          PARTS.map((part) => bytesKey(id, part)),
        );
        const addedBytes = PARTS.flatMap((part) => {
          const value = added?.[part];
          return value ? [[bytesKey(added.id, part), value] as const] : [];
        });
        await Promise.all([
          ...(step.photos ?? []).map((photo) => photos.put(photo)),
          ...(step.removedPhotos ?? []).map((id) => photos.delete(id)),
          ...(step.changes ?? []).map((item) => outbox.put(item)),
          ...(step.removedChanges ?? []).map((id) => outbox.delete(id)),
          ...removedBytes.map((key) => bytes.delete(key)),
          ...addedBytes.map(([key, value]) => bytes.put(value, key)),
        ]);
        return { result: step.result, rows: applyStep(before, step) };
      }),
    bytes: (photoId, part) =>
      store.read(["bytes"], async (tx) => {
        const key = bytesKey(photoId, part);
        return (await tx.objectStore("bytes").get(key)) ?? null;
      }),
  };
}

const NO_STEP = { result: null };

/** A store in the page's memory, where the browser stores nothing, and for photos that do not fit. */
export function createMemoryPhotoStore(): PhotoStore {
  let rows: PhotoRows = { photos: [], changes: [] };
  const bytes = new Map<string, ArrayBuffer>();
  return {
    read: () => Promise.resolve(rows),
    transact: (change, added) => {
      const step = change(rows);
      rows = applyStep(rows, step);
      for (const id of step.removedPhotos ?? [])
        for (const part of PARTS) bytes.delete(bytesKey(id, part));
      for (const part of PARTS) {
        const value = added?.[part];
        if (value) bytes.set(bytesKey(added.id, part), value);
      }
      return Promise.resolve({ result: step.result, rows });
    },
    bytes: (photoId, part) =>
      Promise.resolve(bytes.get(bytesKey(photoId, part)) ?? null),
  };
}

/** The lists for which a page opened the camera or the gallery and has not received photos. */
export async function readExpected(
  store: DeviceStore,
): Promise<ExpectedPhotos[]> {
  const rows = await store.read(["photos"], (tx) =>
    tx.objectStore("photos").getAll(),
  );
  return rows.filter((row) => row.kind === "expected");
}

export async function writeExpected(
  store: DeviceStore,
  row: ExpectedPhotos,
): Promise<void> {
  await store.write(["photos"], (tx) => tx.objectStore("photos").put(row));
}

export async function removeExpected(
  store: DeviceStore,
  ids: readonly string[],
): Promise<void> {
  await store.write(["photos"], async (tx) => {
    const photos = tx.objectStore("photos");
    await Promise.all(ids.map((id) => photos.delete(id)));
  });
}

function isKept(row: PhotoRow): row is KeptPhoto {
  return row.kind === "kept";
}
