import type { OutboxItem } from "convex-outbox";
import { useSavingCount } from "@/lib/pendingWork";
import { usePhotosWaiting } from "@/offline/photos/photosWaiting";

/** Counts of the person's work that waits for the server. */
export interface WaitingCounts {
  readonly edits: number;
  readonly photos: number;
}

interface Unsaved {
  readonly waiting: WaitingCounts;
  /** Changes and photos that the server has refused. */
  readonly refused: number;
  /** Whether any change or photo is unsaved. */
  readonly isAny: boolean;
}

export function useUnsaved(changes: readonly OutboxItem[]): Unsaved {
  const saving = useSavingCount();
  const photos = usePhotosWaiting();
  const refusedChanges = changes.filter(({ state }) => state.kind === "refused");
  const refusedPhotos = photos.filter(({ syncStatus }) => syncStatus === "Refused");
  return {
    waiting: {
      edits: changes.length - refusedChanges.length + saving,
      photos: photos.length - refusedPhotos.length,
    },
    // A file that this page did not accept was reported when it was chosen.
    refused: refusedChanges.length + refusedPhotos.filter(({ isKept }) => isKept).length,
    isAny: changes.length + photos.length > 0,
  };
}
