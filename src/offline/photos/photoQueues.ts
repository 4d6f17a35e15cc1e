/** The two queues of a page: the photos that the device keeps, and those that only this page has. */
import type { ConvexReactClient } from "convex/react";
import {
  browserClock,
  type ConvexServer,
  MemoryFirstRows,
  type OtherTabs,
  type OutboxClient,
  type OutboxLock,
  OutboxSender,
  type OutboxServer,
  type OutboxStore,
} from "convex-outbox";
import type { DeviceStore } from "@/offline/device/deviceStore";
import { outboxRules } from "@/offline/outbox/outboxRules";
import { sendIntent, verdictOn } from "@/offline/outbox/outboxServer";
import { randomUuid } from "@/lib/randomUuid";
import { PhotoQueue, type PhotoQueueEvents } from "./PhotoQueue";
import { createUploads } from "./photoServer";
import {
  createMemoryPhotoStore,
  createPhotoStore,
  type PhotoStore,
} from "./photoStore";

export interface DeviceParts {
  readonly store: DeviceStore;
  readonly outbox: OutboxClient;
  readonly server: ConvexServer;
  readonly lock: OutboxLock;
  readonly tabs: OtherTabs;
  readonly release: string;
}

type Events = Omit<PhotoQueueEvents, "onWritten">;

export function createDeviceQueue(
  convex: ConvexReactClient,
  { store, outbox, server, lock, tabs, release }: DeviceParts,
  events: Events,
): PhotoQueue {
  return new PhotoQueue(
    {
      store: createPhotoStore(store),
      server: {
        isReady: server.isReady,
        whileReady: server.whileReady,
        ...createUploads(convex, store.owner),
      },
      lock,
      clock: browserClock,
      newId: randomUuid,
      release,
    },
    {
      ...events,
      onWritten: ({ changes }, isOutboxWritten) => {
        tabs.post({ kind: "changed" });
        if (isOutboxWritten) outbox.changed(changes);
      },
    },
  );
}

export function createMemoryQueue(
  convex: ConvexReactClient,
  events: Events,
): PhotoQueue {
  const store = createMemoryPhotoStore();
  const follow = async () => {
    await queue.reread();
    await queue.sender.follow();
  };
  const outbox = createMemoryOutbox(convex, store, () => void follow());
  const queue = new PhotoQueue(
    {
      store,
      server: { ...PAGE_READINESS, ...createUploads(convex, null) },
      lock: NO_LOCK,
      clock: browserClock,
      newId: randomUuid,
      release: "",
    },
    {
      ...events,
      onWritten: (_rows, isOutboxWritten) => {
        if (isOutboxWritten) outbox.wake();
      },
    },
  );
  return queue;
}

/** Readiness of photos that only this page has. They are lost with the page, so a hidden page sends them too. */
const PAGE_READINESS = {
  isReady: () => navigator.onLine,
  // The work ends with its own failure.
  whileReady: (work: Promise<void>) => work,
};

const NO_LOCK: OutboxLock = { hold: (work) => work() };

/** Adds the photos of the page to their jobs. */
function createMemoryOutbox(
  convex: ConvexReactClient,
  photos: PhotoStore,
  onItems: () => void,
): OutboxSender {
  const server: OutboxServer = {
    ...PAGE_READINESS,
    // No change of a page without a store outlives the page.
    epoch: () => "",
    send: (item) => sendIntent(convex, item),
    verdictOn,
  };
  const rows = new MemoryFirstRows(outboxOf(photos), {
    clock: browserClock,
    onItems: () => undefined,
    onStored: onItems,
    onBack: () => undefined,
    isAnswered: () => false,
  });
  return new OutboxSender({
    ...{ rules: outboxRules, rows, server, lock: NO_LOCK, clock: browserClock },
    onOutcome: () => undefined,
  });
}

function outboxOf(photos: PhotoStore): OutboxStore {
  return {
    isDurable: false,
    read: async () => (await photos.read()).changes,
    transact: async (change) => {
      const { result, rows } = await photos.transact(({ changes }) => {
        const { put = [], remove = [], result: own } = change(changes);
        return { changes: put, removedChanges: remove, result: own };
      });
      return { result, items: rows.changes };
    },
  };
}
