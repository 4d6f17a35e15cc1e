import { useEffect, useRef, useState } from "react";
import type { Id } from "@convex/_generated/dataModel";
import { JOB_FILE_FIELD_LABELS, type JobFileField } from "@domain/job/jobs";
import { useCopiedPictures } from "@/job/photos/useCopiedPictures";
import { useOwnPhotos, usePhotoClient, type PhotoOwner } from "@/job/photos/usePhotos";
import { usePictures } from "@/job/photos/usePictures";

export type FileLists = Partial<Readonly<Record<JobFileField, readonly Id<"_storage">[]>>>;

export interface ViewedPhoto {
  /** The file's id, or the id of a waiting photo. */
  readonly id: string;
  /** For example "Estimate photos 2 of 5". */
  readonly name: string;
  /** The name of the file that the person chose, while the photo waits. */
  readonly fileName: string | null;
  /** When it was added, in ms since 1970; undefined until it is known. */
  readonly at: number | undefined;
  readonly thumbnail: string | undefined;
  /** The URL of the whole photo: undefined until it is known, null if there is no such file. */
  readonly url: string | null | undefined;
}

const NO_FILES: readonly Id<"_storage">[] = [];

/** All photos of a job, stored and waiting, in the order of its dialog. Loads `viewedId` and its neighbors. */
export function useViewedPhotos(
  owner: PhotoOwner,
  files: FileLists,
  viewedId: string,
): readonly ViewedPhoto[] {
  const photos = [
    ...useListed(owner, "job_drawings", files),
    ...useListed(owner, "job_photo_estimate", files),
    ...useListed(owner, "job_photo_install", files),
  ];
  const at = photos.findIndex(({ id }) => id === viewedId);
  const near = photos.slice(Math.max(at - 1, 0), at + 2);
  const own = near.filter(({ isWaiting }) => isWaiting);
  const urls = useOwnUrls(own.map(({ id }) => id));
  return photos.map(({ isWaiting, ...photo }) =>
    isWaiting ? { ...photo, url: urls.get(photo.id) } : photo,
  );
}

function useListed(owner: PhotoOwner, field: JobFileField, files: FileLists) {
  const ids = files[field] ?? NO_FILES;
  const client = usePhotoClient();
  const areDrawings = field === "job_drawings";
  const pictures = usePictures(ids, { areDrawings });
  const copied = useCopiedPictures(ids);
  // If the browser could make no preview, it cannot show the photo either.
  const waiting = useOwnPhotos(owner, field).filter(
    ({ attachment, preview }) => !ids.some((id) => id === attachment.file) && Boolean(preview()),
  );
  const count = ids.length + waiting.length;
  const nameAt = (index: number) => `${JOB_FILE_FIELD_LABELS[field]} ${index + 1} of ${count}`;
  const stored = ids.map((id, index) => {
    const picture = pictures.get(id);
    const preview = client.previewOfFile(id) ?? copied.get(id);
    return {
      ...{ id, isWaiting: false, name: nameAt(index), at: picture?.at },
      thumbnail: preview ?? picture?.thumbnailUrl ?? undefined,
      fileName: null,
      url: picture === undefined ? undefined : (picture?.url ?? null),
    };
  });
  const kept = waiting.map(({ id, at, attachment, preview }, index) => ({
    ...{ id, isWaiting: true, name: nameAt(ids.length + index), at },
    ...{ thumbnail: preview(), fileName: attachment.name, url: undefined },
  }));
  return [...stored, ...kept];
}

/** Object URLs of the pictures on this device, made when they are first asked for. */
function useOwnUrls(ids: readonly string[]): ReadonlyMap<string, string> {
  const client = usePhotoClient();
  const [urls, setUrls] = useState<ReadonlyMap<string, string>>(new Map());
  const made = useRef(new Map<string, string>());
  const isOpen = useRef(true);
  const key = ids.join(" ");

  useEffect(() => {
    const open = async (id: string) => {
      const picture = await client.picture(id);
      if (picture === null || !isOpen.current || made.current.has(id)) return;
      made.current.set(id, URL.createObjectURL(picture));
      setUrls(new Map(made.current));
    };
    const missing = key.split(" ").filter((id) => !made.current.has(id));
    for (const id of missing) if (id !== "") void open(id);
  }, [key, client]);

  useEffect(() => {
    const all = made.current;
    isOpen.current = true;
    return () => {
      isOpen.current = false;
      for (const url of all.values()) URL.revokeObjectURL(url);
      all.clear();
    };
  }, []);
  return urls;
}
