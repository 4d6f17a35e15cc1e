/** The photos that the server does not have, published to every part of the page. */
import { useMemo, useSyncExternalStore } from "react";
import { countUnsavedPhotosBy } from "@/lib/pendingWork";
import { SharedValue } from "@/lib/SharedValue";
import type { ExpectedPhotos } from "@/offline/device/photoRow";
import type { WaitingChange } from "./photoRules";

/** The sync status of a photo. It is "Preparing" until the photo is small enough to be kept and sent. */
type PhotoSyncStatus = "Preparing" | "Waiting" | "Sending" | "Refused" | "Sign in";

/** The change that adds a photo to its job, with what this page knows of it. */
export interface WaitingPhoto extends WaitingChange {
  readonly syncStatus: PhotoSyncStatus;
  /** The fraction of bytes that this tab has sent, 0 to 1; null if it is not sending the photo. */
  readonly progress: number | null;
  /** Why the photo was refused, or why the last attempt failed. */
  readonly reason: string | null;
  /** True if every attempt fails until somebody does what `reason` says. */
  readonly isBlocked: boolean;
  /** False if the photo is lost when the page closes. */
  readonly isKept: boolean;
  /** Why the device could not keep the photo. */
  readonly problem: string | null;
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

/** `keys` are the names of a job: its id, and its client key. */
export function isOfJob(
  { attachment }: WaitingChange,
  keys: readonly (string | undefined)[],
): boolean {
  return keys.includes(attachment.job.key);
}

interface Published {
  readonly photos: Photos;
  /** The lists for which an earlier page had opened the camera or the gallery when it ended. */
  readonly missing: readonly ExpectedPhotos[];
  /** The reason why photos that wait on this device may be lost, or null. */
  readonly storageWarning: string | null;
  /** The thumbnail of a photo that was saved a moment ago, by its file. */
  readonly savedPreview: (fileId: string) => string | undefined;
}

const NOTHING: Published = {
  photos: [],
  missing: [],
  storageWarning: null,
  savedPreview: () => undefined,
};

const published = new SharedValue(NOTHING);

export const onPhotos = published.subscribe;

export function publishPhotos(next: Partial<Published>): void {
  published.set({ ...NOTHING, ...next });
}

/** Selects from the published value. A component renders again only if its selection changed, not at each progress. */
export function usePublished<T>(select: (published: Published) => T): T {
  return useSyncExternalStore(published.subscribe, () => select(published.get()));
}

/** The photos of saved jobs, in the order of sending. */
export function usePhotosWaiting(): Photos {
  const photos = usePublished((now) => now.photos);
  return useMemo(() => photos.filter(({ attachment }) => !attachment.isHeld), [photos]);
}

/** The number of photos that would be lost if the page unloads. */
export function unsavedPhotoCount(): number {
  return published
    .get()
    .photos.filter(
      ({ isKept, syncStatus, retry }) => !isKept && (syncStatus !== "Refused" || retry !== null),
    ).length;
}

countUnsavedPhotosBy(unsavedPhotoCount);
