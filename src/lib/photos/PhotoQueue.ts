import type { KeptPhoto, PhotoBytes } from "./photoRow";
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
  /** What a screen shows of the photos may have changed. */
  readonly onChange: () => void;
  /** This tab has written the rows. */
  readonly onWritten: (rows: PhotoRows, isOutboxWritten: boolean) => void;
  /** `isSaved` says whether the job has it. */
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

  /** Shows what is stored, and begins to send it. */
  async start(): Promise<void> {
    try {
      await this.#store.transact(followOutbox);
    } finally {
      this.sender.wake();
    }
  }

  /** Another tab has written the rows. */
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
      // The outbox, or another tab, may have changed them.
      read: async () => {
        const rows = await store.read();
        if (rows.photos.length + this.#rows.photos.length > 0) this.#show(rows);
        return rows;
      },
      transact: async (change, added) => {
        let written: PhotoStep<unknown> = { result: null };
        let discarded: readonly string[] = [];
        const answer = await store.transact((rows) => {
          const step = change(rows);
          written = step;
          discarded = discardedBy(rows, step);
          return step;
        }, added);
        this.#show(answer.rows, discarded);
        // Otherwise two tabs would go on waking each other.
        if (changesRows(written))
          this.#events.onWritten(answer.rows, changesOutbox(written));
        return answer;
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
