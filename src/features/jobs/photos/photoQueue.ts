/**
 * State machine of the photo upload queue: the state of each photo and the next
 * step. Pure: files, timers and requests are in `PhotoUploader`. Only one photo
 * is processed at a time, because a phone's memory holds one decoded photo.
 */
import type { Id } from "@convex/_generated/dataModel";
import type { JobFileField } from "@domain/jobs";

/** Photos of an unsaved job belong to its draft until the job is saved. */
export type PhotoOwner =
  | { readonly kind: "job"; readonly id: Id<"jobs"> }
  | { readonly kind: "draft"; readonly id: string };

type PhotoStage =
  | "waiting"
  | "shrinking"
  | "sending"
  | "stored"
  | "attaching"
  | "failed";

export interface QueuedPhoto {
  readonly id: string;
  readonly owner: PhotoOwner;
  readonly field: JobFileField;
  readonly name: string;
  readonly previewUrl: string;
  readonly stage: PhotoStage;
  /** Fraction of bytes sent, 0 to 1. */
  readonly progress: number;
  readonly attempts: number;
  readonly retryAt: number | null;
  readonly fileId: Id<"_storage"> | null;
  readonly failure: PhotoFailure | null;
}

export interface PhotoFailure {
  readonly message: string;
  readonly isRetryable: boolean;
}

export type PhotoQueue = readonly QueuedPhoto[];

export type PhotoEvent =
  | { type: "added"; photos: readonly NewPhoto[] }
  | { type: "shrinking" | "sending" | "attaching"; id: string }
  | { type: "progressed"; id: string; progress: number }
  | { type: "stored"; id: string; fileId: Id<"_storage"> }
  | { type: "failed"; id: string; failure: PhotoFailure; now: number }
  | { type: "retried"; id: string }
  | { type: "reconnected" }
  | { type: "removed"; id: string }
  | { type: "discarded"; owner: PhotoOwner }
  | {
      type: "draftSaved";
      draftId: string;
      jobId: Id<"jobs">;
      fileIds: readonly Id<"_storage">[];
    };

type NewPhoto = Pick<
  QueuedPhoto,
  "id" | "owner" | "field" | "name" | "previewUrl"
> & { readonly failure?: PhotoFailure };

export type NextStep =
  | { readonly type: "send" | "attach"; readonly photo: QueuedPhoto }
  | { readonly type: "sleep"; readonly until: number }
  | { readonly type: "rest" };

export const MAX_ATTEMPTS = 8;
const FIRST_RETRY_MS = 2_000;
const MAX_RETRY_MS = 60_000;

export function advance(queue: PhotoQueue, event: PhotoEvent): PhotoQueue {
  switch (event.type) {
    case "added":
      return [...queue, ...event.photos.map(toQueued)];
    case "shrinking":
    case "sending":
    case "attaching":
      return change(queue, event.id, () => ({
        stage: event.type,
        progress: event.type === "attaching" ? 1 : 0,
        retryAt: null,
        failure: null,
      }));
    case "progressed":
      return change(queue, event.id, () => ({ progress: event.progress }));
    case "stored":
      return change(queue, event.id, () => ({
        stage: "stored",
        fileId: event.fileId,
        progress: 1,
        attempts: 0,
      }));
    case "failed":
      return change(queue, event.id, (photo) => afterFailure(photo, event));
    case "retried":
      return change(queue, event.id, (photo) => ({
        ...restart(photo),
        attempts: 0,
      }));
    case "reconnected":
      return queue.map((photo) =>
        photo.retryAt === null && !photo.failure?.isRetryable
          ? photo
          : { ...photo, ...restart(photo), attempts: 0 },
      );
    case "removed":
      return queue.filter(({ id }) => id !== event.id);
    case "discarded":
      return queue.filter((photo) => !isOwnedBy(photo, event.owner));
    case "draftSaved":
      return queue
        .filter(({ fileId }) => !fileId || !event.fileIds.includes(fileId))
        .map((photo) =>
          isDraft(photo.owner, event.draftId)
            ? { ...photo, owner: { kind: "job", id: event.jobId } }
            : photo,
        );
    default:
      return event satisfies never;
  }
}

/** Attaching comes before sending: it is quick, and then the photo is saved. */
export function nextStep(
  queue: PhotoQueue,
  now: number,
  isOnline: boolean,
): NextStep {
  if (!isOnline || queue.some(isInProgress)) return { type: "rest" };
  const isDue = ({ retryAt }: QueuedPhoto) =>
    retryAt === null || retryAt <= now;
  const attachable = queue.filter(
    ({ stage, owner }) => stage === "stored" && owner.kind === "job",
  );
  const sendable = queue.filter(({ stage }) => stage === "waiting");

  const toAttach = attachable.find(isDue);
  if (toAttach) return { type: "attach", photo: toAttach };
  const toSend = sendable.find(isDue);
  if (toSend) return { type: "send", photo: toSend };

  const wakeUps = [...attachable, ...sendable].flatMap(({ retryAt }) =>
    retryAt === null ? [] : [retryAt],
  );
  return wakeUps.length > 0
    ? { type: "sleep", until: Math.min(...wakeUps) }
    : { type: "rest" };
}

/** Whether unloading the page now would lose the photo. */
export function isUnfinished(photo: QueuedPhoto): boolean {
  return photo.stage !== "failed" || photo.failure?.isRetryable === true;
}

export function isOwnedBy(photo: QueuedPhoto, owner: PhotoOwner): boolean {
  return photo.owner.kind === owner.kind && photo.owner.id === owner.id;
}

function isDraft(owner: PhotoOwner, draftId: string): boolean {
  return owner.kind === "draft" && owner.id === draftId;
}

function isInProgress({ stage }: QueuedPhoto): boolean {
  return stage === "shrinking" || stage === "sending" || stage === "attaching";
}

function toQueued({ failure, ...photo }: NewPhoto): QueuedPhoto {
  return {
    ...photo,
    stage: failure ? "failed" : "waiting",
    progress: 0,
    attempts: 0,
    retryAt: null,
    fileId: null,
    failure: failure ?? null,
  };
}

function restart(photo: QueuedPhoto): Partial<QueuedPhoto> {
  return {
    stage: photo.fileId ? "stored" : "waiting",
    retryAt: null,
    failure: null,
  };
}

function afterFailure(
  photo: QueuedPhoto,
  { failure, now }: { failure: PhotoFailure; now: number },
): Partial<QueuedPhoto> {
  const attempts = photo.attempts + 1;
  if (!failure.isRetryable || attempts >= MAX_ATTEMPTS) {
    return { stage: "failed", attempts, failure, retryAt: null };
  }
  const wait = Math.min(FIRST_RETRY_MS * 2 ** (attempts - 1), MAX_RETRY_MS);
  return { ...restart(photo), attempts, failure, retryAt: now + wait };
}

function change(
  queue: PhotoQueue,
  id: string,
  patch: (photo: QueuedPhoto) => Partial<QueuedPhoto>,
): PhotoQueue {
  return queue.map((photo) =>
    photo.id === id ? { ...photo, ...patch(photo) } : photo,
  );
}
