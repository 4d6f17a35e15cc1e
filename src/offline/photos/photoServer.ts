import type { ConvexReactClient } from "convex/react";
import { api } from "@convex/_generated/api";
import { senderKey } from "@domain/workspaces";
import { toAppError } from "@/lib/appErrors";
import type { StoreOwner } from "@/offline/device/storeOwner";
import { DeviceStoreError } from "@/offline/device/deviceStoreErrors";
import { verdictOn } from "@/offline/outbox/outboxServer";
import type { PhotoServer } from "./PhotoSender";
import { uploadFile, UploadFailure } from "./uploadFile";

type Uploads = Pick<
  PhotoServer,
  "upload" | "sendThumbnail" | "verdictOn" | "isBlocked" | "messageOf"
>;

/** `owner` is the person whose photos are sent. */
export function createUploads(
  convex: ConvexReactClient,
  { workspaceId, userId }: Pick<StoreOwner, "workspaceId" | "userId">,
): Uploads {
  const sentFor = senderKey(workspaceId, userId);
  return {
    upload: async ({ name, type, picture, signal, onProgress }) => {
      const asked = convex.mutation(api.jobs.generateUploadUrl, { sentFor });
      const url = await untilAborted(asked, signal);
      const body = new Blob([picture], { type });
      return await uploadFile({ url, body, name, signal, onProgress });
    },
    sendThumbnail: async (fileId, bytes) => {
      const thumbnail = new Blob([bytes], { type: "image/jpeg" });
      await uploadThumbnail(convex, fileId, thumbnail).catch(
        reportThumbnailFailure,
      );
    },
    verdictOn: (error) => {
      if (!(error instanceof UploadFailure)) return verdictOn(error);
      const { message, kind } = error;
      return kind === "refused" ? { code: "INVALID", message } : null;
    },
    isBlocked,
    messageOf,
  };
}

/** Rejects if the photo was deleted, or has a thumbnail by now. */
export async function uploadThumbnail(
  convex: ConvexReactClient,
  fileId: string,
  thumbnail: Blob,
): Promise<void> {
  const url = new URL(await convex.mutation(api.jobs.generateUploadUrl, {}));
  url.searchParams.set("thumbnailOf", fileId);
  await uploadFile({
    url: url.href,
    body: thumbnail,
    name: "thumbnail.jpg",
    signal: new AbortController().signal,
    onProgress: () => {},
  });
}

/** Reports a failure, except that another device was first or that the connection was lost. */
export function reportThumbnailFailure(error: unknown): void {
  if (!(error instanceof UploadFailure || error instanceof TypeError))
    reportError(error);
}

function isBlocked(error: unknown): boolean {
  return error instanceof UploadFailure && error.kind === "blocked";
}

export function messageOf(error: unknown): string {
  return error instanceof UploadFailure || error instanceof DeviceStoreError
    ? error.message
    : toAppError(error).message;
}

/** A call over a dead connection is answered once the connection is back, or never. */
async function untilAborted<T>(
  asked: Promise<T>,
  signal: AbortSignal,
): Promise<T> {
  return await new Promise<T>((resolve, reject) => {
    const stop = () =>
      reject(new UploadFailure("The upload was stopped.", "passing"));
    signal.addEventListener("abort", stop, { once: true });
    if (signal.aborted) stop();
    asked.then(resolve, reject);
  });
}
