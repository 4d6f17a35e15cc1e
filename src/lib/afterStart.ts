/** Work that no first paint needs: loaded and run when the page is idle. */
import { showInstallHint, type InstallPrompt } from "./installHint";
import { watchVersions } from "./newVersion";
import { keepStorage } from "./storagePersistence";

export async function afterStart(
  installPrompt: InstallPrompt | null,
  savingFiles: Promise<ServiceWorkerRegistration | null>,
): Promise<void> {
  showInstallHint(installPrompt);
  await keepStorage("start");
  const registration = await savingFiles;
  if (registration !== null) watchVersions(registration);
}
