/** The photos that the server does not have, published to every part of the page. */
import { useMemo, useSyncExternalStore } from "react";
import type { JobFileField } from "@domain/jobs";
import { countUnsavedPhotosBy } from "@/lib/pendingWork";
import { SharedValue } from "@/lib/SharedValue";
import type { PhotoSubject } from "@/offline/device/photoRow";

/** The sync status of a photo. It is "Preparing" until the photo is small enough to be kept and sent. */
type PhotoSyncStatus =
  | "Preparing"
  | "Waiting"
  | "Sending"
  | "Refused"
  | "Sign in";

export interface WaitingPhoto {
  readonly id: string;
  readonly subject: PhotoSubject;
  readonly field: JobFileField;
  readonly name: string;
  /** The device's clock when the photo was chosen, in ms since 1970. */
  readonly at: number;
  /** The batch of photos that were chosen together: see KeptPhoto. */
  readonly batch: string | null;
  readonly syncStatus: PhotoSyncStatus;
  /** The fraction of bytes that this tab has sent, 0 to 1; null if it is not sending the photo. */
  readonly progress: number | null;
  /** Why the photo was refused, or why the last attempt failed. */
  readonly reason: string | null;
  /** Whether every attempt fails until somebody does what `reason` says. */
  readonly isBlocked: boolean;
  /** The job is being entered: the photo is sent once the job is saved. */
  readonly isHeld: boolean;
  /** False if the photo is lost when the page closes. */
  readonly isKept: boolean;
  /** Why the device could not keep the photo. */
  readonly problem: string | null;
  /** The id of the stored file, once the server has it. */
  readonly fileId: string | null;
  /** Whether the photo was refused because its job was deleted: the person may want the job back. */
  readonly isJobGone: boolean;
  /**
   * The object URL of its thumbnail, empty if the browser could make none. Undefined until it is loaded: the photos are
   * then published again.
   */
  readonly preview: () => string | undefined;
  /** Null if there is nothing to retry. */
  readonly retry: (() => void) | null;
  /** Null once the upload may have reached the server; remove the photo on the job instead. */
  readonly discard: (() => void) | null;
}

type Photos = readonly WaitingPhoto[];

/** What the photo client publishes besides its photos. */
interface PhotoFacts {
  /** How many lists an earlier page had opened the camera or the gallery for when it ended. */
  readonly missingCount: number;
  /** Why photos that wait on this device may be lost, or null. */
  readonly storageWarning: string | null;
  /** The thumbnail of a photo that was saved a moment ago, by its file. */
  readonly savedPreview: (fileId: string) => string | undefined;
}

const NO_FACTS: PhotoFacts = {
  missingCount: 0,
  storageWarning: null,
  savedPreview: () => undefined,
};

const sources = new Map<object, Photos>();
const published = new SharedValue<PhotoFacts & { readonly photos: Photos }>({
  ...NO_FACTS,
  photos: [],
});

/** Replaces what `source` has published before. */
export function publishPhotos(
  source: object,
  photos: Photos,
  facts: PhotoFacts = NO_FACTS,
): void {
  if (photos.length === 0) sources.delete(source);
  else sources.set(source, photos);
  published.set({ ...facts, photos: [...sources.values()].flat() });
}

/** The photos of saved jobs, in the order of sending. */
export function usePhotosWaiting(): Photos {
  const photos = usePublished("photos");
  return useMemo(() => photos.filter(({ isHeld }) => !isHeld), [photos]);
}

export function useMissingCount(): number {
  return usePublished("missingCount");
}

export function useStorageWarning(): string | null {
  return usePublished("storageWarning");
}

/** By file id: see PhotoFacts. */
export function useSavedPreview(): PhotoFacts["savedPreview"] {
  return usePublished("savedPreview");
}

/** How many photos would be lost if the page unloads. */
export function unsavedPhotoCount(): number {
  return published
    .get()
    .photos.filter(
      ({ isKept, syncStatus, retry }) =>
        !isKept && (syncStatus !== "Refused" || retry !== null),
    ).length;
}

countUnsavedPhotosBy(unsavedPhotoCount);

/** One published value, so that the progress of an upload renders only the components that show it. */
function usePublished<Key extends "photos" | keyof PhotoFacts>(key: Key) {
  return useSyncExternalStore(published.subscribe, () => published.get()[key]);
}
