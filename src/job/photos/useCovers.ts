import type { JobFileField } from "@domain/job/jobs";
import {
  isOfJob,
  usePhotosWaiting,
  usePublished,
  type WaitingPhoto,
} from "@/offline/photos/photosWaiting";
import type { Job } from "../jobForm";
import { useCopiedPictures } from "./useCopiedPictures";
import { usePictures } from "./usePictures";

/** The picture on a job's card. */
export interface Cover {
  /** Undefined until it is known, null if there is no such file, empty if this browser cannot draw it. */
  readonly url: string | null | undefined;
}

type CoverJob = Pick<Job, "_id" | "clientKey" | JobFileField>;

/**
 * The covers of the jobs of a list, in one subscription: the first photo of the first of `fields` that is not empty,
 * also one that waits on this device. Shows thumbnails where there are any; those on this device need no request.
 */
export function useCovers<J extends CoverJob>(
  jobs: readonly J[],
  fields: readonly JobFileField[],
): (job: J) => Cover | null {
  const waiting = usePhotosWaiting();
  const saved = usePublished(({ savedPreview }) => savedPreview);
  const coverOf = (job: J) => firstPhoto(job, fields, waiting);
  const ids = jobs.map(coverOf).filter((cover) => typeof cover === "string");
  const unique = [...new Set(ids)];
  const pictures = usePictures(unique);
  const copied = useCopiedPictures(unique);
  return (job) => {
    const cover = coverOf(job);
    if (cover === null) return null;
    if (typeof cover !== "string") return { url: cover.preview() };
    const picture = pictures.get(cover);
    const kept = saved(cover) ?? copied.get(cover);
    return { url: kept ?? (picture && (picture.thumbnailUrl ?? picture.url)) };
  };
}

function firstPhoto(
  job: CoverJob,
  fields: readonly JobFileField[],
  waiting: readonly WaitingPhoto[],
): string | WaitingPhoto | null {
  for (const field of fields) {
    const first =
      job[field][0] ??
      waiting.find(
        (photo) =>
          photo.attachment.field === field &&
          photo.syncStatus !== "Refused" &&
          isOfJob(photo, [job._id, job.clientKey]),
      );
    if (first !== undefined) return first;
  }
  return null;
}
