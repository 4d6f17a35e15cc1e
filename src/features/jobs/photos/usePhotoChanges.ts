import type { JSONValue } from "convex/values";
import type { Id } from "@convex/_generated/dataModel";
import { orThrow } from "@/lib/outbox/answer";
import { undoableOf, useOutbox } from "@/lib/outbox/useOutbox";
import { randomUuid } from "@/lib/randomUuid";
import { useSave } from "@/lib/useSave";
import { JOB_FILE_FIELD_LABELS, type JobFileField } from "@domain/jobs";
import { MOVE_FILE, REMOVE_FILE } from "../pendingJobs";
import { subjectOf, type PhotoOwner } from "./usePhotos";

type FileId = Id<"_storage">;

export type SavedJob = Extract<PhotoOwner, { kind: "job" }>;

interface Change {
  readonly call: string;
  readonly args: Readonly<Record<string, JSONValue>>;
  /** What a person calls it, such as "one removed". */
  readonly done: string;
}

/** Changes of a job's photo list, which shows them from then on. */
export function usePhotoChanges(job: SavedJob | null, field: JobFileField) {
  const outbox = useOutbox();
  const { save } = useSave();
  /** Resolves once the device has the change, or the server has answered. */
  const put = async ({ call, args, done }: Change) => {
    if (job === null) return;
    const name = JOB_FILE_FIELD_LABELS[field];
    const change = changeOfPhotos(job, field, { call, args, done });
    const { isKept, outcome } = await outbox.put(change);
    const saved = save(() => outcome.then(orThrow), {
      name,
      saved: ({ kind }) => (kind === "saved" ? "Saved" : null),
      isKept,
      undo: undoableOf(change),
    });
    if (!isKept) await saved;
  };
  return {
    remove: async (fileId: FileId) =>
      await put({ call: REMOVE_FILE, args: { fileId }, done: "one removed" }),
    /** Behind another photo; first if `after` is null. */
    move: async (fileId: FileId, after: FileId | null) =>
      await put({
        call: MOVE_FILE,
        args: { fileId, after },
        done: "reordered",
      }),
  };
}

export function changeOfPhotos(
  job: SavedJob,
  field: JobFileField,
  { call, args, done }: Change,
) {
  const subject = subjectOf(job);
  return {
    id: randomUuid(),
    call,
    args: { id: subject.key, field, ...args },
    subject,
    field: null,
    label: `${JOB_FILE_FIELD_LABELS[field]}: ${done}`,
    at: Date.now(),
  };
}
