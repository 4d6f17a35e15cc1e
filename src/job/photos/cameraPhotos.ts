import type { ConvexReactClient } from "convex/react";
import type { JobFileField } from "@domain/job/jobs";
import { photoClientOf } from "@/offline/photos/photoClientOf";
import type { Job } from "../jobForm";
import { expectationOf, pickPhotos, type PhotoOwner } from "./usePhotos";

/** The photo list of a job for which the camera is open. */
export interface CameraList {
  readonly job: Job;
  readonly field: JobFileField;
}

/** The photos that a person takes of one job, one after another. */
export interface CameraRun {
  readonly job: Job;
  /** The photo list; null while the person is asked to choose one. */
  readonly field: JobFileField | null;
  /** The number of photos taken or chosen. */
  readonly count: number;
}

/** The source of photos: the person takes one, or chooses several. */
export type PhotoSource = "camera" | "gallery";

/** Stores on the device that a photo is being taken, so that a page that is ended meanwhile can be continued. */
export async function expectPhoto(
  convex: ConvexReactClient,
  { job, field }: CameraList,
): Promise<void> {
  await photoClientOf(convex).expected.add(expectationOf(ownerOf(job), field));
}

/** Removes the note of expectPhoto. Called when the camera was closed without a photo. */
export async function expectNone(
  convex: ConvexReactClient,
  { job, field }: CameraList,
): Promise<void> {
  await photoClientOf(convex).expected.end(expectationOf(ownerOf(job), field));
}

export function keepPhotos(
  convex: ConvexReactClient,
  { job, field }: CameraList,
  files: readonly File[],
): void {
  pickPhotos(photoClientOf(convex), { owner: ownerOf(job), field }, files);
}

function ownerOf(job: Job): PhotoOwner {
  return {
    kind: "job",
    id: job._id,
    clientKey: job.clientKey,
    label: job.job_address,
    customer: job.customer_name,
  };
}
