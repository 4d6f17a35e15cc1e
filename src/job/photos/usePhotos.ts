import { useConvex } from "convex/react";
import { useEffect, useMemo } from "react";
import type { Id } from "@convex/_generated/dataModel";
import type { PhotoClient } from "@/offline/photos/PhotoClient";
import { markVisible, photoClientOf } from "@/offline/photos/photoClientOf";
import type { PreparedPhoto } from "@/offline/photos/PhotoPreparation";
import type { ExpectedPhotos, PhotoSubject } from "@/offline/device/photoRow";
import { isOfJob, usePublished, type WaitingPhoto } from "@/offline/photos/photosWaiting";
import { UploadFailure } from "@/offline/photos/uploadFile";
import { refuseFile } from "@domain/files/images";
import type { JobFileField } from "@domain/job/jobs";
import { jobSubject, type JobKey } from "@domain/changes/subjects";
import { preparePhoto } from "./preparePhoto";

/** Photos of an unsaved job belong to its draft until the job is saved. */
export type PhotoOwner =
  | {
      readonly kind: "job";
      readonly id: Id<"jobs">;
      /** The key that photos name which were taken before the job had an id. */
      readonly clientKey?: string | undefined;
      readonly label: string;
      readonly customer: string;
    }
  | { readonly kind: "draft"; readonly id: string };

/** The page's one photo client, so that closing a dialog does not stop uploads. */
export function usePhotoClient(): PhotoClient {
  return photoClientOf(useConvex());
}

/** The photos of one list that the job does not have yet. */
export function useOwnPhotos(owner: PhotoOwner, field: JobFileField): readonly WaitingPhoto[] {
  const photos = usePublished((now) => now.photos);
  const key = keysOf(owner).join(" ");
  useEffect(() => {
    const ends = key.split(" ").map(markVisible);
    return () => {
      for (const end of ends) end();
    };
  }, [key]);
  return useMemo(
    () =>
      photos.filter((photo) => photo.attachment.field === field && isOfJob(photo, key.split(" "))),
    [photos, key, field],
  );
}

/** The photos of one list that the person was taking when the browser ended the page. */
export function useMissingPhotos(
  owner: PhotoOwner,
  field: JobFileField,
): readonly ExpectedPhotos[] {
  const missing = usePublished((now) => now.missing);
  const keys = keysOf(owner);
  return missing.filter((row) => row.field === field && keys.includes(row.subject.key));
}

export function useHasPhotos(jobKey: JobKey): boolean {
  return usePublished(({ photos }) => photos.some((photo) => isOfJob(photo, [jobKey])));
}

export function pickPhotos(
  client: PhotoClient,
  { owner, field }: { readonly owner: PhotoOwner; readonly field: JobFileField },
  files: readonly File[],
): void {
  client.add({
    ...expectationOf(owner, field),
    files,
    // The size is checked after shrinking, so here only the type counts.
    rejectionOf: (file) => rejectionOf(file, file.name, Math.min(file.size, 1)),
    prepare: async (file) => assertAccepted(await preparePhoto(file, field === "job_drawings")),
  });
}

export function expectationOf(owner: PhotoOwner, field: JobFileField) {
  return { subject: subjectOf(owner), isHeld: owner.kind === "draft", field };
}

export function subjectOf(owner: PhotoOwner): PhotoSubject {
  if (owner.kind === "draft") return { key: owner.id, label: "New job" };
  const { id: _id, clientKey, label, customer } = owner;
  return jobSubject({
    _id,
    clientKey,
    job_address: label,
    customer_name: customer,
  });
}

function keysOf(owner: PhotoOwner): string[] {
  const clientKey = owner.kind === "job" ? owner.clientKey : undefined;
  return clientKey === undefined ? [owner.id] : [owner.id, clientKey];
}

function assertAccepted(photo: PreparedPhoto): PreparedPhoto {
  const rejection = rejectionOf(photo.body, photo.name, photo.body.size);
  if (rejection) throw new UploadFailure(rejection, "refused");
  return photo;
}

function rejectionOf(body: Blob, name: string, size: number): string | null {
  return refuseFile({ name, declaredType: body.type, size });
}
