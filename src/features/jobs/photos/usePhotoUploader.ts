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

const uploaders = new WeakMap<ConvexReactClient, PhotoUploader>();

/** One uploader for as long as the page lives, so that closing a dialog stops nothing. */
export function usePhotoUploader(): PhotoUploader {
  const convex = useConvex();
  const known = uploaders.get(convex);
  if (known) return known;
  const uploader = createUploader(convex);
  uploaders.set(convex, uploader);
  return uploader;
}

/** The photos of one list that are not in the job yet. */
export function useQueuedPhotos(
  owner: PhotoOwner,
  field: JobFileField,
): readonly QueuedPhoto[] {
  const uploader = usePhotoUploader();
  const queue = useSyncExternalStore(uploader.subscribe, uploader.photos);
  const { kind, id } = owner;
  useEffect(
    () => uploader.watch({ kind, id } as PhotoOwner),
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
    // A photo too large to keep may be small enough once it is shrunk: here only its kind counts.
    refusal: (file) => refusalOf(file, file.name, Math.min(file.size, 1)),
    shrink: async (file) => checked(await shrinkPhoto(file)),
    uploadUrl: () => convex.mutation(api.jobs.generateUploadUrl, {}),
    upload: uploadFile,
    attach: async (id, field, fileId) => {
      await convex.mutation(api.jobs.addFiles, {
        id,
        field,
        fileIds: [fileId],
      });
    },
    describe: describeFailure,
    isOnline: () => navigator.onLine,
    gaveUp: sayThatUploadFailed,
  });
  window.addEventListener("online", () => uploader.reconnected());
  trackPendingUploads(uploader);
  return uploader;
}

function checked(photo: PreparedPhoto): PreparedPhoto {
  const refusal = refusalOf(photo.body, photo.name, photo.body.size);
  if (refusal) throw new UploadFailure(refusal, false);
  return photo;
}

function refusalOf(body: Blob, name: string, size: number): string | null {
  return refuseFile({ name, declaredType: body.type, size });
}

function describeFailure(failure: unknown): PhotoFailure {
  if (failure instanceof UploadFailure) {
    return { message: failure.message, isRetryable: failure.isRetryable };
  }
  const { code, message } = toAppError(failure);
  const isRefusal =
    code === "INVALID" || code === "NOT_FOUND" || code === "CONFLICT";
  return { message, isRetryable: !isRefusal };
}

/** Far from the dialog there is no tile to show it on. */
function sayThatUploadFailed({ name, failure }: QueuedPhoto): void {
  toast.error("Upload failed", {
    description: failureSentence(name, failure),
    duration: 10_000,
    closeButton: true,
  });
}

/** Most refusals name the file already. */
export function failureSentence(
  name: string,
  failure: PhotoFailure | null,
): string {
  const message = failure?.message ?? "";
  return message.includes(name) ? message : `${name}: ${message}`;
}

/** Each unfinished photo counts as one piece of work that leaving the page would lose. */
function trackPendingUploads(uploader: PhotoUploader): void {
  const endings: (() => void)[] = [];
  uploader.subscribe(() => {
    const unfinished = uploader.unfinishedCount();
    while (endings.length < unfinished) endings.push(beginPendingUpload());
    while (endings.length > unfinished) endings.pop()?.();
  });
}
