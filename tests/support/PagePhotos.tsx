import { useConvex } from "convex/react";
import type { ConvexServer } from "convex-outbox";
import { useEffect } from "react";
import { NoStoreError } from "@/offline/device/storeProblem";
import { useOpenOutbox } from "@/offline/OutboxProvider";
import { photoClientOf } from "@/offline/photos/photoClientOf";
import { OWNER } from "./deviceStores";

/** Opens the photos of a page that has no store. They go on after the page's screens, as uploads do. */
export function PagePhotos() {
  const convex = useConvex();
  const outbox = useOpenOutbox();
  useEffect(() => {
    if (outbox === null) return;
    const opened = Promise.reject(new NoStoreError(""));
    opened.catch(() => undefined);
    photoClientOf(convex).open({
      ...{ owner: OWNER, opened, outbox: outbox.client },
      isOutboxRead: outbox.isRead,
      server: {
        isReady: () => true,
        whileReady: (work: Promise<void>) => work,
      } as ConvexServer,
      lock: { hold: (work) => work() },
      tabs: { post: () => undefined, listen: () => () => undefined },
    });
  }, [convex, outbox]);
  return null;
}
