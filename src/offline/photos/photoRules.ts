/** The rules for the photos on this device: each is a change with an attachment, as in convex-outbox/attachments. */
import type { OutboxChange, OutboxItem, OutboxStep } from "convex-outbox";
import { addFiles } from "@domain/changes/jobFiles";
import type { JobKey } from "@domain/changes/subjects";
import type { KeptPhoto, PhotoSubject } from "@/offline/device/photoRow";
import { newChange } from "@/offline/outbox/newChange";
import { verdictOn } from "@/offline/outbox/outboxServer";

/** A photo that is not on its job. */
export type WaitingChange<Change extends OutboxChange = OutboxItem> = Change &
  Required<Pick<Change, "attachment">>;

type Photos = readonly OutboxItem[];

export function isPhoto(item: OutboxItem): item is WaitingChange {
  return item.attachment !== undefined;
}

/** A chosen photo, with the fields that its change needs. */
export type ChosenPhoto = Pick<
  KeptPhoto,
  "id" | "subject" | "isHeld" | "field" | "name" | "type" | "at" | "batch"
>;

/**
 * The change that adds a photo to its job. The outbox sends the changes of one subject in turn: each photo is a subject
 * of its own, so that no photo waits for another one.
 */
export function changeOf(photo: ChosenPhoto): WaitingChange<OutboxChange> {
  const { id, subject: job, isHeld, field, name, type, at } = photo;
  const batch = photo.batch === undefined ? {} : { batch: photo.batch };
  const change = newChange(addFiles, job, { field, fileIds: [], ...batch });
  return {
    ...change,
    ...{ id, at },
    subject: { ...job, key: id },
    attachment: { field, name, type, at, ...batch, job, isHeld },
  };
}

export function chosenOf({ id, attachment }: WaitingChange): ChosenPhoto {
  const { job: subject, file: _file, ...photo } = attachment;
  return { id, subject, ...photo };
}

/** The change as it is sent. The server applies an id once: however often it was uploaded, the job gets one file. */
export function sentChange(photo: WaitingChange): OutboxItem {
  const { job, file = "" } = photo.attachment;
  return { ...photo, args: { ...photo.args, id: job.key, fileIds: [file] } };
}

/** Called when the draft was saved as this job. */
export function releasePhotos(photos: Photos, jobKey: JobKey, job: PhotoSubject): OutboxStep<null> {
  const released = photos
    .filter(isPhoto)
    .filter(({ attachment }) => attachment.isHeld && attachment.job.key === jobKey)
    .map((photo) => changed(photo, { isHeld: false, job }));
  return { put: released, result: null };
}

/** Called when the job was refused and is being entered again. */
export function holdPhotos(photos: Photos, jobKey: JobKey): OutboxStep<null> {
  const held = photos
    .filter(isPhoto)
    .filter(({ attachment: { job } }) => job.key === jobKey)
    .map((photo) => changed(photo, { isHeld: true }));
  return { put: held, result: null };
}

function changed(photo: WaitingChange, change: Partial<WaitingChange["attachment"]>): OutboxItem {
  return { ...photo, attachment: { ...photo.attachment, ...change } };
}

/** Releases the photos of the jobs that the changes create. */
export function releaseCreated(photos: Photos, changes: readonly OutboxItem[]): OutboxStep<null> {
  const released = changes.flatMap(({ creates, subject }) =>
    creates === undefined ? [] : (releasePhotos(photos, creates, subject).put ?? []),
  );
  return { put: released, result: null };
}

/** Releases the photos with these ids. */
export function releaseThese(photos: Photos, ids: readonly string[]): OutboxStep<null> {
  const released = photos
    .filter(isPhoto)
    .filter(({ id, attachment }) => attachment.isHeld && ids.includes(id))
    .map((photo) => changed(photo, { isHeld: false }));
  return { put: released, result: null };
}

/**
 * Whether the photo waits for a change in the outbox: for the creation of its job, because the server deletes files
 * that belong to no job after a day, or for the change by which a page of an earlier release adds the photo.
 */
export function waitsFor({ id, attachment }: OutboxItem, changes: readonly OutboxItem[]): boolean {
  return changes.some(
    (change) =>
      change.id === id ||
      change.creates === attachment?.job.key ||
      isAddedBy(change, attachment?.file),
  );
}

function isAddedBy({ call, args }: OutboxItem, file = ""): boolean {
  const { fileIds } = args;
  return call === addFiles.call && Array.isArray(fileIds) && fileIds.includes(file);
}

/** The server's error names the list if the file is missing, and `id` if the job is. */
export function isFileGone(error: unknown, item: OutboxItem): boolean {
  const verdict = verdictOn(error);
  if (verdict === null || verdict === "signIn") return false;
  return verdict.code === "NOT_FOUND" && verdict.field === item.attachment?.field;
}
