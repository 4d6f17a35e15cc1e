import type { OutboxChange } from "convex-outbox";
import type { Id } from "@convex/_generated/dataModel";
import { newChange, useChange } from "@/offline/useChange";
import { JOB_FILE_FIELD_LABELS, type JobFileField } from "@domain/jobs";
import { subjectOf, type PhotoOwner } from "./usePhotos";

type FileId = Id<"_storage">;

export type SavedJob = Extract<PhotoOwner, { kind: "job" }>;

/** Makes changes of a job's photo list, which the list shows at once. */
export function usePhotoChanges(job: SavedJob | null, field: JobFileField) {
  const { make } = useChange();
  const put = (changeOf: (owner: SavedJob) => OutboxChange): void => {
    if (job === null) return;
    make(changeOf(job), { name: JOB_FILE_FIELD_LABELS[field] });
  };
  return {
    remove: (fileId: FileId): void =>
      put((owner) => removalOfPhoto(owner, { field, fileId })),
    /** Moves the photo behind another one; to the start if `after` is null. */
    move: (fileId: FileId, after: FileId | null): void =>
      put((owner) => moveOfPhoto(owner, { field, fileId, after })),
  };
}

interface PhotoOfJob {
  readonly field: JobFileField;
  readonly fileId: FileId;
}

export function removalOfPhoto(
  job: SavedJob,
  { field, fileId }: PhotoOfJob,
): OutboxChange {
  const subject = subjectOf(job);
  return newChange({
    call: "jobs:removeFile",
    args: { id: subject.key, field, fileId },
    subject,
    field: null,
    label: `${JOB_FILE_FIELD_LABELS[field]}: one removed`,
  });
}

export function moveOfPhoto(
  job: SavedJob,
  { field, fileId, after }: PhotoOfJob & { readonly after: FileId | null },
): OutboxChange {
  const subject = subjectOf(job);
  return newChange({
    call: "jobs:moveFile",
    args: { id: subject.key, field, fileId, after },
    subject,
    field: null,
    label: `${JOB_FILE_FIELD_LABELS[field]}: reordered`,
  });
}
