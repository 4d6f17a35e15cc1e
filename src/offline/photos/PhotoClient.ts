import type { ConvexReactClient } from "convex/react";
import { browserClock, type OutboxClient } from "convex-outbox";
import type { JobKey } from "@domain/changes/subjects";
import { Listeners } from "@/lib/Listeners";
import { DeviceStoreError, tryStore } from "@/offline/device/deviceStoreErrors";
import { randomUuid } from "@/lib/randomUuid";
import { ExpectedList } from "./ExpectedList";
import {
  createDeviceQueue,
  createMemoryQueue,
  type DeviceParts,
} from "./photoQueues";
import { PhotoBatches } from "./PhotoBatches";
import {
  PhotoPreparation,
  type Pick,
  type PickedPhoto,
  type PreparedPhoto,
} from "./PhotoPreparation";
import { PhotoPreviews } from "./PhotoPreviews";
import type { PhotoQueue } from "./PhotoQueue";
import type {
  FailedPhoto,
  KeptPhoto,
  PhotoBytes,
  PhotoSubject,
} from "@/offline/device/photoRow";
import {
  discardPhoto,
  discardPhotos,
  holdPhotos,
  releasePhotos,
  type PhotoRows,
  type PhotoStep,
} from "./photoRules";
import { messageOf } from "./photoServer";
import { publishPhotos, type WaitingPhoto } from "./photosWaiting";
import { askToKeepPhotos } from "./photoStorage";
import { viewOfKept, withPreparing } from "./photoView";

/**
 * The photos that the server does not have, as one tab sees them. While the
 * device's store is open, a prepared photo is kept there and sent from there,
 * also after a restart. Otherwise, and where the store takes no more, this page
 * sends it for as long as it lives.
 */
export class PhotoClient {
  readonly expected = new ExpectedList(() => this.#notify());
  readonly batches = new PhotoBatches({
    photos: () => this.#photos,
    discard: (isDiscarded) => this.#discard(isDiscarded),
  });
  readonly #convex: ConvexReactClient;
  readonly #onFailed: (photo: FailedPhoto) => void;
  readonly #preparation: PhotoPreparation;
  readonly #previews: PhotoPreviews;
  readonly #memory: PhotoQueue;
  readonly #listeners = new Listeners();
  /** By photo id: why the device does not keep the photo. */
  readonly #problems = new Map<string, string>();
  #device: { queue: PhotoQueue; outbox: OutboxClient } | null = null;
  #ownerName: string | null = null;
  #photos: readonly WaitingPhoto[] = [];
  #storageWarning: string | null = null;

  constructor(
    convex: ConvexReactClient,
    onFailed: (photo: FailedPhoto) => void,
  ) {
    this.#convex = convex;
    this.#onFailed = onFailed;
    this.#preparation = new PhotoPreparation({
      keep: (photo, prepared) => this.#keep(photo, prepared),
      discard: ({ id }) => this.#discard((photo) => photo.id === id),
      release: (jobKey, subject) => this.release(jobKey, subject),
      messageOf,
      onChange: () => this.#notify(),
      onSettled: (photo) => {
        // The last photo that was chosen for this list is kept.
        if (!this.#preparation.isPending(photo)) void this.expected.end(photo);
      },
      onFailed: (photo, message) => onFailed({ ...photo, message }),
    });
    this.#previews = new PhotoPreviews(
      (id) => this.#bytes(id, "thumbnail"),
      () => this.#notify(),
    );
    this.#memory = createMemoryQueue(convex, this.#events());
  }

  readonly subscribe = this.#listeners.subscribe;

  readonly photos = (): readonly WaitingPhoto[] => this.#photos;

  /** The object URL of a photo's thumbnail. */
  previewOf(photoId: string): string | undefined {
    return this.#previews.of(photoId);
  }

  /** The picture of a waiting photo, as it is uploaded. Null once it is sent, and until it is kept. */
  readonly picture = (photoId: string): Promise<Blob | null> =>
    this.#bytes(photoId, "picture");

  /** The thumbnail of a photo that was saved a moment ago, by its file id. */
  readonly previewOfFile = (fileId: string): string | undefined =>
    this.#previews.ofFile(fileId);

  add({ files, prepare, rejectionOf, ...pick }: Pick): void {
    const batch = randomUuid();
    this.batches.begin(batch, pick.field);
    for (const file of files) {
      const at = browserClock.now();
      const id = randomUuid();
      const photo = { ...pick, id, name: file.name, at, batch, file, prepare };
      this.#preparation.add(photo, rejectionOf(file));
    }
  }

  /** Called when the draft was discarded or the job deleted. */
  async discardSubject(keys: readonly string[]): Promise<void> {
    this.batches.endOf(keys);
    await this.#discard(({ subject }) => keys.includes(subject.key));
    await this.expected.remove(({ subject }) => keys.includes(subject.key));
  }

  /** Called when the draft was saved as this job, or put into the outbox. */
  async release(jobKey: JobKey, subject: PhotoSubject): Promise<void> {
    this.#preparation.release(jobKey, subject);
    await this.#change((rows) => releasePhotos(rows, jobKey, subject));
  }

  /** Called when the job of the draft was refused and left the outbox: the person edits it again. */
  async hold(jobKey: JobKey): Promise<void> {
    await this.#change((rows) => holdPhotos(rows, jobKey));
  }

  /** Sends from a store. `started` resolves when its photos have been updated from the outbox. */
  open(parts: DeviceParts): {
    readonly started: Promise<void>;
    readonly wake: () => void;
    readonly close: () => void;
  } {
    const { store, outbox, tabs } = parts;
    if (this.#ownerName !== null && this.#ownerName !== store.name)
      this.#forgetPage();
    this.#ownerName = store.name;
    const queue = createDeviceQueue(this.#convex, parts, this.#events());
    this.#device = { queue, outbox };
    const stopListening = tabs.listen(() => void tryStore(queue.reread()));
    const stopFollowing = outbox.subscribe(() => void queue.sender.follow());
    const started = tryStore(queue.start());
    void started.then(async () => {
      await tryStore(this.#moveToDevice(queue));
      if (queue.rows.photos.length > 0) await this.#keepStorage();
    });
    void this.expected.open(store);
    return {
      started,
      wake: () => queue.sender.retryNow(),
      close: () => {
        stopListening();
        stopFollowing();
        queue.sender.stop();
        if (this.#device?.queue === queue) this.#device = null;
        this.expected.close();
        this.#notify();
      },
    };
  }

  /** Called when this page is connected again. */
  reconnected(): void {
    this.#memory.sender.retryNow();
  }

  #events() {
    return {
      onChange: () => this.#notify(),
      onRemoved: ({ id, state, batch }: KeptPhoto, isSaved: boolean) => {
        if (isSaved && batch !== undefined) this.batches.saved(batch);
        this.#problems.delete(id);
        const fileId = state.kind === "attaching" ? state.fileId : null;
        this.#previews.release(id, fileId);
      },
      onRefused: (photo: KeptPhoto, message: string) =>
        this.#onFailed({ ...photo, message }),
    };
  }

  async #keep(
    { id, subject, isHeld, field, at, batch }: PickedPhoto,
    { body, name, thumbnail }: PreparedPhoto,
  ): Promise<void> {
    const { type } = body;
    const photo = { id, subject, isHeld, field, name, type, at, batch };
    const bytes = {
      picture: await body.arrayBuffer(),
      thumbnail: (await thumbnail?.arrayBuffer()) ?? null,
    };
    this.#previews.set(id, thumbnail);
    await this.#store(photo, bytes);
  }

  async #store(
    photo: Parameters<PhotoQueue["add"]>[0],
    bytes: PhotoBytes,
  ): Promise<void> {
    try {
      if (this.#device !== null) {
        await this.#device.queue.add(photo, bytes);
        void this.#keepStorage();
        return;
      }
    } catch (error) {
      if (!(error instanceof DeviceStoreError)) throw error;
      this.#problems.set(photo.id, error.message);
    }
    await this.#memory.add(photo, bytes);
  }

  async #keepStorage(): Promise<void> {
    this.#storageWarning = await askToKeepPhotos();
    this.#notify();
  }

  /** Moves photos that were chosen before the store was open into the store. */
  async #moveToDevice(queue: PhotoQueue): Promise<void> {
    for (const photo of this.#memory.rows.photos) {
      const { id, state } = photo;
      // Closed meanwhile: the photo may be the next person's.
      if (this.#device?.queue !== queue) return;
      if (state.kind !== "waiting") continue;
      const picture = await this.#memory.bytes(id, "picture");
      const thumbnail = await this.#memory.bytes(id, "thumbnail");
      if (picture === null) continue;
      await queue.add(photo, { picture, thumbnail });
      await this.#memory.change((rows) => discardPhoto(rows, id));
    }
  }

  async #bytes(photoId: string, part: keyof PhotoBytes): Promise<Blob | null> {
    const inMemory = await this.#memory.bytes(photoId, part);
    const bytes = inMemory ?? (await this.#device?.queue.bytes(photoId, part));
    return bytes ? new Blob([bytes]) : null;
  }

  /** Discards the photos that the server cannot have. */
  async #discard(
    isDiscarded: (photo: PickedPhoto | KeptPhoto) => boolean,
  ): Promise<void> {
    this.#preparation.remove(isDiscarded);
    await this.#change((rows) => discardPhotos(rows, isDiscarded));
  }

  async #change<T>(step: (rows: PhotoRows) => PhotoStep<T>): Promise<void> {
    await this.#memory.change(step);
    if (this.#device !== null) await tryStore(this.#device.queue.change(step));
  }

  /** Called when another person has signed in. */
  #forgetPage(): void {
    this.batches.clear();
    this.#preparation.remove(() => true);
    const all = this.#memory.rows.photos.map(({ id }) => id);
    void this.#memory.change(() => ({ removedPhotos: all, result: null }));
  }

  #notify(): void {
    const queues = [this.#device?.queue, this.#memory];
    const kept = queues.flatMap((queue) => (queue ? this.#viewOf(queue) : []));
    this.#photos = withPreparing(kept, this.#preparation);
    this.batches.follow();
    publishPhotos(this, this.#photos, {
      missingCount: this.expected.missing().length,
      storageWarning: this.#storageWarning,
      savedPreview: this.previewOfFile,
    });
    this.#listeners.notify();
  }

  #viewOf(queue: PhotoQueue): WaitingPhoto[] {
    return viewOfKept(queue, {
      isKept: queue !== this.#memory,
      isSignedOut:
        queue.sender.isSignedOut || this.#device?.outbox.isSignedOut() === true,
      epoch: this.#device?.outbox.epoch() ?? "",
      problems: this.#problems,
      previewOf: (id) => this.previewOf(id),
      act: (photo, action) => this.#act(photo, action),
    });
  }

  #act(photo: KeptPhoto, action: (id: string) => Promise<unknown>): void {
    action(photo.id).catch((error: unknown) => {
      if (!(error instanceof DeviceStoreError)) throw error;
      this.#onFailed({ ...photo, message: error.message });
    });
  }
}
