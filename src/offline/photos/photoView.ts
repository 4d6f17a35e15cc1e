/** The photos on this device as screens show them. */
import type { OutboxItem } from "convex-outbox";
import { thisDevice } from "@/lib/thisDevice";
import type { PhotoPreparation, Preparing } from "./PhotoPreparation";
import type { PhotoQueue } from "./PhotoQueue";
import type { PhotoFailure } from "./PhotoSender";
import { fileOf, type KeptPhoto } from "@/offline/device/photoRow";
import { changeOf, isPhotoDiscardable } from "./photoRules";
import type { WaitingPhoto } from "./photosWaiting";

interface Attempts {
  readonly isSignedOut: boolean;
  /** The data epoch of the server, as far as this device knows it. */
  readonly epoch: string;
  readonly progressOf: (photoId: string) => number | null;
  readonly failureOf: (photoId: string) => PhotoFailure | null;
}

type Described = Pick<
  WaitingPhoto,
  "syncStatus" | "progress" | "reason" | "isBlocked"
> & {
  readonly mayRetry: boolean;
  readonly mayDiscard: boolean;
};

/** `changes` are the outbox of the photo's store. */
function describeKept(
  photo: KeptPhoto,
  changes: readonly OutboxItem[],
  attempts: Attempts,
): Described {
  const { id, state } = photo;
  const change = changeOf(photo, changes);
  const refusal = [state, change?.state].find(
    (each) => each?.kind === "refused",
  );
  if (refusal?.kind === "refused")
    return {
      syncStatus: "Refused",
      progress: null,
      reason: refusal.message,
      isBlocked: false,
      // A file that the server does not accept would be refused again.
      mayRetry: state.kind !== "refused" || state.code === undefined,
      mayDiscard: true,
    };
  const progress = attempts.progressOf(id);
  const failure = attempts.failureOf(id);
  const isSending =
    state.kind === "attaching"
      ? change?.state.kind === "sending"
      : progress !== null;
  const unsent = isSending ? "Sending" : "Waiting";
  return {
    syncStatus: attempts.isSignedOut ? "Sign in" : unsent,
    progress: state.kind === "attaching" ? 1 : progress,
    reason: failure?.message ?? null,
    isBlocked: failure?.isBlocked ?? false,
    mayRetry: failure !== null && progress === null,
    mayDiscard: isPhotoDiscardable(photo, changes, attempts.epoch),
  };
}

function describePreparing({
  stage,
  message,
  isRetryable,
}: Preparing): Described {
  const hasFailed = stage === "failed";
  return {
    syncStatus: hasFailed ? "Refused" : "Preparing",
    progress: null,
    reason: message,
    isBlocked: false,
    mayRetry: hasFailed && isRetryable,
    mayDiscard: true,
  };
}

interface ViewFacts {
  readonly isSignedOut: boolean;
  readonly epoch: string;
  /** The outbox of the same person. */
  readonly changes: readonly OutboxItem[];
  readonly previewOf: (photoId: string) => string | undefined;
  /** Does what the person asked for, and shows an error if it failed. */
  readonly act: (
    photo: KeptPhoto,
    action: (id: string) => Promise<unknown>,
  ) => void;
}

export function viewOfKept(
  queue: PhotoQueue,
  { isSignedOut, epoch, changes, previewOf, act }: ViewFacts,
): WaitingPhoto[] {
  const { sender } = queue;
  const attempts: Attempts = {
    isSignedOut,
    epoch,
    progressOf: (id) => sender.progressOf(id),
    failureOf: (id) => sender.failureOf(id),
  };
  const problem = queue.problem ?? `Not stored on ${thisDevice()} yet.`;
  const retry = (id: string) => queue.retry(id);
  const discard = (id: string) => queue.discard((each) => each.id === id);
  return queue.photos.map((photo) => {
    const { id, subject, field, name, at, isHeld, batch = null } = photo;
    const isKept = queue.isStored(id);
    return {
      ...{ id, subject, field, name, at, isHeld, isKept, batch },
      preview: () => previewOf(id),
      ...withActions(describeKept(photo, changes, attempts), {
        retry: () => act(photo, retry),
        discard: () => act(photo, discard),
      }),
      problem: isKept ? null : problem,
      fileId: fileOf(photo),
    };
  });
}

/** The photos of the queue, then those that are being prepared: a photo is, until the store has it or is late. */
export function withPreparing(
  queued: readonly WaitingPhoto[],
  preparation: PhotoPreparation,
): WaitingPhoto[] {
  const inPreparation = new Set(
    preparation.photos.map(({ photo }) => photo.id),
  );
  const kept = queued.filter(
    ({ id, isKept }) => isKept || !inPreparation.has(id),
  );
  const ids = new Set(kept.map(({ id }) => id));
  const preparing = preparation.photos
    .filter(({ photo }) => !ids.has(photo.id))
    .map((each) => viewOfPreparing(each, preparation));
  return [...kept, ...preparing];
}

function viewOfPreparing(
  entry: Preparing,
  preparation: PhotoPreparation,
): WaitingPhoto {
  const { id, subject, field, name, at, isHeld, batch } = entry.photo;
  return {
    ...{ id, subject, field, name, at, isHeld, isKept: false, batch },
    preview: () => undefined,
    ...withActions(describePreparing(entry), {
      retry: () => preparation.retry(id),
      discard: () => preparation.remove((each) => each.id === id),
    }),
    problem: null,
    fileId: null,
  };
}

interface Actions {
  readonly retry: () => void;
  readonly discard: () => void;
}

function withActions(
  { mayRetry, mayDiscard, ...shown }: Described,
  { retry, discard }: Actions,
) {
  return {
    ...shown,
    retry: mayRetry ? retry : null,
    discard: mayDiscard ? discard : null,
  };
}
