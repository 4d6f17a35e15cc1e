import type { Id } from "@convex/_generated/dataModel";
import { moveFile, removeFile } from "@domain/changes/jobFiles";
import { JOB_FILE_FIELD_LABELS, type JobFileField } from "@domain/job/jobs";
import { newChange } from "@/offline/outbox/newChange";
import { useChange } from "@/offline/useChange";
import { subjectOf, type PhotoOwner } from "@/job/photos/usePhotos";

type FileId = Id<"_storage">;

export type SavedJob = Extract<PhotoOwner, { kind: "job" }>;

/** Makes changes of a job's photo list, which the list shows at once. */
export function usePhotoChanges(job: SavedJob | null, field: JobFileField) {
  const { make } = useChange();
  const subject = job && subjectOf(job);
  const name = JOB_FILE_FIELD_LABELS[field];
  return {
    remove: (fileId: FileId): void => {
      if (subject) make(newChange(removeFile, subject, { field, fileId }), { name });
    },
    /** Moves the photo behind another one; to the start if `after` is null. */
    move: (fileId: FileId, after: FileId | null): void => {
      if (subject) make(newChange(moveFile, subject, { field, fileId, after }), { name });
    },
  };
}
