/**
 * A new version of the page waits as an installed service worker until no page uses the old one, which on a phone may
 * take weeks. So a page that is alone activates it before its first paint, when nothing can have been typed.
 */

/** Held by every open page: its holders are counted. */
const PAGE_LOCK = "downspout:page";

/** A page that shows nothing for longer is worse than one of the old version. */
const START_LIMIT_MS = 1000;

/**
 * A page that is reloaded before the new version is active waits for that with nothing to show. The browser lets the
 * old version end its requests first.
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
    /** The question of public/connect.js, which was asked while this code was loading. */
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
    navigator.serviceWorker.addEventListener(
      "controllerchange",
      () => resolve(),
      { once: true },
    );
    // Workbox's message.
    worker.postMessage({ type: "SKIP_WAITING" });
  });
}

/** Reloads the page with the newest version that is installed. */
export async function reloadWithNewVersion(
  reload = () => window.location.reload(),
): Promise<void> {
  if ("serviceWorker" in navigator)
    await withinLimit(
      activateIfWaiting(navigator.serviceWorker),
      RELOAD_LIMIT_MS,
    );
  reload();
}

async function activateIfWaiting(
  workers: ServiceWorkerContainer,
): Promise<boolean> {
  const registration = await workers.getRegistration();
  if (registration?.waiting) await activate(registration.waiting);
  return true;
}

/** False where the browser refuses, or takes too long: the old version goes on. */
async function withinLimit(
  work: Promise<boolean>,
  limitMs: number,
): Promise<boolean> {
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
