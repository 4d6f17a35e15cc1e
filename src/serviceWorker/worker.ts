/**
 * The service worker, dist/client/sw.js: answers requests for the client's files from the cache. docs/decisions has
 * the reasons (0018). Requests for anything else go to the network untouched.
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

/** Declared here, because TypeScript's types of a worker's global scope are not loaded. */
declare function skipWaiting(): Promise<void>;

self.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
  // Sent by src/lib/waitingWorker.ts, also by that of an earlier release.
  if ((data as { type?: unknown } | null)?.type === "SKIP_WAITING") void skipWaiting();
});
// Controls the page of the first visit too, so that it gets its parts from the cache once they are there.
clientsClaim();
precacheAndRoute(PAGE_FILES);
cleanupOutdatedCaches();
registerRoute(
  new NavigationRoute(createHandlerBoundToURL("/index.html"), {
    denylist: [/^\/api(\/|$)/],
  }),
);
