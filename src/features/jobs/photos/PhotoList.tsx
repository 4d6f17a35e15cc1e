import type { Id } from "@convex/_generated/dataModel";
import { JOB_FILE_FIELD_LABELS, type JobFileField } from "@domain/jobs";
import { AddPhotos } from "./AddPhotos";
import type { PhotoOwner, QueuedPhoto } from "./photoQueue";
import { QueuedPhotoTile } from "./QueuedPhotoTile";
import { StoredPhotoTile } from "./StoredPhotoTile";
import { usePictures } from "./usePictures";
import {
  failureSentence,
  usePhotoUploader,
  useQueuedPhotos,
} from "./usePhotoUploader";

interface PhotoListProps {
  readonly owner: PhotoOwner;
  readonly field: JobFileField;
  /** Files already attached to the job. */
  readonly fileIds: readonly Id<"_storage">[];
  readonly isLocked: boolean;
}

/** One photo list of a job: stored photos, then queued ones. */
export function PhotoList({ owner, field, fileIds, isLocked }: PhotoListProps) {
  const uploader = usePhotoUploader();
  // The job query updates shortly before the uploader's own request resolves.
  const queued = useQueuedPhotos(owner, field).filter(
    ({ fileId }) => fileId === null || !fileIds.includes(fileId),
  );
  const pictures = usePictures(fileIds, {
    areDrawings: field === "job_drawings",
  });
  const label = JOB_FILE_FIELD_LABELS[field];
  const failed = queued.filter(({ stage }) => stage === "failed");

  return (
    <section aria-label={label} className="flex flex-col gap-3">
      {fileIds.length + queued.length > 0 && (
        <ul
          aria-label={label}
          className="grid grid-cols-3 gap-2 sm:grid-cols-5"
        >
          {fileIds.map((fileId, index) => (
            <StoredPhotoTile
              key={fileId}
              fileId={fileId}
              picture={pictures.get(fileId)}
              preview={uploader.previewOf(fileId)}
              name={`${label} ${index + 1}`}
              jobId={owner.kind === "job" ? owner.id : null}
              field={field}
              isLocked={isLocked}
            />
          ))}
          {queued.map((photo) => (
            <QueuedPhotoTile
              key={photo.id}
              photo={photo}
              onRemove={() => uploader.remove(photo.id)}
              onRetry={() => uploader.retry(photo.id)}
            />
          ))}
        </ul>
      )}
      {failed.length > 0 && (
        <ul
          role="alert"
          className="flex flex-col gap-1 text-sm text-danger-ink"
        >
          {failed.map(({ id, name, failure }) => (
            <li key={id}>{failureSentence(name, failure)}</li>
          ))}
        </ul>
      )}
      <div className="flex flex-wrap items-center gap-2">
        <AddPhotos
          label={label}
          disabled={isLocked}
          onPick={(files) => uploader.add(owner, field, files)}
        />
        <p role="status" className="text-sm text-ink-muted">
          {waitingText(queued)}
        </p>
      </div>
    </section>
  );
}

/** How many photos are not stored yet, and why if an upload failed. */
function waitingText(queued: readonly QueuedPhoto[]): string {
  const waiting = queued.filter(
    ({ stage }) => stage !== "stored" && stage !== "failed",
  );
  if (waiting.length === 0) return "";
  const count = `${waiting.length} ${waiting.length === 1 ? "photo" : "photos"} waiting`;
  const reason = waiting.find(({ failure }) => failure)?.failure?.message;
  return reason ? `${count}. ${reason} Trying again soon.` : count;
}
