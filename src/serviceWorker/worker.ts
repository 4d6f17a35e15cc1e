/**
 * The service worker, dist/client/sw.js: every file of the client, answered from the cache. docs/decisions has the
 * reasons (0018). Requests that match no file of it go to the network untouched.
 */
import { clientsClaim } from "workbox-core";
import {
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  precacheAndRoute,
  type PrecacheEntry,
} from "workbox-precaching";
import { NavigationRoute, registerRoute } from "workbox-routing";

/** The client's files, written in by the build (scripts/serviceWorker.ts). */
declare const PAGE_FILES: PrecacheEntry[];

/** Of a worker's global scope. */
declare function skipWaiting(): Promise<void>;

self.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
  // From src/lib/waitingWorker.ts, also of an earlier release.
  if ((data as { type?: unknown } | null)?.type === "SKIP_WAITING")
    void skipWaiting();
});
// The first visit's page gets its parts from the cache too, once they are there.
clientsClaim();
precacheAndRoute(PAGE_FILES);
cleanupOutdatedCaches();
registerRoute(
  new NavigationRoute(createHandlerBoundToURL("/index.html"), {
    denylist: [/^\/api(\/|$)/],
  }),
);
