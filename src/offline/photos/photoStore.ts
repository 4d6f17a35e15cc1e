import { apply, type RowStore } from "convex-outbox";
import type { DeviceStore } from "@/offline/device/deviceStore";
import {
  bytesKey,
  type ExpectedPhotos,
  type KeptPhoto,
  type PhotoBytes,
  type PhotoRow,
} from "@/offline/device/photoRow";
import type { PhotoStep } from "./photoRules";

/** The store of a queue of photos. */
export interface PhotoStore {
  readonly read: RowStore<KeptPhoto>["read"];
  /**
   * As that of a RowStore. The bytes of a photo are written and removed with its row: `bytesOf` has those of the photos
   * that the store does not have.
   */
  readonly transact: <T>(
    change: (photos: readonly KeptPhoto[]) => PhotoStep<T>,
    bytesOf: (photoId: string) => PhotoBytes | undefined,
  ) => Promise<{ readonly result: T; readonly items: readonly KeptPhoto[] }>;
  readonly bytes: (
    photoId: string,
    part: keyof PhotoBytes,
  ) => Promise<ArrayBuffer | null>;
}

export const PHOTO_PARTS = ["picture", "thumbnail"] as const;

/** The photos in the device's store. `opened` rejects if this device has none. */
export function createPhotoStore(opened: Promise<DeviceStore>): PhotoStore {
  return {
    read: async () => {
      const store = await opened;
      const rows = await store.read(["photos"], (tx) =>
        tx.objectStore("photos").getAll(),
      );
      return rows.filter(isKept);
    },
    transact: async (change, bytesOf) => {
      const store = await opened;
      return await store.write(["photos", "bytes"], async (tx) => {
        const photos = tx.objectStore("photos");
        const bytes = tx.objectStore("bytes");
        const before = (await photos.getAll()).filter(isKept);
        const { put = [], remove = [], result } = change(before);
        const removedBytes = remove.flatMap((id) =>
          PHOTO_PARTS.map((part) => bytesKey(id, part)),
        );
        const addedBytes = put.flatMap(({ id }) =>
          PHOTO_PARTS.flatMap((part) => {
            const value = bytesOf(id)?.[part];
            return value ? [[bytesKey(id, part), value] as const] : [];
          }),
        );
        await Promise.all([
          ...put.map((photo) => photos.put(photo)),
          ...remove.map((id) => photos.delete(id)),
          ...removedBytes.map((key) => bytes.delete(key)),
          ...addedBytes.map(([key, value]) => bytes.put(value, key)),
        ]);
        return { result, items: apply(before, { put, remove }) };
      });
    },
    bytes: async (photoId, part) => {
      const store = await opened;
      return await store.read(["bytes"], async (tx) => {
        const key = bytesKey(photoId, part);
        return (await tx.objectStore("bytes").get(key)) ?? null;
      });
    },
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
