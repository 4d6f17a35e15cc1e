import type { FunctionReturnType } from "convex/server";
import type { api } from "@convex/_generated/api";

export type StoredPicture = NonNullable<FunctionReturnType<typeof api.files.getPictures>[number]>;

/** A stored photo without a thumbnail. */
export type Missing = { readonly fileId: string } & (
  | { readonly thumbnail: Blob }
  | { readonly photoUrl: string; readonly isDrawing: boolean }
);

export interface ThumbnailQueueOptions {
  readonly load: (url: string) => Promise<Blob>;
  /** Null if this browser cannot make a thumbnail. */
  readonly make: (photo: Blob, isDrawing: boolean) => Promise<Blob | null>;
  readonly send: (fileId: string, thumbnail: Blob) => Promise<void>;
  readonly isOnline: () => boolean;
  readonly onError: (error: unknown) => void;
}

/**
 * Makes and uploads missing thumbnails one at a time, each of them once. A failure is not retried: the next device
 * that shows the photo makes its thumbnail.
 */
export class ThumbnailQueue {
  readonly #options: ThumbnailQueueOptions;
  readonly #known = new Set<string>();
  readonly #waiting: Missing[] = [];
  #isRunning = false;

  constructor(options: ThumbnailQueueOptions) {
    this.#options = options;
  }

  add(missing: Missing): void {
    if (this.#known.has(missing.fileId) || !this.#options.isOnline()) return;
    this.#known.add(missing.fileId);
    this.#waiting.push(missing);
    if (!this.#isRunning) void this.#run();
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    for (let next = this.#waiting.shift(); next; next = this.#waiting.shift()) {
      try {
        await this.#fill(next);
      } catch (error) {
        this.#options.onError(error);
      }
    }
    this.#isRunning = false;
  }

  async #fill(missing: Missing): Promise<void> {
    const thumbnail =
      "thumbnail" in missing
        ? missing.thumbnail
        : await this.#options.make(await this.#options.load(missing.photoUrl), missing.isDrawing);
    if (thumbnail !== null) await this.#options.send(missing.fileId, thumbnail);
  }
}
