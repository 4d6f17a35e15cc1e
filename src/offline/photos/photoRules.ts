/**
 * The rules for the photos on this device, as pure functions of the stored rows.
 * Each returns what to write in the transaction that read them. Every tab may
 * call any of them at any time: a step for a photo that is gone, or in another
 * state by now, does nothing. So a photo that two tabs have uploaded gets one of
 * the two files, and the server deletes the other.
 */
import { isDiscardable, type OutboxItem, type Refusal } from "convex-outbox";
import type { JobKey } from "@domain/changes/subjects";
import { addFiles } from "@domain/changes/jobFiles";
import type { JobFileField } from "@domain/jobs";
import { newChange } from "@/offline/outbox/newChange";
import { outboxRules } from "@/offline/outbox/outboxRules";
import {
  addedFile,
  type KeptPhoto,
  type PhotoSubject,
} from "@/offline/device/photoRow";

export interface PhotoRows {
  readonly photos: readonly KeptPhoto[];
  /** The outbox of the same person. */
  readonly changes: readonly OutboxItem[];
}

/** The rows to write and the ids to remove. Removing a photo removes its bytes. */
export interface PhotoStep<T = null> {
  readonly photos?: readonly KeptPhoto[];
  readonly removedPhotos?: readonly string[];
  readonly changes?: readonly OutboxItem[];
  readonly removedChanges?: readonly string[];
  readonly result: T;
}

const NOTHING = { result: null };

/** Adds a photo after all others. */
export function addPhoto(
  { photos }: PhotoRows,
  photo: Omit<KeptPhoto, "kind" | "order" | "state">,
): PhotoStep {
  const order = Math.max(0, ...photos.map((each) => each.order)) + 1;
  const added: KeptPhoto = {
    ...photo,
    kind: "kept",
    order,
    state: { kind: "waiting" },
  };
  return { photos: [added], result: null };
}

/**
 * What follows for the photos from the outbox:
 * - A job that is created takes its photos along.
 * - A photo whose change is gone is on the job, or was discarded with the change.
 * - A file that waited for longer than a day for its job is no longer on the
 *   server: the photo is uploaded again, under another intent.
 */
export function followOutbox({ photos, changes }: PhotoRows): PhotoStep {
  const kept: KeptPhoto[] = [];
  const removedPhotos: string[] = [];
  const removedChanges: string[] = [];
  for (const photo of photos) {
    const create = changes.find(({ creates }) => creates === photo.subject.key);
    if (photo.isHeld && create !== undefined) {
      kept.push({ ...photo, isHeld: false, subject: create.subject });
    }
    if (photo.state.kind !== "attaching") continue;
    const change = changeOf(photo, changes);
    if (change === undefined) removedPhotos.push(photo.id);
    else if (isFileGone(photo, change)) {
      kept.push({ ...photo, state: { kind: "waiting" } });
      removedChanges.push(change.id);
    }
  }
  return { photos: kept, removedPhotos, removedChanges, result: null };
}

/** The first photo to upload. Photos of a job that is not created yet wait for the job. */
export function nextPhoto(
  { photos, changes }: PhotoRows,
  paused: ReadonlySet<string>,
): KeptPhoto | null {
  const created = new Set(changes.map(({ creates }) => creates));
  const next = inOrder(photos).find(
    ({ id, state, isHeld, subject }) =>
      state.kind === "waiting" &&
      !isHeld &&
      !paused.has(id) &&
      !created.has(subject.key),
  );
  return next ?? null;
}

interface Uploaded {
  readonly fileId: string;
  /** A UUID. */
  readonly intent: string;
  readonly at: number;
  readonly release: string;
}

/**
 * Saves the id of the uploaded file together with the change that adds it to the job. Results in whether this upload
 * is the one that counts.
 */
export function uploaded(
  { photos, changes }: PhotoRows,
  id: string,
  { fileId, intent, at, release }: Uploaded,
): PhotoStep<boolean> {
  const photo = photos.find((each) => each.id === id);
  if (photo?.state.kind !== "waiting") return { result: false };
  const { subject, field, batch } = photo;
  const added = outboxRules.addChange(
    changes,
    {
      ...newChange(addFiles, subject, {
        field,
        fileIds: [fileId],
        ...(batch !== undefined && { batch }),
      }),
      id: intent,
      at,
    },
    { release: release },
  );
  return {
    photos: [{ ...photo, state: { kind: "attaching", fileId } }],
    changes: added.put ?? [],
    result: true,
  };
}

export function refusePhoto(
  { photos }: PhotoRows,
  id: string,
  { code, message }: Refusal,
): PhotoStep {
  const photo = photos.find((each) => each.id === id);
  if (photo?.state.kind !== "waiting") return NOTHING;
  return {
    photos: [{ ...photo, state: { kind: "refused", code, message } }],
    result: null,
  };
}

/** Retries a refused photo, with a new upload and a new change. */
export function retryPhoto(
  { photos, changes }: PhotoRows,
  id: string,
): PhotoStep {
  const photo = photos.find((each) => each.id === id);
  if (photo === undefined) return NOTHING;
  const change = changeOf(photo, changes);
  if ((change ?? photo).state.kind !== "refused") return NOTHING;
  return {
    photos: [{ ...photo, state: { kind: "waiting" } }],
    removedChanges: change === undefined ? [] : [change.id],
    result: null,
  };
}

/**
 * Discards a photo that the job cannot have, or one that waits for the person's decision after a restored backup.
 * Results in whether the photo was discarded.
 */
export function discardPhoto(
  { photos, changes }: PhotoRows,
  id: string,
  epoch = "",
): PhotoStep<boolean> {
  const photo = photos.find((each) => each.id === id);
  if (photo === undefined) return { result: false };
  const change = changeOf(photo, changes);
  if (change !== undefined && !isDiscardable(change, epoch))
    return { result: false };
  return {
    removedPhotos: [id],
    removedChanges: change === undefined ? [] : [change.id],
    result: true,
  };
}

/** Called when the draft was discarded, the job deleted, or the choice of photos undone. */
export function discardPhotos(
  rows: PhotoRows,
  isDiscarded: (photo: KeptPhoto) => boolean,
): PhotoStep {
  const discarded = rows.photos.filter(isDiscarded);
  const steps = discarded.map(({ id }) => discardPhoto(rows, id));
  return {
    removedPhotos: steps.flatMap(({ removedPhotos = [] }) => removedPhotos),
    removedChanges: steps.flatMap(({ removedChanges = [] }) => removedChanges),
    result: null,
  };
}

/** The photos that a step removes although their jobs do not have them. */
export function discardedBy(
  { photos, changes }: PhotoRows,
  { removedPhotos = [] }: PhotoStep<unknown>,
): string[] {
  const isSaved = (photo: KeptPhoto) =>
    photo.state.kind === "attaching" && changeOf(photo, changes) === undefined;
  const discarded = photos.filter((photo) => !isSaved(photo));
  return removedPhotos.filter((id) => discarded.some((each) => each.id === id));
}

/** Called when the draft was saved as this job. */
export function releasePhotos(
  { photos }: PhotoRows,
  jobKey: JobKey,
  subject: PhotoSubject,
): PhotoStep {
  return {
    photos: photos
      .filter((photo) => photo.isHeld && photo.subject.key === jobKey)
      .map((photo) => ({ ...photo, isHeld: false, subject })),
    result: null,
  };
}

/** Called when the job was refused and is being entered again. */
export function holdPhotos({ photos }: PhotoRows, jobKey: JobKey): PhotoStep {
  return {
    photos: photos
      .filter(({ subject }) => subject.key === jobKey)
      .map((photo) => ({ ...photo, isHeld: true })),
    result: null,
  };
}

/** The rows after a step. */
export function applyStep(
  rows: PhotoRows,
  step: PhotoStep<unknown>,
): PhotoRows {
  const { photos = [], removedPhotos = [] } = step;
  const { changes = [], removedChanges = [] } = step;
  return {
    photos: inOrder(merged(rows.photos, photos, removedPhotos)),
    changes: inOrder(merged(rows.changes, changes, removedChanges)),
  };
}

export function changesOutbox(step: PhotoStep<unknown>): boolean {
  const { changes = [], removedChanges = [] } = step;
  return changes.length > 0 || removedChanges.length > 0;
}

export function changesRows(step: PhotoStep<unknown>): boolean {
  const { photos = [], removedPhotos = [] } = step;
  return photos.length > 0 || removedPhotos.length > 0 || changesOutbox(step);
}

/** The change that adds the photo's file, also if the person has sent it again under another id. */
export function changeOf(
  { state }: KeptPhoto,
  changes: readonly OutboxItem[],
): OutboxItem | undefined {
  if (state.kind !== "attaching") return undefined;
  return changes.find((change) => addedFile(change) === state.fileId);
}

/** The server's error names the list if the file is missing, and `id` if the job is. */
function isFileGone(
  { field }: { readonly field: JobFileField },
  { state }: OutboxItem,
): boolean {
  return (
    state.kind === "refused" &&
    state.code === "NOT_FOUND" &&
    state.field === field
  );
}

interface Row {
  readonly id: string;
  readonly order: number;
}

function merged<R extends Row>(
  rows: readonly R[],
  put: readonly R[],
  removed: readonly string[],
): R[] {
  const gone = new Set([...removed, ...put.map(({ id }) => id)]);
  return [...rows.filter(({ id }) => !gone.has(id)), ...put];
}

function inOrder<R extends Row>(rows: readonly R[]): R[] {
  return rows.toSorted((a, b) => a.order - b.order);
}
