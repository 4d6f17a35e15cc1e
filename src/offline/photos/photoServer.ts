import type { ConvexReactClient } from "convex/react";
import type { ConvexServer } from "convex-outbox";
import type { AttachmentServer } from "convex-outbox/attachments";
import { api } from "@convex/_generated/api";
import { senderKey } from "@domain/calls/workspaces";
import { toAppError } from "@/lib/appErrors";
import { thisDevice } from "@/lib/thisDevice";
import type { StoreOwner } from "@/offline/device/storeOwner";
import { DeviceStoreError } from "@/offline/device/deviceStoreErrors";
import { verdictOn } from "@/offline/outbox/outboxServer";
import type { BytesOf } from "./keptPhotos";
import { isFileGone, isPhoto, sentChange } from "./photoRules";
import { uploadFile, UploadFailure } from "./uploadFile";

interface PhotoServerParts {
  readonly convex: ConvexReactClient;
  /** The person whose photos are sent. */
  readonly owner: Pick<StoreOwner, "workspaceId" | "userId">;
  /** The server of the person's outbox. */
  readonly server: Pick<ConvexServer, "isReady" | "whileReady" | "epoch" | "send">;
  readonly bytes: BytesOf;
}

/** Uploads photos, and sends the changes that add them to their jobs. */
export function createPhotoServer({
  convex,
  owner: { workspaceId, userId },
  server: { isReady, whileReady, epoch, send },
  bytes,
}: PhotoServerParts): AttachmentServer {
  const sentFor = senderKey(workspaceId, userId);
  let thumbnailSent: Promise<void> = Promise.resolve();
  return {
    ...{ isReady, whileReady, epoch, isBlocked, messageOf, isFileGone },
    send: async (item) => await send(isPhoto(item) ? sentChange(item) : item),
    upload: async (item, { signal, onProgress }) => {
      const picture = await bytes(item.id, "picture");
      if (picture === null) throw noBytes();
      // One file at a time: on a slow line two would take as long, and both could be lost.
      await untilAborted(thumbnailSent, signal);
      const asked = convex.mutation(api.jobs.generateUploadUrl, { sentFor });
      const url = await untilAborted(asked, signal);
      const { name = "", type = "" } = item.attachment ?? {};
      const body = new Blob([picture], { type });
      const file = await uploadFile({ url, body, name, signal, onProgress });
      const thumbnail = await bytes(item.id, "thumbnail").catch(() => null);
      if (thumbnail !== null) thumbnailSent = sendThumbnail(convex, file, thumbnail);
      return file;
    },
    verdictOn: (error) => {
      if (!(error instanceof UploadFailure)) return verdictOn(error);
      const { message, kind } = error;
      return kind === "refused" ? { code: "INVALID", message } : null;
    },
  };
}

function noBytes(): UploadFailure {
  return new UploadFailure(
    `${thisDevice("This")} no longer has the photo: the browser deleted it. Take it again.`,
    "refused",
  );
}

/** Never rejects: after a failure, the next device that shows the photo makes its thumbnail. */
async function sendThumbnail(
  convex: ConvexReactClient,
  fileId: string,
  bytes: ArrayBuffer,
): Promise<void> {
  const thumbnail = new Blob([bytes], { type: "image/jpeg" });
  await uploadThumbnail(convex, fileId, thumbnail).catch(reportThumbnailFailure);
}

/** Uploads a thumbnail. Rejects if the photo was deleted, or has a thumbnail by now. */
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
  if (!(error instanceof UploadFailure || error instanceof TypeError)) reportError(error);
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
async function untilAborted<T>(asked: Promise<T>, signal: AbortSignal): Promise<T> {
  return await new Promise<T>((resolve, reject) => {
    const stop = () => reject(new UploadFailure("The upload was stopped.", "passing"));
    signal.addEventListener("abort", stop, { once: true });
    if (signal.aborted) stop();
    asked.then(resolve, reject);
  });
}
