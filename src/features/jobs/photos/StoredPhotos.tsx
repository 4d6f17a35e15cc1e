import { useState } from "react";
import type { Id } from "@convex/_generated/dataModel";
import { JOB_FILE_FIELD_LABELS, type JobFileField } from "@domain/job/jobs";
import { Button } from "@/components/ui/Button";
import type { WaitingPhoto } from "@/offline/photos/photosWaiting";
import { PHOTO_GRID, useShownPhotos } from "./photoGrid";
import { PhotoOrder } from "./PhotoOrder";
import { StoredPhotoTile } from "./StoredPhotoTile";
import { useCopiedPictures } from "@/job/photos/useCopiedPictures";
import { usePhotoChanges } from "./usePhotoChanges";
import { usePhotoClient, type PhotoOwner } from "@/job/photos/usePhotos";
import { usePictures } from "@/job/photos/usePictures";
import { WaitingPhotoTile } from "./WaitingPhotoTile";

export interface StoredPhotosProps {
  readonly owner: PhotoOwner;
  readonly field: JobFileField;
  readonly fileIds: readonly Id<"_storage">[];
  readonly isLocked: boolean;
  readonly onOpen: (photoId: string, opener: HTMLElement) => void;
  /** The waiting photos, shown at the end of the list. */
  readonly waiting: readonly WaitingPhoto[];
}

/** The stored photos of a job, which can be removed and reordered. Two rows are shown; a button shows the rest. */
export function StoredPhotos(props: StoredPhotosProps) {
  const { owner, field, fileIds, isLocked, onOpen, waiting } = props;
  const client = usePhotoClient();
  const pictures = usePictures(fileIds, {
    areDrawings: field === "job_drawings",
  });
  const copied = useCopiedPictures(fileIds);
  const job = owner.kind === "job" ? owner : null;
  const { remove, move } = usePhotoChanges(job, field);
  const nameAt = (place: number) => `${JOB_FILE_FIELD_LABELS[field]} ${place}`;
  const mayChange = job !== null && !isLocked;
  // The first of the estimate photos is on the job's card.
  const hasCover = field === "job_photo_estimate" && fileIds.length > 1;
  const [isOpen, setIsOpen] = useState(false);
  const limit = useShownPhotos();
  const folded = fileIds.length - limit;

  return (
    <PhotoOrder ids={fileIds} nameAt={nameAt} isLocked={!mayChange} onMove={move}>
      {(ordered) => (
        <>
          <ul aria-label={JOB_FILE_FIELD_LABELS[field]} className={PHOTO_GRID}>
            {ordered.slice(0, isOpen ? undefined : limit).map((fileId, index) => (
              <StoredPhotoTile
                key={fileId}
                fileId={fileId}
                picture={pictures.get(fileId)}
                preview={client.previewOfFile(fileId) ?? copied.get(fileId)}
                name={nameAt(index + 1)}
                isCover={hasCover && index === 0}
                onMakeCover={hasCover && mayChange && index > 0 ? () => move(fileId, null) : null}
                onRemove={mayChange ? () => remove(fileId) : null}
                onOpen={(opener) => onOpen(fileId, opener)}
              />
            ))}
            {waiting.map((photo) => (
              <WaitingPhotoTile
                key={photo.id}
                photo={photo}
                preview={client.previewOf(photo.id) || undefined}
                onOpen={(opener) => onOpen(photo.id, opener)}
              />
            ))}
          </ul>
          {folded > 0 && (
            <Button
              size="small"
              className="tabular-nums"
              aria-expanded={isOpen}
              aria-label={isOpen ? undefined : `+${folded}, show all`}
              onClick={() => setIsOpen(!isOpen)}
            >
              {isOpen ? "Show fewer" : `+${folded}`}
            </Button>
          )}
        </>
      )}
    </PhotoOrder>
  );
}
