/**
 * The rules for the photos on this device, as pure functions. A step is written in the transaction that read the rows.
 * Every tab may take any of them at any time: a step for a photo that is gone, or in another state by now, does
 * nothing. So a photo that two tabs have uploaded gets one of the two files, and the server deletes the other.
 */
import {
  inOrder,
  isDiscardable,
  type OutboxChange,
  type OutboxItem,
  type Refusal,
  type RowStep,
} from "convex-outbox";
import type { JobKey } from "@domain/changes/subjects";
import { addFiles } from "@domain/changes/jobFiles";
import { newChange } from "@/offline/outbox/newChange";
import {
  addedFile,
  type KeptPhoto,
  type PhotoSubject,
} from "@/offline/device/photoRow";

type Photos = readonly KeptPhoto[];
type Changes = readonly OutboxItem[];
export type PhotoStep<T = null> = RowStep<KeptPhoto, T>;

/** Adds a photo after all others. */
export function addPhoto(
  photos: Photos,
  photo: Omit<KeptPhoto, "kind" | "order" | "state">,
): PhotoStep {
  const order = Math.max(0, ...photos.map((each) => each.order)) + 1;
  const added: KeptPhoto = {
    ...photo,
    kind: "kept",
    order,
    state: { kind: "waiting" },
  };
  return { put: [added], result: null };
}

/** What a photo becomes; null if it is gone. */
interface Next {
  readonly photo: KeptPhoto;
  readonly next: KeptPhoto | null;
}

interface Following {
  readonly next: readonly Next[];
  /** The uploaded photos whose change the outbox does not have yet. */
  readonly unput: readonly UploadedPhoto[];
  /** The changes that can never be applied. */
  readonly lost: readonly OutboxItem[];
}

/**
 * What follows for the photos from the outbox:
 * - A job that is created takes its photos along.
 * - A photo whose change is gone is on the job, or was discarded with the change. If this page has never had the
 *   change (`put` are the files of those that it had), the page that uploaded the photo may have ended before it put
 *   the change: it is put now. Its id is the photo's, and the server applies an id once.
 * - A file that waited for longer than a day for its job is no longer on the server: the photo is uploaded again.
 */
export function followOutbox(
  photos: Photos,
  changes: Changes,
  put: ReadonlySet<string>,
): Following {
  const next: Next[] = [];
  const unput: UploadedPhoto[] = [];
  for (const photo of photos) {
    const create = changes.find(({ creates }) => creates === photo.subject.key);
    if (photo.isHeld && create !== undefined) {
      const released = { ...photo, isHeld: false, subject: create.subject };
      next.push({ photo, next: released });
    }
    if (!isUploaded(photo)) continue;
    const change = changeOf(photo, changes);
    if (change === undefined) {
      if (put.has(photo.state.fileId)) next.push({ photo, next: null });
      else unput.push(photo);
    } else if (isFileGone(change)) {
      next.push({ photo, next: { ...photo, state: { kind: "waiting" } } });
    }
  }
  return { next, unput, lost: changes.filter(isFileGone) };
}

/** The photos become what follows for them, unless they are something else by now. */
export function becoming(next: readonly Next[]): (photos: Photos) => PhotoStep {
  return (photos) => {
    const present = next.filter(({ photo }) =>
      photos.some((each) => isSame(each, photo)),
    );
    return {
      put: present.flatMap((each) => each.next ?? []),
      remove: present.flatMap(({ photo, next: after }) =>
        after === null ? [photo.id] : [],
      ),
      result: null,
    };
  };
}

/** The first photo to upload. Photos of a job that is not created yet wait for the job. */
export function nextPhoto(
  photos: Photos,
  changes: Changes,
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

/** Saves the id of the uploaded file. Results in whether this upload is the one that counts. */
export function uploaded(
  photos: Photos,
  id: string,
  fileId: string,
): PhotoStep<boolean> {
  const photo = photos.find((each) => each.id === id);
  if (photo?.state.kind !== "waiting") return { result: false };
  return {
    put: [{ ...photo, state: { kind: "attaching", fileId } }],
    result: true,
  };
}

/** A photo whose file the server has. */
type UploadedPhoto = KeptPhoto & {
  readonly state: { readonly kind: "attaching" };
};

function isUploaded(photo: KeptPhoto): photo is UploadedPhoto {
  return photo.state.kind === "attaching";
}

/**
 * The change that adds an uploaded photo to its job. It has the photo's id: however often the photo is uploaded, the
 * job gets one of its files.
 */
export function changeThatAdds(
  { id, subject, field, batch, state }: UploadedPhoto,
  at: number,
): OutboxChange {
  const fileIds = [state.fileId];
  return {
    ...newChange(addFiles, subject, {
      field,
      fileIds,
      ...(batch !== undefined && { batch }),
    }),
    id,
    at,
  };
}

export function refusePhoto(
  photos: Photos,
  id: string,
  { code, message }: Refusal,
): PhotoStep {
  const photo = photos.find((each) => each.id === id);
  if (photo?.state.kind !== "waiting") return { result: null };
  return {
    put: [{ ...photo, state: { kind: "refused", code, message } }],
    result: null,
  };
}

/** Whether the person can send the photo again: it was refused, or the change that adds it was. */
export function isRefused(photo: KeptPhoto, changes: Changes): boolean {
  return (changeOf(photo, changes) ?? photo).state.kind === "refused";
}

/**
 * Whether the photo can be discarded: the server cannot have it on its job, or the person must decide about it after a
 * restored backup.
 */
export function isPhotoDiscardable(
  photo: KeptPhoto,
  changes: Changes,
  epoch: string,
): boolean {
  const change = changeOf(photo, changes);
  return change === undefined
    ? photo.state.kind !== "attaching"
    : isDiscardable(change, epoch);
}

/** Called when the draft was saved as this job. */
export function releasePhotos(
  photos: Photos,
  jobKey: JobKey,
  subject: PhotoSubject,
): PhotoStep {
  return {
    put: photos
      .filter((photo) => photo.isHeld && photo.subject.key === jobKey)
      .map((photo) => ({ ...photo, isHeld: false, subject })),
    result: null,
  };
}

/** Called when the job was refused and is being entered again. */
export function holdPhotos(photos: Photos, jobKey: JobKey): PhotoStep {
  return {
    put: photos
      .filter(({ subject }) => subject.key === jobKey)
      .map((photo) => ({ ...photo, isHeld: true })),
    result: null,
  };
}

/** The change that adds the photo to its job, also if the person has sent it again under another id. */
export function changeOf(
  photo: KeptPhoto,
  changes: Changes,
): OutboxItem | undefined {
  if (!isUploaded(photo)) return undefined;
  const { id, state } = photo;
  return changes.find(
    (change) => change.id === id || addedFile(change) === state.fileId,
  );
}

/** The server's error names the list if the file is missing, and `id` if the job is. */
function isFileGone(change: OutboxItem): boolean {
  const { state, args } = change;
  return (
    addedFile(change) !== undefined &&
    state.kind === "refused" &&
    state.code === "NOT_FOUND" &&
    state.field === args["field"]
  );
}

function isSame(photo: KeptPhoto, other: KeptPhoto): boolean {
  return JSON.stringify(photo) === JSON.stringify(other);
}
