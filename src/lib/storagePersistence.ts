import { readLocal, writeLocal } from "./safeStorage";

const ASKED_KEY = "downspout:asked-to-keep-storage";

/**
 * Asks the browser not to delete this page's storage when the device runs out of space. Safari and Chromium decide
 * without a question, by how the page is used, so they are asked at each start. Firefox shows a question: it is asked
 * once, when there is something to lose. True if the storage is kept.
 */
export async function keepStorage(occasion: "start" | "waiting change"): Promise<boolean> {
  // Absent without https.
  if (!("storage" in navigator) || !("persist" in navigator.storage)) return false;
  if (await navigator.storage.persisted()) return true;
  if (/\bFirefox\//.test(navigator.userAgent)) {
    if (occasion === "start" || readLocal(ASKED_KEY) !== null) return false;
    writeLocal(ASKED_KEY, "yes");
  }
  return navigator.storage.persist();
}
