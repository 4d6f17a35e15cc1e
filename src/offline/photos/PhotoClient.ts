import type { ConvexReactClient } from "convex/react";
import {
  browserClock,
  type ConvexServer,
  createOtherTabs,
  createOutboxLock,
  type OutboxClient,
  type OutboxItem,
} from "convex-outbox";
import type { JobKey } from "@domain/changes/subjects";
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
import type { FailedPhoto, PhotoBytes, PhotoSubject } from "@/offline/device/photoRow";
import { openKeptPhotos, type KeptPhotos } from "./keptPhotos";
import {
  changeOf,
  chosenOf,
  holdPhotos,
  isPhoto,
  releasePhotos,
  type ChosenPhoto,
  type WaitingChange,
} from "./photoRules";
import { createPhotoServer, messageOf } from "./photoServer";
import { createPhotoStore } from "./photoStore";
import { onPhotos, publishPhotos, type WaitingPhoto } from "./photosWaiting";
import { askToKeepPhotos } from "./photoStorage";
import { viewOfKept, withPreparing } from "./photoView";
import { thisDevice } from "@/lib/thisDevice";

/** How long a tab waits for another one that sends a photo: longer than an upload may take. */
const UPLOAD_LIMIT_MS = 120_000;

interface PersonParts {
  readonly owner: StoreOwner;
  /** Rejects with a NoStoreError if this device has no store. */
  readonly opened: Promise<DeviceStore>;
  readonly outbox: OutboxClient;
  /** Resolves when the outbox has read the changes that wait on this device, or cannot read them. */
  readonly isOutboxRead: Promise<void>;
  readonly server: ConvexServer;
}

/** The photos of the person who is signed in. */
type OpenPhotos = ReturnType<typeof openKeptPhotos> & {
  readonly outbox: OutboxClient;
};

/** Whether to discard a photo, which is being prepared or waits. */
type Discarded = (photo: Omit<ChosenPhoto, "type">) => boolean;

/**
 * The photos that the server does not have, as one tab sees them: those that are being prepared, and those that wait as
 * changes.
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
  /** Null while nobody is signed in. */
  #open: OpenPhotos | null = null;
  /** Called when somebody signs in. */
  #onOpen: ((photos: KeptPhotos) => void)[] = [];
  #ownerName: string | null = null;
  #photos: readonly WaitingPhoto[] = [];
  #storageWarning: string | null = null;

  constructor(convex: ConvexReactClient, onFailed: (photo: FailedPhoto) => void) {
    this.#convex = convex;
    this.#onFailed = onFailed;
    this.#preparation = new PhotoPreparation({
      keep: (photo, prepared) => this.#keep(photo, prepared),
      discard: ({ id }) => this.#discard((photo) => photo.id === id),
      release: (jobKey, subject) => this.release(jobKey, subject),
      messageOf,
      onChange: () => this.#notify(),
      onSettled: (photo) => {
        // The last photo chosen for this list is stored.
        if (!this.#preparation.isPending(photo)) void this.expected.end(photo);
      },
      onFailed: (photo, message) => onFailed({ ...photo, message }),
    });
    this.#previews = new PhotoPreviews(
      (id) => this.#bytes(id, "thumbnail"),
      () => this.#notify(),
    );
  }

  readonly subscribe = onPhotos;

  readonly photos = (): readonly WaitingPhoto[] => this.#photos;

  /** The object URL of a photo's thumbnail. */
  previewOf(photoId: string): string | undefined {
    return this.#previews.of(photoId);
  }

  /** The picture of a waiting photo, as it is uploaded. Null once it is sent, and until it is kept. */
  readonly picture = (photoId: string): Promise<Blob | null> => this.#bytes(photoId, "picture");

  /** The thumbnail of a photo that was saved a moment ago, by its file id. */
  readonly previewOfFile = (fileId: string): string | undefined => this.#previews.ofFile(fileId);

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
    await this.#open?.kept.client.change((photos) => releasePhotos(photos, jobKey, subject));
  }

  /** Called when the job of the draft was refused and left the outbox: the person edits it again. */
  async hold(jobKey: JobKey): Promise<void> {
    await this.#open?.kept.client.change((photos) => holdPhotos(photos, jobKey));
  }

  /** Opens the photos of a person. `started` resolves when they have been updated from the outbox. */
  open({ owner, opened, isOutboxRead, server, outbox }: PersonParts): {
    readonly started: Promise<void>;
    /** Called when another part of this page has written the store's rows. */
    readonly reread: () => Promise<void>;
    readonly wake: () => void;
    readonly close: () => void;
  } {
    const name = storeName(owner);
    if (this.#ownerName !== null && this.#ownerName !== name) this.#forgetPerson();
    this.#ownerName = name;
    const opening = openKeptPhotos(
      {
        ...{ outbox, store: createPhotoStore(opened) },
        lock: createOutboxLock(`${name}:photos`, UPLOAD_LIMIT_MS),
        tabs: createOtherTabs(`${name}:photos`),
        serverOf: (bytes) => createPhotoServer({ convex: this.#convex, owner, server, bytes }),
      },
      this.#events(),
    );
    const { kept, read, start, stop } = opening;
    this.#open = { ...opening, outbox };
    for (const resolve of this.#onOpen.splice(0)) resolve(kept);
    const started = isOutboxRead.then(start);
    void started.then(async () => {
      if (kept.client.items().length > 0) await this.#keepStorage();
    });
    void opened.then(
      async (device) => {
        if (this.#open?.kept === kept) await this.expected.open(device);
      },
      () => undefined,
    );
    return {
      started,
      reread: read,
      wake: () => kept.wake(),
      close: () => {
        stop();
        if (this.#open?.kept === kept) this.#open = null;
        this.expected.close();
        this.#notify();
      },
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
    const kept = await this.#opened();
    // The photo was removed meanwhile.
    if (!this.#preparation.photos.some((each) => each.photo.id === id)) return;
    if (await kept.add(changeOf(photo), bytes)) void this.#keepStorage();
  }

  #opened(): KeptPhotos | Promise<KeptPhotos> {
    return this.#open?.kept ?? new Promise<KeptPhotos>((resolve) => this.#onOpen.push(resolve));
  }

  async #keepStorage(): Promise<void> {
    this.#storageWarning = await askToKeepPhotos();
    this.#notify();
  }

  async #bytes(photoId: string, part: keyof PhotoBytes): Promise<Blob | null> {
    const bytes = await this.#open?.bytes(photoId, part);
    return bytes ? new Blob([bytes]) : null;
  }

  /** Discards the photos that the server cannot have. The others are still shown, each with its own Discard. */
  async #discard(isDiscarded: Discarded): Promise<void> {
    this.#preparation.remove(isDiscarded);
    await this.#open?.kept.discard((item) => isPhoto(item) && isDiscarded(chosenOf(item)));
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
    publishPhotos({
      photos: this.#photos,
      missing: this.expected.missing(),
      storageWarning: this.#storageWarning,
      savedPreview: this.previewOfFile,
    });
  }

  #viewOf({ kept, outbox }: OpenPhotos): WaitingPhoto[] {
    return viewOfKept(kept, {
      isSignedOut: kept.client.isSignedOut() || outbox.isSignedOut(),
      previewOf: (id) => this.previewOf(id),
      discard: (photo) => void this.#discardOne(kept, photo),
    });
  }

  async #discardOne(kept: KeptPhotos, photo: WaitingChange): Promise<void> {
    if (await kept.discard(({ id }) => id === photo.id)) return;
    const message = `${thisDevice("This")} does not let the photo go at the moment. Try again soon.`;
    this.#onFailed({ ...chosenOf(photo), message });
  }

  #events() {
    return {
      onChange: () => this.#notify(),
      onRemoved: (item: OutboxItem, isSaved: boolean) => {
        const { batch, file = null, job } = item.attachment ?? {};
        if (isSaved && batch !== undefined) this.batches.countSaved(batch);
        if (isSaved && job) this.#open?.outbox.noteSaved(job.key);
        this.#previews.release(item.id, file);
      },
      onRefused: (item: OutboxItem, message: string) => {
        if (isPhoto(item)) this.#onFailed({ ...chosenOf(item), message });
      },
    };
  }
}
