import type { KeptPhoto, PhotoBytes } from "@/offline/device/photoRow";
import {
  addPhoto,
  changesOutbox,
  changesRows,
  discardedBy,
  followOutbox,
  type PhotoRows,
  type PhotoStep,
} from "./photoRules";
import { PhotoSender, type PhotoSenderParts } from "./PhotoSender";
import type { PhotoStore } from "./photoStore";

export interface PhotoQueueEvents {
  /** Called when what a screen shows of the photos may have changed. */
  readonly onChange: () => void;
  /** Called when this tab has written the rows. */
  readonly onWritten: (rows: PhotoRows, isOutboxWritten: boolean) => void;
  /** `isSaved` tells whether the job has the photo. */
  readonly onRemoved: (photo: KeptPhoto, isSaved: boolean) => void;
  readonly onRefused: (photo: KeptPhoto, message: string) => void;
}

const NO_ROWS: PhotoRows = { photos: [], changes: [] };

/** The photos of one store as one tab sees them, and their sender. */
export class PhotoQueue {
  readonly sender: PhotoSender;
  readonly #store: PhotoStore;
  readonly #events: PhotoQueueEvents;
  #rows = NO_ROWS;

  constructor(parts: PhotoSenderParts, events: PhotoQueueEvents) {
    this.#events = events;
    this.#store = this.#observed(parts.store);
    this.sender = new PhotoSender(
      { ...parts, store: this.#store },
      {
        onAttempt: events.onChange,
        onRefused: events.onRefused,
        onRecovered: (rows) => {
          this.#show(rows);
          events.onWritten(rows, true);
        },
      },
    );
  }

  get rows(): PhotoRows {
    return this.#rows;
  }

  /** Shows the stored photos, and begins to send them. */
  async start(): Promise<void> {
    try {
      await this.#store.transact(followOutbox);
    } finally {
      this.sender.wake();
    }
  }

  /** Called when another tab has written the rows. */
  async reread(): Promise<void> {
    await this.#store.read();
    this.sender.wake();
  }

  async add(
    photo: Parameters<typeof addPhoto>[1],
    bytes: PhotoBytes,
  ): Promise<void> {
    const added = { id: photo.id, ...bytes };
    await this.#store.transact((rows) => addPhoto(rows, photo), added);
    this.sender.wake();
  }

  async change<T>(step: (rows: PhotoRows) => PhotoStep<T>): Promise<T> {
    const { result } = await this.#store.transact(step);
    this.sender.wake();
    return result;
  }

  async bytes(
    photoId: string,
    part: keyof PhotoBytes,
  ): Promise<ArrayBuffer | null> {
    return await this.#store.bytes(photoId, part);
  }

  #observed(store: PhotoStore): PhotoStore {
    return {
      ...store,
      // The outbox, or another tab, may have changed the rows.
      read: async () => {
        const rows = await store.read();
        if (rows.photos.length + this.#rows.photos.length > 0) this.#show(rows);
        return rows;
      },
      transact: async (change, added) => {
        let written: PhotoStep<unknown> = { result: null };
        let discarded: readonly string[] = [];
        const result = await store.transact((rows) => {
          const step = change(rows);
          written = step;
          discarded = discardedBy(rows, step);
          return step;
        }, added);
        this.#show(result.rows, discarded);
        // Without this check two tabs would go on waking each other.
        if (changesRows(written))
          this.#events.onWritten(result.rows, changesOutbox(written));
        return result;
      },
    };
  }

  #show(rows: PhotoRows, discarded: readonly string[] = []): void {
    const ids = new Set(rows.photos.map(({ id }) => id));
    const removed = this.#rows.photos.filter(({ id }) => !ids.has(id));
    this.#rows = rows;
    for (const photo of removed) {
      this.sender.cancel(photo.id);
      const isSaved =
        photo.state.kind !== "refused" && !discarded.includes(photo.id);
      this.#events.onRemoved(photo, isSaved);
    }
    this.#events.onChange();
  }
}
