import {
  inOrder,
  MemoryFirstRows,
  type OutboxClient,
  type OutboxItem,
  type RowStore,
} from "convex-outbox";
import { thisDevice } from "@/lib/thisDevice";
import type { JobKey } from "@domain/changes/subjects";
import { DeviceStoreError } from "@/offline/device/deviceStoreErrors";
import { NoStoreError } from "@/offline/device/storeProblem";
import type {
  KeptPhoto,
  PhotoBytes,
  PhotoSubject,
} from "@/offline/device/photoRow";
import {
  addPhoto,
  becoming,
  changeOf,
  holdPhotos,
  isPhotoDiscardable,
  isRefused,
  releasePhotos,
  type PhotoStep,
} from "./photoRules";
import { PhotoSender, type PhotoSenderParts } from "./PhotoSender";
import type { PhotoStore } from "./photoStore";

export interface PhotoQueueParts extends Omit<PhotoSenderParts, "photos"> {
  readonly store: PhotoStore;
  readonly outbox: PhotoSenderParts["outbox"] & Pick<OutboxClient, "epoch">;
}

interface PhotoQueueEvents {
  /** Called when what a screen shows of the photos may have changed. */
  readonly onChange: () => void;
  /** Called when the store has got other rows from this tab. */
  readonly onStored: () => void;
  /** `isSaved` tells whether the job has the photo. */
  readonly onRemoved: (photo: KeptPhoto, isSaved: boolean) => void;
  readonly onRefused: (photo: KeptPhoto, message: string) => void;
}

/** The store does not let a photo go at the moment. */
export class NotLetGoError extends Error {
  override readonly name = "NotLetGoError";

  constructor() {
    super(
      `${thisDevice("This")} does not let the photo go at the moment. Try again soon.`,
    );
  }
}

/**
 * The photos of a person as one tab sees them, and their sender. A photo is here, and is sent, before the device's
 * store has it, and also where the store never takes it.
 */
export class PhotoQueue {
  readonly sender: PhotoSender;
  readonly #parts: PhotoQueueParts;
  readonly #events: PhotoQueueEvents;
  readonly #rows: MemoryFirstRows<KeptPhoto>;
  /** By photo id, until the store has them. */
  readonly #bytes = new Map<string, PhotoBytes>();
  readonly #discarded = new Set<string>();
  readonly #removed = new Set<string>();
  #photos: readonly KeptPhoto[] = [];

  constructor(parts: PhotoQueueParts, events: PhotoQueueEvents) {
    this.#parts = parts;
    this.#events = events;
    const { store, clock } = parts;
    const bytesOf = (id: string) => this.#bytes.get(id);
    const rowStore: RowStore<KeptPhoto> = {
      read: store.read,
      transact: async (change) => await store.transact(change, bytesOf),
    };
    this.#rows = new MemoryFirstRows(rowStore, {
      clock,
      isAnswered: (id) => this.#removed.has(id),
      onItems: () => this.#show(),
      onStored: () => {
        this.#forgetStoredBytes();
        events.onStored();
      },
      onBack: () => this.sender.wake(),
    });
    this.sender = new PhotoSender(
      {
        ...parts,
        photos: {
          items: () => this.#photos,
          transact: async (step) => await this.#rows.transact(step),
          bytes: async (id, part) => await this.bytes(id, part),
        },
      },
      { onAttempt: events.onChange, onRefused: events.onRefused },
    );
  }

  /** In the order of sending. */
  get photos(): readonly KeptPhoto[] {
    return this.#photos;
  }

  /** Whether the photo outlasts the page. */
  isStored(id: string): boolean {
    return this.#rows.isStored(id);
  }

  /** Why the device does not keep the photos of this page, as a sentence. Null if it does, or takes long. */
  get problem(): string | null {
    const { error } = this.#rows;
    return error instanceof DeviceStoreError || error instanceof NoStoreError
      ? error.message
      : null;
  }

  /** Shows what the store has, and sends it. Called at the start, and when another tab has written the rows. */
  async read(): Promise<void> {
    // A step, because a step that fails is tried again.
    await this.#rows.transact(() => ({ result: null }));
    this.sender.follow();
  }

  /** Called when the line, the sign-in or the visibility of the page has changed. */
  wake(): void {
    this.#rows.retryNow();
    this.sender.retryNow();
  }

  /** Resolves to whether the device keeps the photo, once that is known. */
  async add(
    photo: Parameters<typeof addPhoto>[1],
    bytes: PhotoBytes,
  ): Promise<boolean> {
    this.#bytes.set(photo.id, bytes);
    const adding = this.#rows.transact((photos) => addPhoto(photos, photo));
    this.sender.wake();
    return (await adding).isStored;
  }

  /** Sends a refused photo again, with a new upload and a new change, or ends the pause of a waiting one. */
  async retry(id: string): Promise<void> {
    const changes = this.#parts.outbox.items();
    const photo = this.#photos.find((each) => each.id === id);
    this.sender.cancel(id);
    if (photo !== undefined && isRefused(photo, changes)) {
      const next: KeptPhoto = { ...photo, state: { kind: "waiting" } };
      await this.#rows.transact(becoming([{ photo, next }]));
      await this.#discardChangesOf([photo], changes);
    }
    this.sender.wake();
  }

  /**
   * Discards the photos that the server cannot have on their jobs.
   *
   * @throws NotLetGoError if the store cannot let one go now: the next page would send it.
   */
  async discard(isDiscarded: (photo: KeptPhoto) => boolean): Promise<void> {
    const { outbox } = this.#parts;
    const changes = outbox.items();
    const chosen = this.#photos
      .filter(isDiscarded)
      .filter((each) => isPhotoDiscardable(each, changes, outbox.epoch()));
    const removed = chosen.filter(this.#rows.canRecord);
    for (const { id } of removed) this.#discarded.add(id);
    await this.#transact(
      becoming(removed.map((photo) => ({ photo, next: null }))),
    );
    await this.#discardChangesOf(removed, changes);
    if (removed.length < chosen.length) throw new NotLetGoError();
  }

  async release(jobKey: JobKey, subject: PhotoSubject): Promise<void> {
    await this.#transact((photos) => releasePhotos(photos, jobKey, subject));
  }

  async hold(jobKey: JobKey): Promise<void> {
    await this.#transact((photos) => holdPhotos(photos, jobKey));
  }

  async bytes(
    photoId: string,
    part: keyof PhotoBytes,
  ): Promise<ArrayBuffer | null> {
    const own = this.#bytes.get(photoId);
    if (own !== undefined) return own[part];
    return await this.#parts.store.bytes(photoId, part);
  }

  stop(): void {
    this.sender.stop();
    this.#rows.stop();
  }

  async #transact(
    step: (photos: readonly KeptPhoto[]) => PhotoStep,
  ): Promise<void> {
    const written = this.#rows.transact(step);
    this.sender.wake();
    await written;
  }

  async #discardChangesOf(
    photos: readonly KeptPhoto[],
    changes: readonly OutboxItem[],
  ): Promise<void> {
    const ids = photos.flatMap((each) => changeOf(each, changes)?.id ?? []);
    await Promise.all(ids.map((id) => this.#parts.outbox.discard(id)));
  }

  #show(): void {
    const photos = inOrder(this.#rows.items);
    const ids = new Set(photos.map(({ id }) => id));
    const removed = this.#photos.filter(({ id }) => !ids.has(id));
    this.#photos = photos;
    for (const photo of removed) {
      const { id, state } = photo;
      this.#removed.add(id);
      this.#bytes.delete(id);
      this.sender.cancel(id);
      const isSaved = state.kind !== "refused" && !this.#discarded.has(id);
      this.#events.onRemoved(photo, isSaved);
    }
    this.#events.onChange();
  }

  #forgetStoredBytes(): void {
    for (const id of this.#bytes.keys())
      if (this.#rows.isStored(id)) this.#bytes.delete(id);
  }
}
