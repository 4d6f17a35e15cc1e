/**
 * Carries photos to the server, one at a time, and lives as long as the page:
 * closing a dialog stops nothing. It does the work that `photoQueue` decides.
 */
import type { Id } from "@convex/_generated/dataModel";
import type { JobFileField } from "@domain/jobs";
import {
  advance,
  isOwnedBy,
  isUnfinished,
  nextStep,
  type PhotoEvent,
  type PhotoOwner,
  type PhotoQueue,
  type QueuedPhoto,
} from "./photoQueue";
import type { PreparedPhoto } from "./shrinkPhoto";
import type { Upload } from "./uploadFile";

export interface PhotoWork {
  /** A sentence when the file can never be accepted, else null. */
  readonly refusal: (file: File) => string | null;
  readonly shrink: (file: File) => Promise<PreparedPhoto>;
  readonly uploadUrl: () => Promise<string>;
  readonly upload: (upload: Upload) => Promise<string>;
  readonly attach: (
    jobId: Id<"jobs">,
    field: JobFileField,
    fileId: Id<"_storage">,
  ) => Promise<void>;
  readonly describe: (failure: unknown) => {
    message: string;
    isRetryable: boolean;
  };
  readonly isOnline: () => boolean;
  /** Called once for each photo that is given up while nobody watches its list. */
  readonly gaveUp: (photo: QueuedPhoto) => void;
}

/** How long a stored photo's local preview stands in for the one still loading from the server. */
const PREVIEW_GRACE_MS = 60_000;

export class PhotoUploader {
  private queue: PhotoQueue = [];
  private readonly files = new Map<string, File>();
  private readonly prepared = new Map<string, PreparedPhoto>();
  private readonly previews = new Map<Id<"_storage">, string>();
  private readonly listeners = new Set<() => void>();
  private readonly watched: PhotoOwner[] = [];
  private inHand: { id: string; abort: AbortController } | null = null;
  private wakeUp: ReturnType<typeof setTimeout> | undefined;
  private count = 0;

  constructor(private readonly work: PhotoWork) {}

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly photos = (): PhotoQueue => this.queue;

  /** Somebody looks at the photos of this owner, and sees for themselves which one fails. */
  watch(owner: PhotoOwner): () => void {
    this.watched.push(owner);
    return () => {
      this.watched.splice(this.watched.indexOf(owner), 1);
    };
  }

  /** The picture as this device still has it, for a file that was stored a moment ago. */
  previewOf(fileId: Id<"_storage">): string | undefined {
    const queued = this.queue.find((photo) => photo.fileId === fileId);
    return queued?.previewUrl ?? this.previews.get(fileId);
  }

  add(owner: PhotoOwner, field: JobFileField, files: readonly File[]): void {
    const photos = files.map((file) => {
      const id = `photo-${(this.count += 1)}`;
      this.files.set(id, file);
      const message = this.work.refusal(file);
      return {
        id,
        owner,
        field,
        name: file.name,
        previewUrl: message ? "" : URL.createObjectURL(file),
        ...(message && { failure: { message, isRetryable: false } }),
      };
    });
    this.dispatch({ type: "added", photos });
  }

  remove(id: string): void {
    this.dispatch({ type: "removed", id });
  }

  retry(id: string): void {
    this.dispatch({ type: "retried", id });
  }

  reconnected(): void {
    this.dispatch({ type: "reconnected" });
  }

  /** The draft or the job is gone, and its photos with it. */
  discard(owner: PhotoOwner): void {
    this.dispatch({ type: "discarded", owner });
  }

  storedFor(draftId: string, field: JobFileField): Id<"_storage">[] {
    const owner: PhotoOwner = { kind: "draft", id: draftId };
    return this.queue.flatMap((photo) =>
      photo.field === field && photo.fileId && isOwnedBy(photo, owner)
        ? [photo.fileId]
        : [],
    );
  }

  /** The draft became a job with these files in it; what is still on its way follows it there. */
  draftSaved(
    draftId: string,
    jobId: Id<"jobs">,
    fileIds: readonly Id<"_storage">[],
  ): void {
    this.dispatch({ type: "draftSaved", draftId, jobId, fileIds });
  }

  unfinishedCount(): number {
    return this.queue.filter(isUnfinished).length;
  }

  private dispatch(event: PhotoEvent): void {
    const before = this.queue;
    this.queue = advance(before, event);
    const left = before.filter(
      ({ id }) => !this.queue.some((photo) => photo.id === id),
    );
    left.forEach((photo) => this.forget(photo));
    this.listeners.forEach((listener) => listener());
    this.takeNextStep();
  }

  private isWatched(photo: QueuedPhoto): boolean {
    return this.watched.some((owner) => isOwnedBy(photo, owner));
  }

  private forget({ id, fileId, previewUrl }: QueuedPhoto): void {
    this.files.delete(id);
    this.prepared.delete(id);
    if (this.inHand?.id === id) this.inHand.abort.abort();
    if (!previewUrl) return;
    if (!fileId) {
      URL.revokeObjectURL(previewUrl);
      return;
    }
    this.previews.set(fileId, previewUrl);
    setTimeout(() => {
      this.previews.delete(fileId);
      URL.revokeObjectURL(previewUrl);
    }, PREVIEW_GRACE_MS);
  }

  private takeNextStep(): void {
    if (this.inHand) return;
    clearTimeout(this.wakeUp);
    const now = Date.now();
    const step = nextStep(this.queue, now, this.work.isOnline());
    switch (step.type) {
      case "rest":
        return;
      case "sleep":
        this.wakeUp = setTimeout(() => this.takeNextStep(), step.until - now);
        return;
      case "send":
      case "attach":
        void this.carry(step.photo, step.type);
        return;
      default:
        step satisfies never;
    }
  }

  private async carry(
    photo: QueuedPhoto,
    step: "send" | "attach",
  ): Promise<void> {
    const abort = new AbortController();
    this.inHand = { id: photo.id, abort };
    let outcome: PhotoEvent;
    try {
      outcome =
        step === "send"
          ? await this.send(photo, abort.signal)
          : await this.attach(photo);
    } catch (failure) {
      outcome = {
        type: "failed",
        id: photo.id,
        failure: this.work.describe(failure),
        now: Date.now(),
      };
    }
    this.inHand = null;
    this.dispatch(outcome);
    const after = this.queue.find(({ id }) => id === photo.id);
    if (after?.stage === "failed" && !this.isWatched(after)) {
      this.work.gaveUp(after);
    }
  }

  private async send(
    { id }: QueuedPhoto,
    signal: AbortSignal,
  ): Promise<PhotoEvent> {
    const file = this.files.get(id);
    if (!file) return { type: "removed", id };

    this.dispatch({ type: "shrinking", id });
    const photo = this.prepared.get(id) ?? (await this.work.shrink(file));
    this.prepared.set(id, photo);
    signal.throwIfAborted();

    this.dispatch({ type: "sending", id });
    const url = await this.work.uploadUrl();
    signal.throwIfAborted();

    const fileId = await this.work.upload({
      url,
      ...photo,
      signal,
      onProgress: (progress) =>
        this.dispatch({ type: "progressed", id, progress }),
    });
    return { type: "stored", id, fileId: fileId as Id<"_storage"> };
  }

  private async attach(photo: QueuedPhoto): Promise<PhotoEvent> {
    const { id, owner, field, fileId } = photo;
    if (owner.kind === "draft" || !fileId) return { type: "removed", id };
    this.dispatch({ type: "attaching", id });
    await this.work.attach(owner.id, field, fileId);
    return { type: "removed", id };
  }
}
