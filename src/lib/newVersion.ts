import { reloadKeepingText } from "./reloadKeepingText";
import { showToast } from "./toasts";

/** The browser itself looks for a new version at each navigation only. */
const CHECK_INTERVAL_MS = 60 * 60 * 1000;

const TOAST_ID = "new-version";

/** Offers each new version with a toast. Until it is accepted, the page goes on working with its old files. */
export function watchVersions(registration: ServiceWorkerRegistration): void {
  const workers = navigator.serviceWorker;
  const offerIfWaiting = () => {
    if (registration.waiting && workers.controller) offerNewVersion();
  };
  const watchInstalling = () =>
    registration.installing?.addEventListener("statechange", offerIfWaiting);
  offerIfWaiting();
  watchInstalling();
  registration.addEventListener("updatefound", watchInstalling);
  // Another page has activated the new version. The device's first worker is not a new version.
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
