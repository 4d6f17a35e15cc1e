import type { Id } from "@convex/_generated/dataModel";
import { JOB_FILE_FIELD_LABELS, type JobFileField } from "@domain/jobs";
import { AddPhotos } from "./AddPhotos";
import { isUnfinished, type PhotoOwner } from "./photoQueue";
import { QueuedPhotoTile } from "./QueuedPhotoTile";
import { StoredPhotoTile } from "./StoredPhotoTile";
import { useFileUrls } from "./useFileUrls";
import {
  failureSentence,
  usePhotoUploader,
  useQueuedPhotos,
} from "./usePhotoUploader";

interface PhotoListProps {
  readonly owner: PhotoOwner;
  readonly field: JobFileField;
  /** Those that are in the job already. */
  readonly fileIds: readonly Id<"_storage">[];
  readonly isLocked: boolean;
}

/** One list of a job's pictures: the stored ones, then those on their way. */
export function PhotoList({ owner, field, fileIds, isLocked }: PhotoListProps) {
  const uploader = usePhotoUploader();
  const queued = useQueuedPhotos(owner, field);
  const urls = useFileUrls(fileIds);
  const label = JOB_FILE_FIELD_LABELS[field];
  const waiting = queued.filter(
    (photo) => photo.stage !== "stored" && isUnfinished(photo),
  ).length;
  const failed = queued.filter(({ stage }) => stage === "failed");

  return (
    <section aria-label={label} className="flex flex-col gap-3">
      {fileIds.length + queued.length > 0 && (
        <ul className="grid grid-cols-3 gap-2 sm:grid-cols-5">
          {fileIds.map((fileId, index) => (
            <StoredPhotoTile
              key={fileId}
              fileId={fileId}
              url={uploader.previewOf(fileId) ?? urls?.[index]}
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
          {waiting > 0 &&
            `${waiting} ${waiting === 1 ? "photo" : "photos"} waiting`}
        </p>
      </div>
    </section>
  );
}
