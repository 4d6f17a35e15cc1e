/** The photos that the server does not have, for every part of the page. */
import { useMemo, useSyncExternalStore } from "react";
import type { JobFileField } from "@domain/jobs";
import { SharedValue } from "../SharedValue";
import type { PhotoSubject } from "./photoRow";

/** What a person reads about a photo. It is "Preparing" until it is small enough to be kept and sent. */
type PhotoWord = "Preparing" | "Waiting" | "Sending" | "Refused" | "Sign in";

export interface WaitingPhoto {
  readonly id: string;
  readonly subject: PhotoSubject;
  readonly field: JobFileField;
  readonly name: string;
  /** The device's clock when it was chosen, in ms since 1970. */
  readonly at: number;
  /** What was chosen together with it: see KeptPhoto. */
  readonly batch: string | null;
  readonly word: PhotoWord;
  /** The fraction of bytes that this tab has sent, 0 to 1; null if it is not sending the photo. */
  readonly progress: number | null;
  /** Why it was refused, or why the last attempt failed. */
  readonly reason: string | null;
  /** Whether every attempt fails until somebody does what the reason says. */
  readonly isBlocked: boolean;
  /** The job is being entered: the photo is sent once the job is saved. */
  readonly isHeld: boolean;
  /** False if the photo is lost when the page closes. */
  readonly isKept: boolean;
  /** Why the device could not keep it. */
  readonly problem: string | null;
  /** The id of the stored file, once the server has it. */
  readonly fileId: string | null;
  /**
   * The object URL of its thumbnail. Undefined if there is none, and until it is
   * loaded: the photos are then published again.
   */
  readonly preview: () => string | undefined;
  /** Null if there is nothing to try again. */
  readonly retry: (() => void) | null;
  /** Null if the job may have it by now: it can be removed there. */
  readonly discard: (() => void) | null;
}

type Photos = readonly WaitingPhoto[];

/** What the photo client of the page says besides its photos. */
interface PhotoFacts {
  /** How often an earlier page ended while the person was taking photos. */
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

/** Those of saved jobs, in the order of sending. */
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
      ({ isKept, word, retry }) =>
        !isKept && (word !== "Refused" || retry !== null),
    ).length;
}

/** One part of it, so that the steps of an upload do not render what shows another part. */
function usePublished<Key extends "photos" | keyof PhotoFacts>(key: Key) {
  return useSyncExternalStore(published.subscribe, () => published.get()[key]);
}
