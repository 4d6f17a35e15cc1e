/** What no first paint needs: loaded and run when the page is idle. */
import { showInstallHint, type InstallPrompt } from "./installHint";
import { registerServiceWorker } from "./newVersion";
import { keepStorage } from "./storagePersistence";

/** `off` is the build that removes the service workers of earlier builds. */
const HAS_WORKER =
  import.meta.env.PROD && import.meta.env.VITE_SERVICE_WORKER !== "off";

export async function afterStart(
  installPrompt: InstallPrompt | null,
): Promise<void> {
  showInstallHint(installPrompt);
  await keepStorage("start");
  // Absent without https.
  if (HAS_WORKER && "serviceWorker" in navigator) await registerServiceWorker();
}
