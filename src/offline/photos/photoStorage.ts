import { keepStorage } from "@/lib/storagePersistence";

/** Bytes: room for about ten photos of a phone and their thumbnails. */
const LITTLE_ROOM_BYTES = 10_000_000;

export const NEARLY_FULL =
  "This device's storage is nearly full. Free some space, so that more photos can be kept here.";
export const MAY_BE_DELETED =
  "This browser may delete them if the device runs out of space, so let them be sent soon.";

/**
 * Asks the browser to keep what this page stores. Returns why waiting photos may be lost nevertheless, or null.
 */
export async function askToKeepPhotos(): Promise<string | null> {
  const isKept = await keepStorage("waiting change");
  if (await isNearlyFull()) return NEARLY_FULL;
  return isKept ? null : MAY_BE_DELETED;
}

async function isNearlyFull(): Promise<boolean> {
  // Absent without https.
  if (!("storage" in navigator) || !("estimate" in navigator.storage)) return false;
  const { quota, usage = 0 } = await navigator.storage.estimate();
  return quota !== undefined && quota - usage < LITTLE_ROOM_BYTES;
}
