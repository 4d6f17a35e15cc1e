import { reloadKeepingText } from "./reloadKeepingText";
import { showToast } from "./toasts";

/** The browser itself looks for a new version at each navigation only. */
const CHECK_INTERVAL_MS = 60 * 60 * 1000;

const TOAST_ID = "new-version";

/** Registers the service worker, and offers each new version. The page goes on working with its own files. */
export async function registerServiceWorker(): Promise<void> {
  const workers = navigator.serviceWorker;
  const registration = await workers.register("/sw.js", {
    updateViaCache: "none",
  });
  const offerIfWaiting = () => {
    if (registration.waiting && workers.controller) offerNewVersion();
  };
  offerIfWaiting();
  registration.addEventListener("updatefound", () => {
    const worker = registration.installing;
    worker?.addEventListener("statechange", offerIfWaiting);
  });
  // Another page has activated the new version. The first worker of all is no new version.
  let wasControlled = workers.controller !== null;
  workers.addEventListener("controllerchange", () => {
    if (wasControlled) offerNewVersion();
    wasControlled = true;
  });
  checkRegularly(registration);
}

function checkRegularly(registration: ServiceWorkerRegistration): void {
  const check = () => {
    // Without a connection the next check is soon enough.
    registration.update().catch(() => undefined);
  };
  setInterval(check, CHECK_INTERVAL_MS);
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") check();
  });
}

function offerNewVersion(
  description = "It is used the next time you open Downspout, or when you reload.",
): void {
  showToast("message", "A new version is ready", {
    id: TOAST_ID,
    description,
    duration: Infinity,
    action: {
      label: "Reload",
      onClick: (event) => {
        event.preventDefault();
        void reloadKeepingText().then((blocked) => {
          if (blocked !== null) offerNewVersion(blocked);
        });
      },
    },
  });
}
