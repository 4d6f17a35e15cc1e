import type { ConvexReactClient } from "convex/react";
import { reportThumbnailFailure, uploadThumbnail } from "@/offline/photos/photoServer";
import { UploadFailure } from "@/offline/photos/uploadFile";
import { makeThumbnail } from "./makeThumbnail";
import { ThumbnailQueue, type StoredPicture } from "./ThumbnailQueue";

const queues = new WeakMap<ConvexReactClient, ThumbnailQueue>();

/** Makes the thumbnails of the pictures that have none. */
export function fillThumbnails(
  convex: ConvexReactClient,
  pictures: ReadonlyMap<string, StoredPicture | null>,
  isDrawing: boolean,
): void {
  const queue = thumbnailQueueOf(convex);
  for (const [fileId, picture] of pictures)
    if (picture?.thumbnailUrl === null) queue.add({ fileId, photoUrl: picture.url, isDrawing });
}

/** One queue per page. */
function thumbnailQueueOf(convex: ConvexReactClient): ThumbnailQueue {
  const existing = queues.get(convex);
  if (existing) return existing;
  const queue = new ThumbnailQueue({
    load: loadPhoto,
    make: makeThumbnail,
    send: (fileId, thumbnail) => uploadThumbnail(convex, fileId, thumbnail),
    isOnline: () => navigator.onLine,
    onError: reportThumbnailFailure,
  });
  queues.set(convex, queue);
  return queue;
}

async function loadPhoto(url: string): Promise<Blob> {
  const response = await fetch(url);
  if (!response.ok) throw new UploadFailure("The photo did not load.", "passing");
  return await response.blob();
}
