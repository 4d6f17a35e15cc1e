import { JOB_FILE_FIELD_LABELS, type JobFileField } from "@domain/jobs";
import { dismissToast, showToast } from "../toasts";
import {
  forgetUndoable,
  recordUndoable,
  toastIdOf,
  undoToast,
  type Undoable,
} from "../undo/undoable";
import type { WaitingPhoto } from "./photosWaiting";

interface Batch {
  readonly field: JobFileField;
  /** Null until it can be taken back: see `#record`. */
  readonly undoable: Undoable | null;
  /** How many photos of it their job has, and how many of them a toast has reported. */
  readonly saved: number;
  readonly reported: number;
}

interface BatchParts {
  readonly photos: () => readonly WaitingPhoto[];
  /** Discards those that the server cannot have. */
  readonly discard: (
    isDiscarded: (photo: { readonly batch?: string }) => boolean,
  ) => Promise<void>;
}

/**
 * What a person chose together in this tab: one step of undo, reported in one
 * toast once all that can get on its job has. A reload forgets it, as it forgets
 * the other changes that can be undone; the history does not.
 */
export class PhotoBatches {
  readonly #batches = new Map<string, Batch>();
  readonly #parts: BatchParts;

  constructor(parts: BatchParts) {
    this.#parts = parts;
  }

  /** Those of its photos that the device has. */
  photosOf(id: string): readonly WaitingPhoto[] {
    return this.#parts.photos().filter(({ batch }) => batch === id);
  }

  begin(id: string, field: JobFileField): void {
    this.#batches.set(id, { field, undoable: null, saved: 0, reported: 0 });
  }

  /** The job has one of its photos. */
  saved(id: string): void {
    this.#change(id, ({ saved }) => ({ saved: saved + 1 }));
  }

  /** Whether the server can have none of its photos. */
  isUnsent(id: string): boolean {
    const isHere = this.photosOf(id).every(({ discard }) => discard !== null);
    return isHere && this.#batches.get(id)?.saved === 0;
  }

  /** Discards what the server cannot have of it. Resolves to whether there was any. */
  async discard(id: string): Promise<boolean> {
    const { length } = this.photosOf(id);
    this.#end(id);
    await this.#parts.discard(({ batch }) => batch === id);
    return this.photosOf(id).length < length;
  }

  /** The job with one of these keys was deleted, or is not made. */
  endOf(keys: readonly string[]): void {
    for (const id of this.#batches.keys())
      if (this.photosOf(id).some(({ subject }) => keys.includes(subject.key)))
        this.#end(id);
  }

  /** Another person has signed in. */
  clear(): void {
    this.#batches.clear();
  }

  /** Called whenever the photos on the device have changed. */
  follow(): void {
    for (const id of this.#batches.keys()) {
      const left = this.photosOf(id);
      const coming = left.filter(({ word }) => word !== "Refused");
      this.#record(id, coming[0]);
      if (coming.length === 0) this.#report(id);
      if (left.length === 0) this.#close(id);
    }
  }

  /** Photos of a job that is being entered go with it, until it is saved. */
  #record(id: string, photo: WaitingPhoto | undefined): void {
    const batch = this.#batches.get(id);
    if (batch?.undoable !== null || !photo || photo.isHeld) return;
    const name = `${photo.subject.label}: ${JOB_FILE_FIELD_LABELS[batch.field]}`;
    const undoable = { id, name, isBatch: true };
    recordUndoable(undoable);
    this.#change(id, () => ({ undoable }));
  }

  #report(id: string): void {
    const {
      undoable,
      saved = 0,
      reported = 0,
      field,
    } = this.#batches.get(id) ?? {};
    if (!undoable || saved === reported) return;
    this.#change(id, () => ({ reported: saved }));
    showToast("success", addedWords(saved, field), {
      description: undoable.name,
      ...undoToast(undoable),
    });
  }

  /** None of it is on the device. */
  #close(id: string): void {
    if (this.#batches.get(id)?.saved === 0) this.#end(id);
    else this.#batches.delete(id);
  }

  #end(id: string): void {
    this.#batches.delete(id);
    forgetUndoable(id);
    dismissToast(toastIdOf({ id }));
  }

  #change(id: string, change: (batch: Batch) => Partial<Batch>): void {
    const batch = this.#batches.get(id);
    if (batch !== undefined)
      this.#batches.set(id, { ...batch, ...change(batch) });
  }
}

/** "3 photos added". */
function addedWords(count: number, field: JobFileField | undefined): string {
  const noun = field === "job_drawings" ? "drawing" : "photo";
  return `${count} ${noun}${count === 1 ? "" : "s"} added`;
}
