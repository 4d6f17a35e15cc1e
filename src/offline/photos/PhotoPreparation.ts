import { browserClock, SendLoop } from "convex-outbox";
import type { JobKey } from "@domain/changes/subjects";
import type { JobFileField } from "@domain/job/jobs";
import type { PhotoSubject } from "@/offline/device/photoRow";
import { UploadFailure } from "./uploadFile";

const MAX_ATTEMPTS = 8;

/** The picture and the thumbnail that are stored and uploaded. */
export interface PreparedPhoto {
  readonly body: Blob;
  readonly name: string;
  /** Null if the browser cannot make a thumbnail. */
  readonly thumbnail: Blob | null;
}

/** Files that a person chose for a job. */
export interface Pick {
  readonly subject: PhotoSubject;
  /** True while the job is being entered: nothing is sent until it is saved. */
  readonly isHeld: boolean;
  readonly field: JobFileField;
  readonly files: readonly File[];
  readonly prepare: (file: File) => Promise<PreparedPhoto>;
  /** Returns the reason why the file can never be accepted, or null. */
  readonly rejectionOf: (file: File) => string | null;
}

/** One of the chosen files. */
export interface PickedPhoto extends Omit<Pick, "files" | "rejectionOf"> {
  readonly id: string;
  readonly name: string;
  readonly at: number;
  readonly batch: string;
  readonly file: File;
}

export interface Preparing {
  readonly photo: PickedPhoto;
  readonly attempts: number;
  readonly stage: "waiting" | "preparing" | "failed";
  /** Why the last attempt failed. */
  readonly message: string | null;
  readonly isRetryable: boolean;
}

interface PreparationParts {
  /** Resolves when the photo is kept. The photo then leaves the queue. */
  readonly keep: (photo: PickedPhoto, prepared: PreparedPhoto) => Promise<void>;
  /** Called if the photo was removed while it was being kept. */
  readonly discard: (photo: PickedPhoto) => Promise<void>;
  /** Called if the photo's draft was saved as this job while the photo was being kept. */
  readonly release: (jobKey: JobKey, subject: PhotoSubject) => Promise<void>;
  readonly messageOf: (error: unknown) => string;
  readonly onChange: () => void;
  /** Called when the photo is kept, or will not be. */
  readonly onSettled: (photo: PickedPhoto) => void;
  readonly onFailed: (photo: PickedPhoto, message: string) => void;
}

/**
 * Prepares the chosen photos one at a time, and keeps each before it prepares
 * the next: a phone's memory holds one decoded photo. It needs no connection.
 */
export class PhotoPreparation {
  readonly #parts: PreparationParts;
  /** Prepares one photo after another. A photo that fails pauses while the next ones are prepared. */
  readonly #loop = new SendLoop({
    server: { isReady: () => true },
    lock: { hold: (work) => work() },
    clock: browserClock,
    sendNext: () => this.#prepareNext(),
  });
  #queue: readonly Preparing[] = [];

  constructor(parts: PreparationParts) {
    this.#parts = parts;
  }

  get photos(): readonly Preparing[] {
    return this.#queue;
  }

  /** `rejection` is the reason why the file can never be accepted. */
  add(photo: PickedPhoto, rejection: string | null): void {
    const entry: Preparing = {
      photo,
      attempts: 0,
      stage: rejection === null ? "waiting" : "failed",
      message: rejection,
      isRetryable: false,
    };
    this.#set([...this.#queue, entry]);
    if (rejection !== null) this.#parts.onSettled(photo);
    this.#loop.wake();
  }

  /** Whether another photo for the same list of the same job is still to be kept. */
  isPending({ subject, field }: PickedPhoto): boolean {
    return this.#queue.some(
      ({ photo, stage }) =>
        stage !== "failed" && photo.subject.key === subject.key && photo.field === field,
    );
  }

  retry(id: string): void {
    this.#change(id, { stage: "waiting", attempts: 0, message: null });
    this.#loop.wake();
  }

  remove(isRemoved: (photo: PickedPhoto) => boolean): void {
    this.#set(this.#queue.filter(({ photo }) => !isRemoved(photo)));
  }

  /** Gives photos of a draft to the job that it was saved as. */
  release(jobKey: JobKey, subject: PhotoSubject): void {
    this.#set(
      this.#queue.map((entry) =>
        entry.photo.isHeld && entry.photo.subject.key === jobKey
          ? { ...entry, photo: { ...entry.photo, isHeld: false, subject } }
          : entry,
      ),
    );
  }

  /** Resolves to whether there may be more to prepare. */
  async #prepareNext(): Promise<boolean> {
    const paused = this.#loop.pausedKeys();
    const next = this.#queue.find(
      ({ photo, stage }) => stage === "waiting" && !paused.has(photo.id),
    );
    if (next !== undefined) await this.#prepare(next.photo);
    return next !== undefined;
  }

  async #prepare({ id, file, prepare }: PickedPhoto): Promise<void> {
    this.#change(id, { stage: "preparing" });
    try {
      const prepared = await prepare(file);
      // The photo may have been removed or released meanwhile.
      const photo = this.#find(id)?.photo;
      if (photo === undefined) return;
      await this.#parts.keep(photo, prepared);
      const current = this.#find(id)?.photo;
      if (current === undefined) await this.#parts.discard(photo);
      else if (photo.isHeld && !current.isHeld)
        await this.#parts.release(photo.subject.key, current.subject);
      this.remove((each) => each.id === id);
      this.#parts.onSettled(photo);
    } catch (error) {
      this.#settleFailure(id, error);
    }
  }

  #settleFailure(id: string, error: unknown): void {
    const entry = this.#find(id);
    if (entry === undefined) return;
    const message = this.#parts.messageOf(error);
    const isRetryable = !(error instanceof UploadFailure && error.kind === "refused");
    const attempts = entry.attempts + 1;
    const mayRepeat = isRetryable && attempts < MAX_ATTEMPTS;
    const stage = mayRepeat ? "waiting" : "failed";
    this.#change(id, { stage, message, isRetryable, attempts });
    if (mayRepeat) this.#loop.pause(id);
    else {
      this.#loop.forgetFailures(id);
      this.#parts.onSettled(entry.photo);
      this.#parts.onFailed(entry.photo, message);
    }
  }

  #find(id: string): Preparing | undefined {
    return this.#queue.find(({ photo }) => photo.id === id);
  }

  #change(id: string, change: Partial<Preparing>): void {
    this.#set(
      this.#queue.map((entry) => (entry.photo.id === id ? { ...entry, ...change } : entry)),
    );
  }

  #set(queue: readonly Preparing[]): void {
    this.#queue = queue;
    this.#parts.onChange();
  }
}
