import {
  browserClock,
  type OtherTabs,
  type OutboxClient,
  type OutboxItem,
  type OutboxLock,
} from "convex-outbox";
import {
  Attachments,
  type AttachmentEvents,
  type AttachmentServer,
} from "convex-outbox/attachments";
import { randomUuid } from "@/lib/randomUuid";
import type { PhotoBytes } from "@/offline/device/photoRow";
import { EXPIRY } from "@/offline/outbox/outboxRules";
import { withinLimit } from "@/offline/outbox/response";
import { releaseCreated, releaseThese, waitsFor } from "./photoRules";
import type { PhotoStore } from "./photoStore";

export type KeptPhotos = Attachments<PhotoBytes>;

/** Resolves to null if the bytes are gone. */
export type BytesOf = (photoId: string, part: keyof PhotoBytes) => Promise<ArrayBuffer | null>;

interface KeptPhotosParts {
  readonly store: PhotoStore;
  /** The outbox of the same person. */
  readonly outbox: Pick<OutboxClient, "items" | "isKnown" | "isStored" | "hasSaved" | "subscribe">;
  readonly serverOf: (bytes: BytesOf) => AttachmentServer;
  readonly lock: OutboxLock;
  readonly tabs: OtherTabs;
}

/** The photos of a person that wait on this device: changes like those of the outbox, in a store of their own. */
export function openKeptPhotos(
  { outbox, store, serverOf, ...parts }: KeptPhotosParts,
  events: AttachmentEvents,
) {
  const bytes: BytesOf = async (id, part) => {
    const own = kept.bytesOf(id);
    return own === undefined ? await store.bytes(id, part) : own[part];
  };
  /** An earlier page may have left the creation of the photo's job too. */
  const isUncertain = ({ id }: OutboxItem) => !outbox.isKnown() && kept.client.isStored(id);
  const kept: KeptPhotos = new Attachments(
    {
      ...{ ...parts, store, server: serverOf(bytes) },
      ...{ clock: browserClock, expiry: EXPIRY },
      ...{ newId: randomUuid, release: "" },
      waits: (item) => isUncertain(item) || waitsFor(item, outbox.items()),
    },
    events,
  );
  /**
   * Releases the photos of jobs that wait to be created, so that they are sent after them. The creation is stored or
   * sent first: a page that ends in between would leave a draft with photos that are sent.
   */
  const read = async () => {
    const changes = outbox.items().filter(isUnderWay);
    await kept.client.change((photos) => releaseCreated(photos, changes));
  };
  /** A refused job may be a draft again. */
  const isUnderWay = ({ id, attempts, state }: OutboxItem) =>
    state.kind !== "refused" && (outbox.isStored(id) || attempts > 0);
  // Read before this page adds a photo, whose draft may not be stored yet. Without the store, the next page reads it.
  const left = store.left().catch(() => null);
  /**
   * Also releases what an earlier page has left: it may have ended when the server had created the job, and the photos
   * were not yet released. This page too may have sent the creation meanwhile, before the code of the photos arrived.
   */
  const start = async () => {
    await read();
    const photos = (await withinLimit(left)) ?? [];
    const created = photos.filter(({ key, isWaiting }) => !isWaiting || outbox.hasSaved(key));
    const ids = created.map(({ id }) => id);
    await kept.client.change((items) => releaseThese(items, ids));
  };
  const stopFollowing = outbox.subscribe(() => {
    if (kept.client.items().length === 0) return;
    void read();
    events.onChange();
  });
  return {
    kept,
    bytes,
    read,
    start,
    stop: () => {
      stopFollowing();
      kept.stop();
    },
  };
}
