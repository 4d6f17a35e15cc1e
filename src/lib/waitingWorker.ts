/**
 * A new version of the page waits as an installed service worker until no page uses the old one, which on a phone may
 * take weeks. So a page that is alone activates it before its first paint, when nothing can have been typed.
 */

/** A lock that every open page holds, so that the open pages can be counted. */
const PAGE_LOCK = "downspout:page";

/** Milliseconds. After this time an empty page is worse than a page of the old version. */
const START_LIMIT_MS = 1000;

/**
 * Milliseconds. A page that is reloaded before the new version is active shows nothing until it is. The browser lets
 * the old version end its requests first.
 */
const RELOAD_LIMIT_MS = 10_000;

/** True if the new version is active: the page must be reloaded. */
export async function activateWaitingVersion(): Promise<boolean> {
  if (!("serviceWorker" in navigator)) return false;
  if (!("locks" in navigator)) return false;
  void navigator.locks.request(
    PAGE_LOCK,
    { mode: "shared" },
    // Never settles: the browser releases the lock with the page.
    () => new Promise<never>(() => undefined),
  );
  if (navigator.serviceWorker.controller === null) return false;
  return withinLimit(activateIfAlone(), START_LIMIT_MS);
}

declare global {
  interface Window {
    /** The registration that public/connect.js requested while this code was loading. */
    earlyRegistration?: Promise<ServiceWorkerRegistration | undefined>;
  }
}

async function activateIfAlone(): Promise<boolean> {
  const registration = await (window.earlyRegistration ??
    navigator.serviceWorker.getRegistration());
  const worker = registration?.waiting;
  if (!worker || (await isAnotherPageOpen())) return false;
  await activate(worker);
  return true;
}

/** Resolves when the worker controls all open pages. */
function activate(worker: ServiceWorker): Promise<void> {
  return new Promise((resolve) => {
    navigator.serviceWorker.addEventListener("controllerchange", () => resolve(), { once: true });
    // The message type that Workbox's worker expects.
    worker.postMessage({ type: "SKIP_WAITING" });
  });
}

/** Reloads the page with the newest version that is installed. */
export async function reloadWithNewVersion(reload = () => window.location.reload()): Promise<void> {
  if ("serviceWorker" in navigator) {
    const activated = activateIfWaiting(navigator.serviceWorker);
    if (!(await withinLimit(activated, RELOAD_LIMIT_MS)))
      // Chromium may stop the old version while it answers the reload below, which then never ends.
      activated.then(reload, () => undefined);
  }
  reload();
}

async function activateIfWaiting(workers: ServiceWorkerContainer): Promise<true> {
  const registration = await workers.getRegistration();
  if (registration?.waiting) await activate(registration.waiting);
  return true;
}

/** Resolves to false if the browser refuses or takes too long: the old version then stays in use. */
async function withinLimit(work: Promise<boolean>, limitMs: number): Promise<boolean> {
  return await Promise.race([
    work.catch(() => false),
    new Promise<false>((resolve) => setTimeout(resolve, limitMs, false)),
  ]);
}

async function isAnotherPageOpen(): Promise<boolean> {
  const { held = [], pending = [] } = await navigator.locks.query();
  const pages = [...held, ...pending].filter(({ name }) => name === PAGE_LOCK);
  return pages.length > 1;
}
