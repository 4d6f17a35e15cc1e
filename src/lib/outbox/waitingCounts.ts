import { useSavingCount } from "../pendingWork";
import { withoutPhotos } from "../photos/photoRow";
import { usePhotosWaiting } from "../photos/photosWaiting";
import type { OutboxItem } from "./outboxItem";

/** What a person did that waits for the server. */
export interface WaitingCounts {
  readonly edits: number;
  readonly photos: number;
}

interface Unsaved {
  readonly waiting: WaitingCounts;
  /** Changes and photos that the server has refused. */
  readonly refused: number;
  /** Whether there is anything to list. */
  readonly isAny: boolean;
}

/** A photo is counted as a photo, not again by the change that adds it to its job. */
export function useUnsaved(items: readonly OutboxItem[]): Unsaved {
  const saving = useSavingCount();
  const photos = usePhotosWaiting();
  const changes = withoutPhotos(
    items,
    photos.map(({ fileId }) => fileId),
  );
  const refusedChanges = changes.filter(
    ({ state }) => state.kind === "refused",
  );
  const refusedPhotos = photos.filter(({ word }) => word === "Refused");
  return {
    waiting: {
      edits: changes.length - refusedChanges.length + saving,
      photos: photos.length - refusedPhotos.length,
    },
    // A file that this page did not accept was said to be so when it was chosen.
    refused:
      refusedChanges.length +
      refusedPhotos.filter(({ isKept }) => isKept).length,
    isAny: changes.length + photos.length > 0,
  };
}
