import {
  browserClock,
  type OtherTabs,
  type OutboxClient,
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
import { releaseCreated, waitsFor } from "./photoRules";
import type { PhotoStore } from "./photoStore";

export type KeptPhotos = Attachments<PhotoBytes>;

/** Resolves to null if the bytes are gone. */
export type BytesOf = (
  photoId: string,
  part: keyof PhotoBytes,
) => Promise<ArrayBuffer | null>;

interface KeptPhotosParts {
  readonly store: PhotoStore;
  /** The outbox of the same person. */
  readonly outbox: Pick<OutboxClient, "items" | "subscribe">;
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
  const kept: KeptPhotos = new Attachments(
    {
      ...{ ...parts, store, server: serverOf(bytes) },
      ...{ clock: browserClock, expiry: EXPIRY },
      ...{ newId: randomUuid, release: "" },
      waits: (item) => waitsFor(item, outbox.items()),
    },
    events,
  );
  /** Releases the photos of jobs that were created, so that they are sent. */
  const read = async () => {
    await kept.client.change((photos) =>
      releaseCreated(photos, outbox.items()),
    );
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
    stop: () => {
      stopFollowing();
      kept.stop();
    },
  };
}
