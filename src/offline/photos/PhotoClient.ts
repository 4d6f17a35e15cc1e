import type { ConvexReactClient } from "convex/react";
import {
  browserClock,
  type ConvexServer,
  type OtherTabs,
  type OutboxClient,
  type OutboxLock,
} from "convex-outbox";
import type { JobKey } from "@domain/changes/subjects";
import { Listeners } from "@/lib/Listeners";
import type { DeviceStore } from "@/offline/device/deviceStore";
import { storeName, type StoreOwner } from "@/offline/device/storeOwner";
import { randomUuid } from "@/lib/randomUuid";
import { ExpectedList } from "./ExpectedList";
import { PhotoBatches } from "./PhotoBatches";
import {
  PhotoPreparation,
  type Pick,
  type PickedPhoto,
  type PreparedPhoto,
} from "./PhotoPreparation";
import { PhotoPreviews } from "./PhotoPreviews";
import { NotLetGoError, PhotoQueue } from "./PhotoQueue";
import type {
  FailedPhoto,
  KeptPhoto,
  PhotoBytes,
  PhotoSubject,
} from "@/offline/device/photoRow";
import { createUploads, messageOf } from "./photoServer";
import { createPhotoStore } from "./photoStore";
import { publishPhotos, type WaitingPhoto } from "./photosWaiting";
import { askToKeepPhotos } from "./photoStorage";
import { viewOfKept, withPreparing } from "./photoView";

interface PersonParts {
  readonly owner: StoreOwner;
  /** Rejects with a NoStoreError if this device has no store. */
  readonly opened: Promise<DeviceStore>;
  readonly outbox: OutboxClient;
  /** Resolves when the outbox shows what waits on this device, or cannot. */
  readonly isOutboxRead: Promise<void>;
  readonly server: ConvexServer;
  readonly lock: OutboxLock;
  readonly tabs: OtherTabs;
}

interface OpenQueue {
  readonly queue: PhotoQueue;
  readonly outbox: OutboxClient;
}

/** The photos that the server does not have, as one tab sees them: those that are being prepared, and the queue. */
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
  readonly #listeners = new Listeners();
  /** Null while nobody is signed in. */
  #open: OpenQueue | null = null;
  /** Called once somebody is. */
  #onOpen: ((queue: PhotoQueue) => void)[] = [];
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
    await this.#open?.queue.release(jobKey, subject);
  }

  /** Called when the job of the draft was refused and left the outbox: the person edits it again. */
  async hold(jobKey: JobKey): Promise<void> {
    await this.#open?.queue.hold(jobKey);
  }

  /** Opens the photos of a person. `started` resolves when they have been updated from the outbox. */
  open({ owner, opened, outbox, isOutboxRead, tabs, ...parts }: PersonParts): {
    readonly started: Promise<void>;
    /** Called when another part of this page has written the store's rows. */
    readonly reread: () => Promise<void>;
    readonly wake: () => void;
    readonly close: () => void;
  } {
    const name = storeName(owner);
    if (this.#ownerName !== null && this.#ownerName !== name)
      this.#forgetPerson();
    this.#ownerName = name;
    const { isReady, whileReady } = parts.server;
    const queue = new PhotoQueue(
      {
        ...{ store: createPhotoStore(opened), outbox, lock: parts.lock },
        server: { isReady, whileReady, ...createUploads(this.#convex, owner) },
        clock: browserClock,
      },
      { ...this.#events(), onStored: () => tabs.post({ kind: "changed" }) },
    );
    this.#open = { queue, outbox };
    for (const resolve of this.#onOpen.splice(0)) resolve(queue);
    const stopListening = tabs.listen(() => void queue.read());
    const stopFollowing = outbox.subscribe(() => {
      queue.sender.follow();
      // What became of the change that adds a photo is shown at the photo.
      if (queue.photos.length > 0) this.#notify();
    });
    const started = isOutboxRead.then(() => queue.read());
    void started.then(async () => {
      if (queue.photos.length > 0) await this.#keepStorage();
    });
    void opened.then(
      async (store) => {
        if (this.#open?.queue === queue) await this.expected.open(store);
      },
      () => undefined,
    );
    return {
      started,
      reread: () => queue.read(),
      wake: () => queue.wake(),
      close: () => {
        stopListening();
        stopFollowing();
        queue.stop();
        if (this.#open?.queue === queue) this.#open = null;
        this.expected.close();
        this.#notify();
      },
    };
  }

  #events() {
    return {
      onChange: () => this.#notify(),
      onRemoved: ({ id, state, batch }: KeptPhoto, isSaved: boolean) => {
        if (isSaved && batch !== undefined) this.batches.saved(batch);
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
    const queue = await this.#opened();
    // Removed meanwhile.
    if (!this.#preparation.photos.some((each) => each.photo.id === id)) return;
    if (await queue.add(photo, bytes)) void this.#keepStorage();
  }

  #opened(): PhotoQueue | Promise<PhotoQueue> {
    return (
      this.#open?.queue ??
      new Promise<PhotoQueue>((resolve) => this.#onOpen.push(resolve))
    );
  }

  async #keepStorage(): Promise<void> {
    this.#storageWarning = await askToKeepPhotos();
    this.#notify();
  }

  async #bytes(photoId: string, part: keyof PhotoBytes): Promise<Blob | null> {
    const bytes = await this.#open?.queue.bytes(photoId, part);
    return bytes ? new Blob([bytes]) : null;
  }

  /** Discards the photos that the server cannot have. */
  async #discard(
    isDiscarded: (photo: PickedPhoto | KeptPhoto) => boolean,
  ): Promise<void> {
    this.#preparation.remove(isDiscarded);
    await this.#open?.queue.discard(isDiscarded).catch((error: unknown) => {
      // What stays is still shown, with its own Discard.
      if (!(error instanceof NotLetGoError)) throw error;
    });
  }

  /** Called when another person has signed in. */
  #forgetPerson(): void {
    this.batches.clear();
    this.#preparation.remove(() => true);
  }

  #notify(): void {
    const kept = this.#open === null ? [] : this.#viewOf(this.#open);
    this.#photos = withPreparing(kept, this.#preparation);
    this.batches.follow();
    publishPhotos(this, this.#photos, {
      missingCount: this.expected.missing().length,
      storageWarning: this.#storageWarning,
      savedPreview: this.previewOfFile,
    });
    this.#listeners.notify();
  }

  #viewOf({ queue, outbox }: OpenQueue): WaitingPhoto[] {
    return viewOfKept(queue, {
      isSignedOut: queue.sender.isSignedOut || outbox.isSignedOut(),
      epoch: outbox.epoch(),
      changes: outbox.items(),
      previewOf: (id) => this.previewOf(id),
      act: (photo, action) => this.#act(photo, action),
    });
  }

  #act(photo: KeptPhoto, action: (id: string) => Promise<unknown>): void {
    action(photo.id).catch((error: unknown) => {
      if (!(error instanceof NotLetGoError)) throw error;
      this.#onFailed({ ...photo, message: error.message });
    });
  }
}
