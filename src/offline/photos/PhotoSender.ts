import {
  type OutboxClock,
  type OutboxLock,
  type Refusal,
  SendLoop,
  type Verdict,
} from "convex-outbox";
import { thisDevice } from "@/lib/thisDevice";
import type { KeptPhoto } from "@/offline/device/photoRow";
import {
  changesRows,
  followOutbox,
  nextPhoto,
  refusePhoto,
  uploaded,
  type PhotoRows,
  type PhotoStep,
} from "./photoRules";
import type { PhotoStore } from "./photoStore";

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

export interface PhotoSenderParts {
  readonly store: PhotoStore;
  readonly server: PhotoServer;
  readonly lock: OutboxLock;
  readonly clock: OutboxClock;
  /** A UUID. */
  readonly newId: () => string;
  /** The release of this page. */
  readonly release: string;
}

interface PhotoSenderEvents {
  /** Called when the sent photo or its progress has changed. */
  readonly onAttempt: () => void;
  readonly onRefused: (photo: KeptPhoto, message: string) => void;
  /** Called with the rows after a failed transaction that may nevertheless have been written. */
  readonly onRecovered: (rows: PhotoRows) => void;
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
 * Uploads the photos of a store one after another, and puts the change that adds each to its job into the outbox.
 * Whatever happens to the tab, the connection or the store in between, a photo is added to its job once: an upload
 * whose file id was not saved is repeated, and the server deletes the unused file after a day.
 */
export class PhotoSender {
  readonly #parts: PhotoSenderParts;
  readonly #events: PhotoSenderEvents;
  readonly #attempts = new Map<string, Attempt>();
  /** Ids of uploaded files that could not be saved yet, by photo id. */
  readonly #fileIds = new Map<string, string>();
  /** Why the last attempt failed, by photo id. */
  readonly #failures = new Map<string, PhotoFailure>();
  readonly #loop: SendLoop;
  #isSignedOut = false;
  #mayHaveWritten = false;

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
    this.#fileIds.delete(id);
  }

  stop(): void {
    this.#loop.stop();
    for (const { abort } of this.#attempts.values()) abort.abort();
  }

  /** Called when the outbox has changed. */
  async follow(): Promise<void> {
    await this.#followed();
    this.wake();
  }

  /** Resolves to whether there may be more to send. */
  async #sendNext(): Promise<boolean> {
    const rows = await this.#followed();
    const photo = rows && nextPhoto(rows, this.#loop.pausedKeys());
    if (photo === null) return false;
    const done = this.#attempts.get(photo.id)?.done ?? this.#begin(photo);
    // A tab that is hidden may be frozen, which must not keep the lock from other tabs.
    await this.#parts.server.whileReady(done);
    return !this.#isSignedOut;
  }

  /** The rows, updated from the outbox. Null if the store fails: the update is then tried again later. */
  async #followed(): Promise<PhotoRows | null> {
    const { store, server } = this.#parts;
    try {
      const rows = await store.read();
      if (this.#mayHaveWritten) this.#events.onRecovered(rows);
      this.#mayHaveWritten = false;
      const followed = changesRows(followOutbox(rows))
        ? (await store.transact(followOutbox)).rows
        : rows;
      this.#forgetFailures(STORE);
      return followed;
    } catch (error) {
      this.#pause(STORE, server.messageOf(error));
      return null;
    }
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
    const { store, server, newId, clock, release } = this.#parts;
    const fileId =
      this.#fileIds.get(photo.id) ?? (await this.#upload(photo, signal));
    if (fileId === null || signal.aborted) return;
    this.#fileIds.set(photo.id, fileId);
    const intent = { fileId, intent: newId(), at: clock.now(), release };
    const isKept = await this.#transact(photo.id, (rows) =>
      uploaded(rows, photo.id, intent),
    );
    if (isKept === undefined) return;
    this.#isSignedOut = false;
    this.#fileIds.delete(photo.id);
    this.#forgetFailures(photo.id);
    const thumbnail = isKept
      ? await store.bytes(photo.id, "thumbnail").catch(() => null)
      : null;
    if (thumbnail !== null) await server.sendThumbnail(fileId, thumbnail);
  }

  /** Null if there is nothing to upload. */
  async #upload(photo: KeptPhoto, signal: AbortSignal): Promise<string | null> {
    const { id, name, type } = photo;
    const picture = await this.#parts.store.bytes(id, "picture");
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
    const step = await this.#transact(photo.id, (rows) =>
      refusePhoto(rows, photo.id, refusal),
    );
    if (step === undefined) return;
    this.#forgetFailures(photo.id);
    this.#events.onRefused(photo, refusal.message);
  }

  /** Undefined if the store failed: then the photo is tried again later. */
  async #transact<T>(
    photoId: string,
    change: (rows: PhotoRows) => PhotoStep<T>,
  ): Promise<T | undefined> {
    try {
      return (await this.#parts.store.transact(change)).result;
    } catch (error) {
      this.#mayHaveWritten = true;
      this.#pause(photoId, this.#parts.server.messageOf(error));
      return undefined;
    }
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

/** Key for pauses of the store, instead of a photo's id. */
const STORE = "";
