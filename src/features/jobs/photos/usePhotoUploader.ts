import { useConvex, type ConvexReactClient } from "convex/react";
import { useEffect, useMemo, useSyncExternalStore } from "react";
import { toast } from "sonner";
import { api } from "@convex/_generated/api";
import { toAppError } from "@/lib/appErrors";
import { beginPendingUpload } from "@/lib/pendingUploads";
import { refuseFile } from "@domain/images";
import type { JobFileField } from "@domain/jobs";
import { PhotoUploader } from "./PhotoUploader";
import {
  isOwnedBy,
  type PhotoFailure,
  type PhotoOwner,
  type QueuedPhoto,
} from "./photoQueue";
import { shrinkPhoto, type PreparedPhoto } from "./shrinkPhoto";
import { uploadFile, UploadFailure } from "./uploadFile";
import { thumbnailQueueOf } from "./thumbnailQueueOf";

const uploaders = new WeakMap<ConvexReactClient, PhotoUploader>();

/** One uploader per page, so that closing a dialog does not stop uploads. */
export function usePhotoUploader(): PhotoUploader {
  const convex = useConvex();
  const existing = uploaders.get(convex);
  if (existing) return existing;
  const uploader = createUploader(convex);
  uploaders.set(convex, uploader);
  return uploader;
}

/** The photos of one list that are not attached to the job yet. */
export function useQueuedPhotos(
  owner: PhotoOwner,
  field: JobFileField,
): readonly QueuedPhoto[] {
  const uploader = usePhotoUploader();
  const queue = useSyncExternalStore(uploader.subscribe, uploader.photos);
  const { kind, id } = owner;
  useEffect(
    () => uploader.markVisible({ kind, id } as PhotoOwner),
    [uploader, kind, id],
  );
  return useMemo(
    () =>
      queue.filter(
        (photo) =>
          photo.field === field && isOwnedBy(photo, { kind, id } as PhotoOwner),
      ),
    [queue, kind, id, field],
  );
}

export function useHasPhotos({ kind, id }: PhotoOwner): boolean {
  const uploader = usePhotoUploader();
  return useSyncExternalStore(uploader.subscribe, () =>
    uploader
      .photos()
      .some((photo) => isOwnedBy(photo, { kind, id } as PhotoOwner)),
  );
}

function createUploader(convex: ConvexReactClient): PhotoUploader {
  const uploader = new PhotoUploader({
    // The size is checked after shrinking, so here only the type counts.
    rejectionOf: (file) => rejectionOf(file, file.name, Math.min(file.size, 1)),
    shrink: async (file) => assertAccepted(await shrinkPhoto(file)),
    uploadUrl: () => convex.mutation(api.jobs.generateUploadUrl, {}),
    upload: async (upload, field) => {
      const fileId = await uploadFile(upload);
      const isDrawing = field === "job_drawings";
      thumbnailQueueOf(convex).add({ fileId, photo: upload.body, isDrawing });
      return fileId;
    },
    attach: async (id, field, fileId) => {
      await convex.mutation(api.jobs.addFiles, {
        id,
        field,
        fileIds: [fileId],
      });
    },
    toFailure,
    isOnline: () => navigator.onLine,
    onGaveUp: showFailureToast,
  });
  window.addEventListener("online", () => uploader.reconnected());
  trackPendingUploads(uploader);
  return uploader;
}

function assertAccepted(photo: PreparedPhoto): PreparedPhoto {
  const rejection = rejectionOf(photo.body, photo.name, photo.body.size);
  if (rejection) throw new UploadFailure(rejection, false);
  return photo;
}

function rejectionOf(body: Blob, name: string, size: number): string | null {
  return refuseFile({ name, declaredType: body.type, size });
}

function toFailure(failure: unknown): PhotoFailure {
  if (failure instanceof UploadFailure) {
    return { message: failure.message, isRetryable: failure.isRetryable };
  }
  const { code, message } = toAppError(failure);
  const isRejection =
    code === "INVALID" || code === "NOT_FOUND" || code === "CONFLICT";
  return { message, isRetryable: !isRejection };
}

/** For a failure while the photo's dialog is closed. */
function showFailureToast({ name, failure }: QueuedPhoto): void {
  toast.error("Upload failed", {
    description: failureSentence(name, failure),
    duration: 10_000,
    closeButton: true,
  });
}

/** Prefixes the file name, unless the message contains it. */
export function failureSentence(
  name: string,
  failure: PhotoFailure | null,
): string {
  const message = failure?.message ?? "";
  return message.includes(name) ? message : `${name}: ${message}`;
}

/** Counts each unfinished photo as one pending upload. */
function trackPendingUploads(uploader: PhotoUploader): void {
  const finishers: (() => void)[] = [];
  uploader.subscribe(() => {
    const unfinished = uploader.unfinishedCount();
    while (finishers.length < unfinished) finishers.push(beginPendingUpload());
    while (finishers.length > unfinished) finishers.pop()?.();
  });
}
