import { SharedValue } from "./SharedValue";
import { onLive } from "./connection/connectionState";
import { untilOnline } from "./connection/untilOnline";

/** `off` is the build that removes the service workers of earlier builds. */
const HAS_WORKER = import.meta.env.PROD && import.meta.env.VITE_SERVICE_WORKER !== "off";

/** Milliseconds after which a failed installation is tried again at the latest. */
const RETRY_MS = 60_000;

/**
 * Whether this device has the page's files and opens the page without signal. Null if it never will, as over plain
 * http.
 */
export const hasPageFiles = new SharedValue<boolean | null>(null);

/**
 * Registers the service worker, which has all files of the page once it is installed. If the connection is lost
 * meanwhile, the browser gives up and deletes the registration: it is repeated whenever the connection is back.
 */
export async function savePageFiles(
  hasWorker = HAS_WORKER,
): Promise<ServiceWorkerRegistration | null> {
  if (!hasWorker || !("serviceWorker" in navigator)) return null;
  // A controlled page was itself loaded from the service worker's files.
  hasPageFiles.set(navigator.serviceWorker.controller !== null);
  for (;;) {
    const registration = await register();
    if (registration !== null) {
      hasPageFiles.set(true);
      return registration;
    }
    await untilLineReturns();
  }
}

/** Waits for either event: if the Convex client reconnects by itself, there is no `online` event. */
function untilLineReturns(): Promise<void> {
  return new Promise((resolve) => {
    const stop = onLive(resolve);
    void untilOnline(RETRY_MS).then(resolve).then(stop);
  });
}

/** Resolves to null if the files could not be loaded. */
async function register(): Promise<ServiceWorkerRegistration | null> {
  try {
    const registration = await navigator.serviceWorker.register("/sw.js", {
      updateViaCache: "none",
    });
    return (await isInstalled(registration)) ? registration : null;
  } catch {
    // No line, or a browser that forbids service workers.
    return null;
  }
}

function isInstalled({
  active,
  waiting,
  installing,
}: ServiceWorkerRegistration): boolean | Promise<boolean> {
  if (active ?? waiting) return true;
  return new Promise((resolve) => {
    const check = () => {
      if (installing?.state !== "installing") resolve(installing?.state === "installed");
    };
    installing?.addEventListener("statechange", check);
    check();
  });
}
