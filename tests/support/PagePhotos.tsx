import { useConvex } from "convex/react";
import { useEffect } from "react";
import type { DeviceStore } from "@/offline/device/deviceStore";
import { NoStoreError } from "@/offline/device/storeProblem";
import { useOpenOutbox } from "@/offline/OutboxProvider";
import { createOutboxServer } from "@/offline/outbox/outboxServer";
import { photoClientOf } from "@/offline/photos/photoClientOf";
import { OWNER } from "./deviceStores";

/** Opens the photos of a page that has no store. They go on after the page's screens, as uploads do. */
export function PagePhotos() {
  const convex = useConvex();
  const outbox = useOpenOutbox();
  useEffect(() => {
    if (outbox === null) return;
    const opened = Promise.reject<DeviceStore>(new NoStoreError(""));
    opened.catch(() => undefined);
    const { close } = photoClientOf(convex).open({
      ...{ owner: OWNER, opened, outbox: outbox.client },
      isOutboxRead: outbox.isRead,
      server: {
        ...createOutboxServer(convex, OWNER, opened),
        isReady: () => true,
        whileReady: (work) => work,
      },
    });
    return close;
  }, [convex, outbox]);
  return null;
}
