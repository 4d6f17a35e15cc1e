/**
 * Uploads photos one at a time. Lives as long as the page, so that closing a
 * dialog does not stop uploads. `photoQueue` decides the steps; this runs them.
 */
import type { Id } from "@convex/_generated/dataModel";
import type { JobFileField } from "@domain/jobs";
import {
  advance,
  isOwnedBy,
  isUnfinished,
  nextStep,
  type PhotoEvent,
  type PhotoFailure,
  type PhotoOwner,
  type PhotoQueue,
  type QueuedPhoto,
} from "./photoQueue";
import type { PreparedPhoto } from "./shrinkPhoto";
import type { Upload } from "./uploadFile";

export interface PhotoUploaderOptions {
  /** Why the file can never be accepted, or null. */
  readonly rejectionOf: (file: File) => string | null;
  readonly shrink: (file: File) => Promise<PreparedPhoto>;
  readonly uploadUrl: () => Promise<string>;
  readonly upload: (upload: Upload, field: JobFileField) => Promise<string>;
  readonly attach: (
    jobId: Id<"jobs">,
    field: JobFileField,
    fileId: Id<"_storage">,
  ) => Promise<void>;
  readonly toFailure: (error: unknown) => PhotoFailure;
  readonly isOnline: () => boolean;
  /** Called once for each photo that fails while its list is not on screen. */
  readonly onGaveUp: (photo: QueuedPhoto) => void;
}

/** How long a local preview is kept while the stored photo loads. */
const PREVIEW_GRACE_MS = 60_000;

export class PhotoUploader {
  #queue: PhotoQueue = [];
  readonly #files = new Map<string, File>();
  readonly #prepared = new Map<string, PreparedPhoto>();
  readonly #previews = new Map<Id<"_storage">, string>();
  readonly #listeners = new Set<() => void>();
  readonly #visibleOwners: PhotoOwner[] = [];
  #current: { id: string; abort: AbortController } | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #lastId = 0;

  readonly #options: PhotoUploaderOptions;

  constructor(options: PhotoUploaderOptions) {
    this.#options = options;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly photos = (): PhotoQueue => this.#queue;

  /** While an owner's photos are on screen, their failures are shown there. */
  markVisible(owner: PhotoOwner): () => void {
    this.#visibleOwners.push(owner);
    return () => {
      this.#visibleOwners.splice(this.#visibleOwners.indexOf(owner), 1);
    };
  }

  /** The local preview of a file that was stored a moment ago. */
  previewOf(fileId: Id<"_storage">): string | undefined {
    const queued = this.#queue.find((photo) => photo.fileId === fileId);
    return queued?.previewUrl ?? this.#previews.get(fileId);
  }

  add(owner: PhotoOwner, field: JobFileField, files: readonly File[]): void {
    const photos = files.map((file) => {
      const id = `photo-${(this.#lastId += 1)}`;
      this.#files.set(id, file);
      const message = this.#options.rejectionOf(file);
      return {
        id,
        owner,
        field,
        name: file.name,
        previewUrl: message ? "" : URL.createObjectURL(file),
        ...(message && { failure: { message, isRetryable: false } }),
      };
    });
    this.#dispatch({ type: "added", photos });
  }

  remove(id: string): void {
    this.#dispatch({ type: "removed", id });
  }

  retry(id: string): void {
    this.#dispatch({ type: "retried", id });
  }

  reconnected(): void {
    this.#dispatch({ type: "reconnected" });
  }

  /** The draft or job was discarded or deleted. */
  discard(owner: PhotoOwner): void {
    this.#dispatch({ type: "discarded", owner });
  }

  storedFor(draftId: string, field: JobFileField): Id<"_storage">[] {
    const owner: PhotoOwner = { kind: "draft", id: draftId };
    return this.#queue.flatMap((photo) =>
      photo.field === field && photo.fileId && isOwnedBy(photo, owner)
        ? [photo.fileId]
        : [],
    );
  }

  /** The draft was saved as a job with these files; other photos follow. */
  draftSaved(
    draftId: string,
    jobId: Id<"jobs">,
    fileIds: readonly Id<"_storage">[],
  ): void {
    this.#dispatch({ type: "draftSaved", draftId, jobId, fileIds });
  }

  unfinishedCount(): number {
    return this.#queue.filter(isUnfinished).length;
  }

  #dispatch(event: PhotoEvent): void {
    const before = this.#queue;
    this.#queue = advance(before, event);
    const removed = before.filter(
      ({ id }) => !this.#queue.some((photo) => photo.id === id),
    );
    removed.forEach((photo) => this.#release(photo));
    this.#listeners.forEach((listener) => listener());
    this.#takeNextStep();
  }

  #isVisible(photo: QueuedPhoto): boolean {
    return this.#visibleOwners.some((owner) => isOwnedBy(photo, owner));
  }

  #release({ id, fileId, previewUrl }: QueuedPhoto): void {
    this.#files.delete(id);
    this.#prepared.delete(id);
    if (this.#current?.id === id) this.#current.abort.abort();
    if (!previewUrl) return;
    if (!fileId) {
      URL.revokeObjectURL(previewUrl);
      return;
    }
    this.#previews.set(fileId, previewUrl);
    setTimeout(() => {
      this.#previews.delete(fileId);
      URL.revokeObjectURL(previewUrl);
    }, PREVIEW_GRACE_MS);
  }

  #takeNextStep(): void {
    if (this.#current) return;
    clearTimeout(this.#timer);
    const now = Date.now();
    const step = nextStep(this.#queue, now, this.#options.isOnline());
    switch (step.type) {
      case "rest":
        return;
      case "sleep":
        this.#timer = setTimeout(() => this.#takeNextStep(), step.until - now);
        return;
      case "send":
      case "attach":
        void this.#runStep(step.photo, step.type);
        return;
      default:
        step satisfies never;
    }
  }

  async #runStep(photo: QueuedPhoto, step: "send" | "attach"): Promise<void> {
    const abort = new AbortController();
    this.#current = { id: photo.id, abort };
    let outcome: PhotoEvent;
    try {
      outcome =
        step === "send"
          ? await this.#send(photo, abort.signal)
          : await this.#attach(photo);
    } catch (error) {
      outcome = {
        type: "failed",
        id: photo.id,
        failure: this.#options.toFailure(error),
        now: Date.now(),
      };
    }
    this.#current = null;
    this.#dispatch(outcome);
    const updated = this.#queue.find(({ id }) => id === photo.id);
    if (updated?.stage === "failed" && !this.#isVisible(updated)) {
      this.#options.onGaveUp(updated);
    }
  }

  async #send(
    { id, field }: QueuedPhoto,
    signal: AbortSignal,
  ): Promise<PhotoEvent> {
    const file = this.#files.get(id);
    if (!file) return { type: "removed", id };

    this.#dispatch({ type: "shrinking", id });
    const photo = this.#prepared.get(id) ?? (await this.#options.shrink(file));
    this.#prepared.set(id, photo);
    signal.throwIfAborted();

    this.#dispatch({ type: "sending", id });
    const url = await this.#options.uploadUrl();
    signal.throwIfAborted();

    const fileId = await this.#options.upload(
      {
        url,
        ...photo,
        signal,
        onProgress: (progress) =>
          this.#dispatch({ type: "progressed", id, progress }),
      },
      field,
    );
    return { type: "stored", id, fileId: fileId as Id<"_storage"> };
  }

  async #attach(photo: QueuedPhoto): Promise<PhotoEvent> {
    const { id, owner, field, fileId } = photo;
    if (owner.kind === "draft" || !fileId) return { type: "removed", id };
    this.#dispatch({ type: "attaching", id });
    await this.#options.attach(owner.id, field, fileId);
    return { type: "removed", id };
  }
}
