import type { ConvexReactClient } from "convex/react";
import {
  browserClock,
  createOtherTabs,
  createOutboxLock,
  type ConvexServer,
  OutboxClient,
  type OutboxItem,
  type OutboxServer,
} from "convex-outbox";
import type { DeviceStore } from "@/offline/device/deviceStore";
import { DeviceStoreError, tryStore } from "@/offline/device/deviceStoreErrors";
import { otherStoresOf } from "@/offline/device/devices";
import { isChunkLoadError } from "@/lib/chunkLoadError";
import { beginPendingWork, type PendingWork } from "@/lib/pendingWork";
import { photoClientOf } from "@/offline/photos/photoClientOf";
import { randomUuid } from "@/lib/randomUuid";
import { ReplacedValues } from "@/offline/outbox/replacedValues";
import { outboxRules } from "@/offline/outbox/outboxRules";
import { createOutboxServer } from "@/offline/outbox/outboxServer";
import { createOutboxStore } from "@/offline/outbox/outboxStore";

/** Aborts the upload of a photo after two minutes; it is then tried again. */
const UPLOAD_LIMIT_MS = 120_000;

export interface Outbox {
  readonly client: OutboxClient;
  readonly setSignedIn: (isSignedIn: boolean) => void;
  readonly stop: () => void;
}

/** The name of this file contains a hash of the build. */
const RELEASE = import.meta.url.split("/").at(-1) ?? "";

/** Creates the outbox of the store's owner in this tab, reads what waits in it, and begins to send. */
export async function createOutbox(
  store: DeviceStore,
  convex: ConvexReactClient,
): Promise<Outbox> {
  const server = await createOutboxServer(convex, store);
  const { client, replaced } = createClient(store, convex, server);
  const stopCounting = countWaiting(client);
  // If the store fails, its next write says so.
  await tryStore(client.read());
  const begin = () => {
    const opened = openPhotos(store, convex, { outbox: client, server });
    // A created job takes its photos along, so the photos must read the outbox before it sends.
    void opened.started
      .then(() => client.start())
      // The store's error is shown by the next write.
      .catch(() => undefined);
    return opened;
  };
  let photos = begin();
  const stopWatching = server.watch(() => {
    client.wake();
    photos.wake();
  });
  let isStopped = false;
  // Not awaited: the list of stores is read from the disk, and nothing here depends on it.
  const watching = watchOthers(store, convex, () => {
    if (isStopped) return;
    photos.close();
    photos = begin();
  });
  void replaced.start();
  return {
    client,
    setSignedIn: server.setSignedIn,
    stop: () => {
      isStopped = true;
      void watching.then((stopTaking) => stopTaking());
      stopWatching();
      stopCounting();
      photos.close();
      client.stop();
      replaced.stop();
    },
  };
}

function openPhotos(
  store: DeviceStore,
  convex: ConvexReactClient,
  parts: { readonly outbox: OutboxClient; readonly server: ConvexServer },
) {
  return photoClientOf(convex).open({
    ...parts,
    store,
    lock: createOutboxLock(`${store.name}:photos`, UPLOAD_LIMIT_MS),
    tabs: createOtherTabs(`${store.name}:photos`),
    release: RELEASE,
  });
}

/** Takes over what the person's other stores have of the same office. Few devices have others. */
async function watchOthers(
  store: DeviceStore,
  convex: ConvexReactClient,
  onTaken: () => void,
): Promise<() => void> {
  try {
    if ((await otherStoresOf(store.owner)).length === 0) return () => undefined;
    const { watchFormer } = await import("@/offline/device/formerStores");
    return watchFormer(store, convex, onTaken);
  } catch (error) {
    // The next start tries again.
    if (error instanceof DeviceStoreError || isChunkLoadError(error))
      return () => undefined;
    throw error;
  }
}

/** The client, and the list of the values that its changes replace. */
function createClient(
  store: DeviceStore,
  convex: ConvexReactClient,
  server: OutboxServer,
) {
  const replaced = new ReplacedValues({
    store,
    convex,
    put: (change) => client.put(change),
    newId: randomUuid,
  });
  const client: OutboxClient = new OutboxClient({
    rules: outboxRules,
    store: createOutboxStore(store),
    onSaved: (item, value) => replaced.onSaved(item, value),
    server,
    lock: createOutboxLock(`${store.name}:outbox`),
    tabs: createOtherTabs(`${store.name}:outbox`),
    clock: browserClock,
    release: RELEASE,
    newId: randomUuid,
  });
  return { client, replaced };
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
  const unsubscribe = client.subscribe(() => count(kindOf(client.items())));
  return () => {
    unsubscribe();
    count(null);
  };
}

function kindOf(items: readonly OutboxItem[]): PendingWork | null {
  if (items.length === 0) return null;
  const isWaiting = items.some(({ state }) => state.kind !== "refused");
  return isWaiting ? "waiting" : "refused";
}
