import {
  type OutboxClient,
  type OutboxClock,
  type OutboxLock,
  type Refusal,
  SendLoop,
  type Verdict,
} from "convex-outbox";
import { thisDevice } from "@/lib/thisDevice";
import {
  addedFile,
  type KeptPhoto,
  type PhotoBytes,
} from "@/offline/device/photoRow";
import {
  becoming,
  changeThatAdds,
  followOutbox,
  nextPhoto,
  refusePhoto,
  uploaded,
  type PhotoStep,
} from "./photoRules";

const FIRST_PAUSE_MS = 2000;

/** Milliseconds. Once the connection is back, an upload without progress for this long is restarted. */
const STALLED_MS = 5000;

const noBytes = () => ({
  code: "NO_BYTES",
  message: `${thisDevice("This")} no longer has the photo: the browser deleted it. Take it again.`,
});

interface PhotoUpload {
  readonly name: string;
  readonly type: string;
  readonly picture: ArrayBuffer;
  readonly signal: AbortSignal;
  /** Called with the fraction of bytes sent, 0 to 1. */
  readonly onProgress: (fraction: number) => void;
}

export interface PhotoServer {
  /** Whether this tab is the one to send: see OutboxServer. */
  readonly isReady: () => boolean;
  readonly whileReady: (work: Promise<void>) => Promise<void>;
  /** Resolves with the id of the stored file. */
  readonly upload: (upload: PhotoUpload) => Promise<string>;
  /** Never rejects: after a failure, the next device that shows the photo makes its thumbnail. */
  readonly sendThumbnail: (
    fileId: string,
    thumbnail: ArrayBuffer,
  ) => Promise<void>;
  readonly verdictOn: (error: unknown) => Verdict;
  /** Whether something between the page and the server has to change before another attempt can succeed. */
  readonly isBlocked: (error: unknown) => boolean;
  readonly messageOf: (error: unknown) => string;
}

/** The photos of a queue. A step is shown at once, and written as soon as the store takes it. */
interface QueuedPhotos {
  readonly items: () => readonly KeptPhoto[];
  readonly transact: <T>(
    step: (photos: readonly KeptPhoto[]) => PhotoStep<T>,
  ) => Promise<{ readonly result: T }>;
  /** Null if they are gone. */
  readonly bytes: (
    photoId: string,
    part: keyof PhotoBytes,
  ) => Promise<ArrayBuffer | null>;
}

export interface PhotoSenderParts {
  readonly photos: QueuedPhotos;
  /** The outbox of the same person. */
  readonly outbox: Pick<OutboxClient, "items" | "put" | "discard">;
  readonly server: PhotoServer;
  readonly lock: OutboxLock;
  readonly clock: OutboxClock;
}

interface PhotoSenderEvents {
  /** Called when the sent photo or its progress has changed. */
  readonly onAttempt: () => void;
  readonly onRefused: (photo: KeptPhoto, message: string) => void;
}

export interface PhotoFailure {
  readonly message: string;
  /** See PhotoServer. */
  readonly isBlocked: boolean;
}

interface Attempt {
  readonly abort: AbortController;
  readonly done: Promise<void>;
  progress: number;
  progressedAt: number;
}

/**
 * Uploads the photos of a queue one after another, and puts the change that adds each to its job into the outbox.
 * Whatever happens to the tab, the connection or the store in between, a photo is added to its job once: an upload
 * whose file id was not saved is repeated, and the server deletes the unused file after a day.
 */
export class PhotoSender {
  readonly #parts: PhotoSenderParts;
  readonly #events: PhotoSenderEvents;
  readonly #attempts = new Map<string, Attempt>();
  /** The files that changes of the outbox have added on this page. */
  readonly #put = new Set<string>();
  /** Why the last attempt failed, by photo id. */
  readonly #failures = new Map<string, PhotoFailure>();
  readonly #loop: SendLoop;
  #isSignedOut = false;

  constructor(parts: PhotoSenderParts, events: PhotoSenderEvents) {
    this.#parts = parts;
    this.#events = events;
    this.#loop = new SendLoop({
      ...parts,
      firstPauseMs: FIRST_PAUSE_MS,
      sendNext: () => this.#sendNext(),
    });
  }

  /** Whether the server wants the person to sign in before it takes more. */
  get isSignedOut(): boolean {
    return this.#isSignedOut;
  }

  /** The fraction of bytes that this tab has sent of a photo; null if it is not sending it. */
  progressOf(id: string): number | null {
    return this.#attempts.get(id)?.progress ?? null;
  }

  /** Why the last attempt of this tab failed. The tab will try again. */
  failureOf(id: string): PhotoFailure | null {
    return this.#failures.get(id) ?? null;
  }

  /** Called whenever there may be something to send, or a way to send it. */
  wake(): void {
    this.#loop.wake();
  }

  /** Also tries failed photos again, without waiting for the end of their pauses. */
  retryNow(): void {
    const now = this.#parts.clock.now();
    for (const { abort, progressedAt } of this.#attempts.values())
      if (now - progressedAt > STALLED_MS) abort.abort();
    this.#loop.retryNow();
  }

  /** Aborts the upload of a photo that was removed, or that starts again. */
  cancel(id: string): void {
    this.#attempts.get(id)?.abort.abort();
    this.#loop.endPause(id);
    this.#forgetFailures(id);
  }

  stop(): void {
    this.#loop.stop();
    for (const { abort } of this.#attempts.values()) abort.abort();
  }

  /** Called when the outbox or the photos have changed. */
  follow(): void {
    this.#follow();
    this.wake();
  }

  #follow(): void {
    // The photos may be another person's by now.
    if (this.#loop.isStopped) return;
    const { photos, outbox, server, clock } = this.#parts;
    const changes = outbox.items();
    for (const change of changes) {
      const fileId = addedFile(change);
      if (fileId !== undefined) this.#put.add(fileId);
    }
    const following = followOutbox(photos.items(), changes, this.#put);
    if (following.next.length > 0)
      void photos.transact(becoming(following.next));
    for (const { id } of following.lost) void outbox.discard(id);
    if (!server.isReady()) return;
    for (const photo of following.unput) {
      this.#put.add(photo.state.fileId);
      outbox.put(changeThatAdds(photo, clock.now()));
    }
  }

  /** Resolves to whether there may be more to send. */
  async #sendNext(): Promise<boolean> {
    const { photos, outbox, server } = this.#parts;
    this.#follow();
    const photo = nextPhoto(
      photos.items(),
      outbox.items(),
      this.#loop.pausedKeys(),
    );
    if (photo === null) return false;
    const done = this.#attempts.get(photo.id)?.done ?? this.#begin(photo);
    // A tab that is hidden may be frozen, which must not keep the lock from other tabs.
    await server.whileReady(done);
    return !this.#isSignedOut;
  }

  #begin(photo: KeptPhoto): Promise<void> {
    const abort = new AbortController();
    const done = this.#send(photo, abort.signal)
      .catch(async (error: unknown) => {
        if (!abort.signal.aborted) await this.#settleFailure(photo, error);
      })
      .finally(() => {
        this.#attempts.delete(photo.id);
        this.#events.onAttempt();
      });
    const progressedAt = this.#parts.clock.now();
    this.#attempts.set(photo.id, { abort, done, progress: 0, progressedAt });
    this.#events.onAttempt();
    return done;
  }

  async #send(photo: KeptPhoto, signal: AbortSignal): Promise<void> {
    const { photos, server } = this.#parts;
    const fileId = await this.#upload(photo, signal);
    if (fileId === null || signal.aborted) return;
    const thumbnail = await photos
      .bytes(photo.id, "thumbnail")
      .catch(() => null);
    const { result: counts } = await photos.transact((rows) =>
      uploaded(rows, photo.id, fileId),
    );
    this.#isSignedOut = false;
    this.#forgetFailures(photo.id);
    if (!counts) return;
    this.follow();
    if (thumbnail !== null) await server.sendThumbnail(fileId, thumbnail);
  }

  /** Null if there is nothing to upload. */
  async #upload(photo: KeptPhoto, signal: AbortSignal): Promise<string | null> {
    const { id, name, type } = photo;
    const picture = await this.#parts.photos.bytes(id, "picture");
    if (picture === null) {
      await this.#refuse(photo, noBytes());
      return null;
    }
    const onProgress = (progress: number) => {
      const attempt = this.#attempts.get(id);
      if (attempt === undefined) return;
      attempt.progress = progress;
      attempt.progressedAt = this.#parts.clock.now();
      this.#events.onAttempt();
    };
    const upload = { name, type, picture, signal, onProgress };
    return await this.#parts.server.upload(upload);
  }

  async #settleFailure(photo: KeptPhoto, error: unknown): Promise<void> {
    const { server } = this.#parts;
    const verdict = server.verdictOn(error);
    this.#isSignedOut = verdict === "signIn";
    if (verdict === null)
      this.#pause(photo.id, server.messageOf(error), server.isBlocked(error));
    else if (verdict !== "signIn") await this.#refuse(photo, verdict);
  }

  async #refuse(photo: KeptPhoto, refusal: Refusal): Promise<void> {
    await this.#parts.photos.transact((rows) =>
      refusePhoto(rows, photo.id, refusal),
    );
    this.#forgetFailures(photo.id);
    this.#events.onRefused(photo, refusal.message);
  }

  #pause(key: string, message: string, isBlocked = false): void {
    const isPaused = isBlocked ? this.#loop.block(key) : this.#loop.pause(key);
    if (isPaused) this.#failures.set(key, { message, isBlocked });
  }

  #forgetFailures(key: string): void {
    this.#loop.forgetFailures(key);
    this.#failures.delete(key);
  }
}
