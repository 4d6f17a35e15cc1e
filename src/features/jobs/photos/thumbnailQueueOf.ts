import type { ConvexReactClient } from "convex/react";
import { api } from "@convex/_generated/api";
import { makeThumbnail } from "./makeThumbnail";
import { ThumbnailQueue, type StoredPicture } from "./ThumbnailQueue";
import { uploadFile, UploadFailure } from "./uploadFile";

const queues = new WeakMap<ConvexReactClient, ThumbnailQueue>();

/** Makes the thumbnails of the pictures that have none. */
export function fillThumbnails(
  convex: ConvexReactClient,
  pictures: ReadonlyMap<string, StoredPicture | null>,
  isDrawing: boolean,
): void {
  const queue = thumbnailQueueOf(convex);
  for (const [fileId, picture] of pictures)
    if (picture?.thumbnailUrl === null)
      queue.add({ fileId, photo: picture.url, isDrawing });
}

/** One queue per page. */
export function thumbnailQueueOf(convex: ConvexReactClient): ThumbnailQueue {
  const existing = queues.get(convex);
  if (existing) return existing;
  const queue = new ThumbnailQueue({
    load: loadPhoto,
    make: makeThumbnail,
    send: async (fileId, thumbnail) => {
      const url = new URL(
        await convex.mutation(api.jobs.generateUploadUrl, {}),
      );
      url.searchParams.set("thumbnailOf", fileId);
      await uploadFile({
        url: url.href,
        body: thumbnail,
        name: "thumbnail.jpg",
        signal: new AbortController().signal,
        onProgress: () => {},
      });
    },
    isOnline: () => navigator.onLine,
    // Refused where another device was faster, or without a connection.
    onError: (error) => {
      if (!(error instanceof UploadFailure || error instanceof TypeError))
        reportError(error);
    },
  });
  queues.set(convex, queue);
  return queue;
}

async function loadPhoto(url: string): Promise<Blob> {
  const response = await fetch(url);
  if (!response.ok) throw new UploadFailure("The photo did not load.", true);
  return await response.blob();
}
