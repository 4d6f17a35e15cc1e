import type { ConvexReactClient } from "convex/react";
import {
  browserClock,
  createOtherTabs,
  createOutboxLock,
  OutboxClient,
  type OutboxServer,
  type OutboxStore,
} from "convex-outbox";
import type { DeviceStore } from "@/offline/device/deviceStore";
import type { OpeningStore } from "@/offline/device/DeviceStoreProvider";
import { NoStoreError } from "@/offline/device/storeProblem";
import { storeName, type StoreOwner } from "@/offline/device/storeOwner";
import { isChunkLoadError } from "@/lib/chunkLoadError";
import { beginPendingWork, type PendingWork } from "@/lib/pendingWork";
import type { PhotoClient } from "@/offline/photos/PhotoClient";
import { randomUuid } from "@/lib/randomUuid";
import { KeptNotices } from "@/offline/outbox/keptNotices";
import { outboxRules } from "@/offline/outbox/outboxRules";
import { createOutboxServer } from "@/offline/outbox/outboxServer";
import { createOutboxStore } from "@/offline/outbox/outboxStore";

export interface Outbox {
  readonly client: OutboxClient;
  /** Resolves when this page shows the changes that wait on this device, or when the store has failed or is late. */
  readonly isRead: Promise<void>;
  readonly setSignedIn: (isSignedIn: boolean) => void;
  readonly stop: () => void;
}

/** The name of this file contains a hash of the build. */
const RELEASE = import.meta.url.split("/").at(-1) ?? "";

/**
 * Creates the outbox of a person in this tab, which takes changes at once. Then reads what waits in the person's store,
 * and begins to send. Without a store, the changes last as long as the page.
 */
export function createOutbox({ owner, state }: OpeningStore, convex: ConvexReactClient): Outbox {
  const opened = state.then(({ store, problem }) => {
    if (store === null) throw new NoStoreError(problem ?? "");
    return store;
  });
  // No unhandled rejection: each user of `opened` handles a missing store itself.
  opened.catch(() => undefined);
  const server = createOutboxServer(convex, owner, opened);
  const store = createOutboxStore(opened);
  const { client, notices } = createClient({ owner, opened, store }, convex, server);
  const stopCounting = countWaiting(client);
  const isRead = client.read();
  const photos = openPhotos(convex, {
    ...{ owner, opened, outbox: client, isOutboxRead: isRead, server },
  });
  void isRead.then(() => client.wake());
  void opened.then(
    () => notices.start(),
    () => undefined,
  );
  const stopWatching = server.watch(() => {
    client.wake();
    photos.wake();
  });
  return {
    client,
    isRead,
    setSignedIn: server.setSignedIn,
    stop: () => {
      stopWatching();
      stopCounting();
      photos.stop();
      client.stop();
      notices.stop();
    },
  };
}

/** Reports bugs. A chunk that could not be loaded is reported by the part that needs it. */
function report(error: unknown): void {
  if (!isChunkLoadError(error)) reportError(error);
}

/** The photos of a person, whose code is not part of the first load. */
function openPhotos(convex: ConvexReactClient, parts: Parameters<PhotoClient["open"]>[0]) {
  let photos: ReturnType<PhotoClient["open"]> | null = null;
  let stopWatching = () => {};
  let isStopped = false;
  const open = async () => {
    // Loaded after the first result, as the store's code is: no page needs it for its first paint.
    await window.firstAnswer;
    const { photoClientOf } = await import("@/offline/photos/photoClientOf");
    if (isStopped) return;
    photos = photoClientOf(convex).open(parts);
    await photos.started;
    // Not awaited: the list of stores is read from the disk, and nothing here depends on it.
    takeOver(photos.reread).catch(report);
  };
  const takeOver = async (reread: () => Promise<void>) => {
    const { watchOthers } = await import("@/offline/device/otherStores");
    const stop = await watchOthers(parts.opened, convex, () => {
      if (!isStopped) void reread().then(() => parts.outbox.start());
    });
    if (isStopped) stop();
    else stopWatching = stop;
  };
  open().catch(report);
  return {
    wake: () => photos?.wake(),
    stop: () => {
      isStopped = true;
      stopWatching();
      photos?.close();
    },
  };
}

interface StoreParts {
  readonly owner: StoreOwner;
  readonly opened: Promise<DeviceStore>;
  readonly store: OutboxStore;
}

/** The client, and the notices of what its changes replaced or left. */
function createClient(
  { owner, opened, store }: StoreParts,
  convex: ConvexReactClient,
  server: OutboxServer,
) {
  const notices = new KeptNotices({
    owner,
    opened,
    convex,
    put: (change) => client.put(change),
    newId: randomUuid,
  });
  const name = storeName(owner);
  const client: OutboxClient = new OutboxClient({
    rules: outboxRules,
    store,
    onSaved: (item, value) => notices.onSaved(item, value),
    server,
    lock: createOutboxLock(`${name}:outbox`),
    tabs: createOtherTabs(`${name}:outbox`),
    clock: browserClock,
    release: RELEASE,
    newId: randomUuid,
  });
  return { client, notices };
}

/**
 * While a change waits, the page asks before it is left, and the browser is
 * asked not to delete this page's storage.
 */
function countWaiting(client: OutboxClient): () => void {
  let counted: PendingWork | null = null;
  let endWork = () => {};
  const count = (kind: PendingWork | null) => {
    if (kind === counted) return;
    endWork();
    endWork = kind === null ? () => {} : beginPendingWork(kind);
    // If the browser cannot decide, the storage stays as it is.
    if (counted === null)
      import("@/lib/storagePersistence")
        .then(({ keepStorage }) => keepStorage("waiting change"))
        .catch(() => undefined);
    counted = kind;
  };
  const unsubscribe = client.subscribe(() => count(kindOf(client)));
  return () => {
    unsubscribe();
    count(null);
  };
}

/** The kind of work that the outbox holds: "unsaved" if only this page has one of its changes. */
function kindOf({ items, isStored }: OutboxClient): PendingWork | null {
  if (items().length === 0) return null;
  if (items().some(({ id }) => !isStored(id))) return "unsaved";
  const isWaiting = items().some(({ state }) => state.kind !== "refused");
  return isWaiting ? "waiting" : "refused";
}
