/** How long the preview of a saved photo is kept while the server's thumbnail loads, in ms. */
const GRACE_MS = 60_000;

/** Object URLs of the thumbnails on this device, which are small enough to keep. */
export class PhotoPreviews {
  readonly #load: (photoId: string) => Promise<Blob | null>;
  readonly #onChange: () => void;
  readonly #urls = new Map<string, string | undefined>();
  readonly #saved = new Map<string, string>();

  constructor(load: (photoId: string) => Promise<Blob | null>, onChange: () => void) {
    this.#load = load;
    this.#onChange = onChange;
  }

  /** Undefined while the thumbnail is loading, empty if there is none. */
  of(photoId: string): string | undefined {
    if (!this.#urls.has(photoId)) void this.#open(photoId);
    return this.#urls.get(photoId);
  }

  /** The preview of a photo that was saved a moment ago, by its file id. */
  ofFile(fileId: string): string | undefined {
    return this.#saved.get(fileId);
  }

  set(photoId: string, thumbnail: Blob | null): void {
    this.#revoke(this.#urls.get(photoId));
    const url = thumbnail === null ? "" : URL.createObjectURL(thumbnail);
    this.#urls.set(photoId, url);
  }

  /** Called when the photo is no longer on the device. `fileId` is the file that the job has instead. */
  release(photoId: string, fileId: string | null): void {
    const url = this.#urls.get(photoId);
    this.#urls.delete(photoId);
    if (!url || fileId === null) {
      this.#revoke(url);
      return;
    }
    this.#saved.set(fileId, url);
    setTimeout(() => {
      this.#saved.delete(fileId);
      this.#revoke(url);
    }, GRACE_MS);
  }

  async #open(photoId: string): Promise<void> {
    this.#urls.set(photoId, undefined);
    const thumbnail = await this.#load(photoId).catch(() => null);
    // The photo left the device, or its thumbnail was made, while this was loading.
    if (!this.#urls.has(photoId) || this.#urls.get(photoId) !== undefined) return;
    this.set(photoId, thumbnail);
    this.#onChange();
  }

  #revoke(url: string | undefined): void {
    if (url) URL.revokeObjectURL(url);
  }
}
