import { JOB_FILE_FIELD_LABELS, type JobFileField } from "@domain/job/jobs";
import { dismissToast, showToast } from "@/lib/toasts";
import {
  forgetUndoable,
  recordUndoable,
  toastIdOf,
  undoToast,
  type Undoable,
} from "@/offline/outbox/undoable";
import { isOfJob, type WaitingPhoto } from "./photosWaiting";

interface Batch {
  readonly field: JobFileField;
  /** Null until the batch can be undone: see `#record`. */
  readonly undoable: Undoable | null;
  /** The number of photos that are on their job, and the number of these that a toast has reported. */
  readonly saved: number;
  readonly reported: number;
}

interface BatchParts {
  readonly photos: () => readonly WaitingPhoto[];
  /** Discards photos that the server cannot have. */
  readonly discard: (isDiscarded: (photo: { readonly batch?: string }) => boolean) => Promise<void>;
}

/**
 * The photos that a person chose together in this tab: one step of undo, reported in one toast once every photo that
 * was not refused is on its job. A reload forgets the batches, as it forgets other changes that can be undone; the
 * history does not.
 */
export class PhotoBatches {
  readonly #batches = new Map<string, Batch>();
  readonly #parts: BatchParts;

  constructor(parts: BatchParts) {
    this.#parts = parts;
  }

  /** The photos of the batch that the device has. */
  photosOf(id: string): readonly WaitingPhoto[] {
    return this.#parts.photos().filter(({ attachment }) => attachment.batch === id);
  }

  begin(id: string, field: JobFileField): void {
    this.#batches.set(id, { field, undoable: null, saved: 0, reported: 0 });
  }

  /** Counts a photo of the batch that is on its job. */
  countSaved(id: string): void {
    this.#change(id, ({ saved }) => ({ saved: saved + 1 }));
  }

  /** Whether the server has none of the batch's photos. */
  isUnsent(id: string): boolean {
    const isHere = this.photosOf(id).every(({ discard }) => discard !== null);
    return isHere && this.#hasNoneSaved(id);
  }

  /** Discards the photos of the batch that the server cannot have. Resolves to whether there were any. */
  async discard(id: string): Promise<boolean> {
    const { length } = this.photosOf(id);
    this.#end(id);
    await this.#parts.discard(({ batch }) => batch === id);
    return this.photosOf(id).length < length;
  }

  /** Ends the batches of a job that was deleted or refused, by its keys. */
  endOf(keys: readonly string[]): void {
    for (const id of this.#batches.keys())
      if (this.photosOf(id).some((photo) => isOfJob(photo, keys))) this.#end(id);
  }

  /** Called when another person has signed in. */
  clear(): void {
    this.#batches.clear();
  }

  /** Called whenever the photos on the device have changed. */
  follow(): void {
    for (const id of this.#batches.keys()) {
      const left = this.photosOf(id);
      const waiting = left.filter(({ syncStatus }) => syncStatus !== "Refused");
      this.#record(id, waiting[0]);
      if (waiting.length === 0) this.#report(id);
      if (left.length === 0) this.#close(id);
    }
  }

  /** Makes the batch undoable, except while its job is being entered: discarding the job discards the photos too. */
  #record(id: string, photo: WaitingPhoto | undefined): void {
    const batch = this.#batches.get(id);
    if (batch?.undoable !== null || !photo || photo.attachment.isHeld) return;
    const { customer, label } = photo.attachment.job;
    const name = `${customer ?? label}: ${JOB_FILE_FIELD_LABELS[batch.field]}`;
    const undoable = { id, name, isBatch: true };
    recordUndoable(undoable);
    this.#change(id, () => ({ undoable }));
  }

  #report(id: string): void {
    const { undoable, saved = 0, reported = 0, field } = this.#batches.get(id) ?? {};
    if (!undoable || saved === reported) return;
    this.#change(id, () => ({ reported: saved }));
    showToast("success", addedWords(saved, field), {
      description: undoable.name,
      ...undoToast(undoable),
    });
  }

  /** Called when no photo of the batch is on the device. */
  #close(id: string): void {
    if (this.#hasNoneSaved(id)) this.#end(id);
    else this.#batches.delete(id);
  }

  #hasNoneSaved(id: string): boolean {
    return this.#batches.get(id)?.saved === 0;
  }

  #end(id: string): void {
    this.#batches.delete(id);
    forgetUndoable(id);
    dismissToast(toastIdOf({ id }));
  }

  #change(id: string, change: (batch: Batch) => Partial<Batch>): void {
    const batch = this.#batches.get(id);
    if (batch !== undefined) this.#batches.set(id, { ...batch, ...change(batch) });
  }
}

/** For example "3 photos added". */
function addedWords(count: number, field: JobFileField | undefined): string {
  const noun = field === "job_drawings" ? "drawing" : "photo";
  return `${count} ${noun}${count === 1 ? "" : "s"} added`;
}
