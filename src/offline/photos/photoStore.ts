import { apply, type OutboxItem } from "convex-outbox";
import type { AttachmentStore } from "convex-outbox/attachments";
import type { JobKey } from "@domain/changes/subjects";
import type { DeviceStore } from "@/offline/device/deviceStore";
import { openDrafts } from "@/offline/device/openDrafts";
import {
  bytesKey,
  type ExpectedPhotos,
  type KeptPhoto,
  type PhotoBytes,
  type PhotoRow,
} from "@/offline/device/photoRow";
import { changeOf, chosenOf, isPhoto, type WaitingChange } from "./photoRules";

export interface PhotoStore extends AttachmentStore<PhotoBytes> {
  readonly bytes: (photoId: string, part: keyof PhotoBytes) => Promise<ArrayBuffer | null>;
  /** The held photos whose job is no draft, stored or open in a tab. */
  readonly left: () => Promise<readonly LeftPhoto[]>;
}

interface LeftPhoto {
  readonly id: string;
  readonly key: JobKey;
  /** Whether the creation of the job waits. If not, the job was created. */
  readonly isWaiting: boolean;
}

export const PHOTO_PARTS = ["picture", "thumbnail"] as const;

/** The photos in the device's store. `opened` rejects if this device has none. */
export function createPhotoStore(opened: Promise<DeviceStore>): PhotoStore {
  return {
    read: async () => {
      const store = await opened;
      const rows = await store.read(["photos"], (tx) => tx.objectStore("photos").getAll());
      return rows.filter(isKept).map(itemOf);
    },
    transact: async (change, bytesOf) => {
      const store = await opened;
      return await store.write(["photos", "bytes"], async (tx) => {
        const photos = tx.objectStore("photos");
        const bytes = tx.objectStore("bytes");
        const before = (await photos.getAll()).filter(isKept).map(itemOf);
        const { put = [], remove = [], result } = change(before);
        const removedBytes = remove.flatMap((id) => PHOTO_PARTS.map((part) => bytesKey(id, part)));
        const addedBytes = put.flatMap(({ id }) =>
          PHOTO_PARTS.flatMap((part) => {
            const value = bytesOf(id)?.[part];
            return value ? [[bytesKey(id, part), value] as const] : [];
          }),
        );
        await Promise.all([
          ...put.filter(isPhoto).map((item) => photos.put(rowOf(item))),
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
    left: async () => await readLeft(await opened),
  };
}

/** Makes a row of the form of earlier releases: a page of such a release may be open now, or be opened later. */
export function rowOf(photo: WaitingChange): KeptPhoto {
  const { order, at, epoch = "", attempts, state } = photo;
  const { file: fileId } = photo.attachment;
  const row = { kind: "kept", order, ...chosenOf(photo) } as const;
  if (fileId !== undefined) {
    const change = { at, epoch, attempts, state };
    return { ...row, state: { kind: "attaching", fileId }, change };
  }
  if (state.kind !== "refused") return { ...row, state: { kind: "waiting" } };
  const { code, message } = state;
  return { ...row, state: { kind: "refused", code, message } };
}

export function itemOf(row: KeptPhoto): OutboxItem {
  const { order, state } = row;
  const { attachment, ...change } = changeOf(row);
  const item = { ...change, order, release: "", attempts: 0 };
  switch (state.kind) {
    case "waiting":
      return { ...item, attachment, state };
    case "refused":
      return { ...item, attachment, state: { code: "", ...state } };
    case "attaching":
      return {
        ...item,
        ...(row.change ?? { attempts: 1, state: { kind: "waiting" } }),
        attachment: { ...attachment, file: state.fileId },
      };
  }
}

/** The lists for which a page opened the camera or the gallery and has not received photos. */
export async function readExpected(store: DeviceStore): Promise<ExpectedPhotos[]> {
  const rows = await store.read(["photos"], (tx) => tx.objectStore("photos").getAll());
  return rows.filter((row) => row.kind === "expected");
}

export async function writeExpected(store: DeviceStore, row: ExpectedPhotos): Promise<void> {
  await store.write(["photos"], (tx) => tx.objectStore("photos").put(row));
}

export async function removeExpected(store: DeviceStore, ids: readonly string[]): Promise<void> {
  await store.write(["photos"], async (tx) => {
    const photos = tx.objectStore("photos");
    await Promise.all(ids.map((id) => photos.delete(id)));
  });
}

function isKept(row: PhotoRow): row is KeptPhoto {
  return row.kind === "kept";
}

async function readLeft(store: DeviceStore): Promise<readonly LeftPhoto[]> {
  const tables = ["photos", "drafts", "outbox"] as const;
  const reading = store.read(tables, (tx) =>
    Promise.all([
      tx.objectStore("photos").getAll(),
      tx.objectStore("drafts").getAllKeys(),
      tx.objectStore("outbox").getAll(),
    ]),
  );
  const [[photos, drafts, changes], open] = await Promise.all([reading, openDrafts()]);
  const begun = new Set([...drafts, ...open]);
  const waiting = new Set(changes.map(({ creates }) => creates));
  return photos
    .filter(isKept)
    .filter(({ isHeld, subject: { key } }) => isHeld && !begun.has(key))
    .map(({ id, subject: { key } }) => ({ id, key, isWaiting: waiting.has(key) }));
}
