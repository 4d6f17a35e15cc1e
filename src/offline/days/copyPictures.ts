import type { ConvexReactClient } from "convex/react";
import { api } from "@convex/_generated/api";
import { isWithin } from "@domain/dates/days";
import { knownPictures, writePicture } from "./copyTables";
import { picturedRange } from "./copyRules";
import type { DayCopy } from "./copiedDay";
import type { DeviceStore } from "@/offline/device/deviceStore";

/**
 * Saves the covers of today's and tomorrow's cards that are not on the device
 * yet. Resolves to whether the server had no thumbnail of some of them.
 */
export async function savePictures(
  store: DeviceStore,
  convex: ConvexReactClient,
  { jobs }: DayCopy,
): Promise<boolean> {
  const days = picturedRange(Date.now());
  const known = await knownPictures(store);
  const ids = jobs
    .filter((job) => isWithin(job.job_estimate_date, days) || isWithin(job.job_install_date, days))
    .flatMap((job) => job.job_photo_estimate.slice(0, 1))
    .filter((id) => !known.has(id));
  if (ids.length === 0) return false;
  const pictures = await convex.query(api.files.getPictures, { ids });
  let areMissing = false;
  for (const [index, fileId] of ids.entries()) {
    const url = pictures[index]?.thumbnailUrl;
    const saved = url ? await fetchPicture(url) : null;
    if (saved) await writePicture(store, { fileId, ...saved, at: Date.now() });
    else areMissing = true;
  }
  return areMissing;
}

async function fetchPicture(url: string): Promise<{ bytes: ArrayBuffer; type: string } | null> {
  try {
    const response = await fetch(url);
    if (!response.ok) return null;
    const type = response.headers.get("content-type") ?? "image/jpeg";
    return { bytes: await response.arrayBuffer(), type };
  } catch {
    // The connection was lost: the picture is fetched later.
    return null;
  }
}
