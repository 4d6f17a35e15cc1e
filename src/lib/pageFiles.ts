import { SharedValue, useSharedValue } from "./SharedValue";
import { onLive } from "./connection/connectionState";
import { untilOnline } from "./connection/untilOnline";

/** `off` is the build that removes the service workers of earlier builds. */
const HAS_WORKER =
  import.meta.env.PROD && import.meta.env.VITE_SERVICE_WORKER !== "off";

/** How long a failed installation waits for the line. */
const RETRY_MS = 60_000;

const saved = new SharedValue<boolean | null>(null);

/** Whether this device has the page's files, to open without signal. Null where it never will, as over plain http. */
export function useHasPageFiles(): boolean | null {
  return useSharedValue(saved);
}

/**
 * Registers the service worker, which has all files of the page once it is
 * installed. On a line that is cut meanwhile the browser gives up, and deletes
 * the registration: it is made again whenever the line is back.
 */
export async function savePageFiles(
  hasWorker = HAS_WORKER,
): Promise<ServiceWorkerRegistration | null> {
  if (!hasWorker || !("serviceWorker" in navigator)) return null;
  // The page came from the files.
  saved.set(navigator.serviceWorker.controller !== null);
  for (;;) {
    const registration = await register();
    if (registration !== null) {
      saved.set(true);
      return registration;
    }
    await untilLineReturns();
  }
}

/** The Convex client's own attempt may find the line first: then there is no `online` event. */
async function untilLineReturns(): Promise<void> {
  let stop = () => {};
  const live = new Promise<void>((resolve) => (stop = onLive(resolve)));
  await Promise.race([untilOnline(RETRY_MS), live]).finally(stop);
}

/** Null if the files could not be loaded. */
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
}: ServiceWorkerRegistration): Promise<boolean> {
  if (active !== null || waiting !== null) return Promise.resolve(true);
  if (installing === null) return Promise.resolve(false);
  return new Promise((resolve) => {
    const check = () => {
      if (installing.state !== "installing")
        resolve(installing.state !== "redundant");
    };
    installing.addEventListener("statechange", check);
    check();
  });
}
