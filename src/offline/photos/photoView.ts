/** Describes the photos on this device for the screens. */
import { isDiscardable, isUploaded } from "convex-outbox";
import { thisDevice } from "@/lib/thisDevice";
import { DeviceStoreError } from "@/offline/device/deviceStoreErrors";
import { NoStoreError } from "@/offline/device/storeProblem";
import type { PhotoPreparation, Preparing } from "./PhotoPreparation";
import type { KeptPhotos } from "./keptPhotos";
import { changeOf, isPhoto, type WaitingChange } from "./photoRules";
import type { WaitingPhoto } from "./photosWaiting";

type Described = Pick<WaitingPhoto, "syncStatus" | "progress" | "reason" | "isBlocked"> & {
  readonly mayRetry: boolean;
  readonly mayDiscard: boolean;
};

function describeKept(
  photo: WaitingChange,
  { client, progressOf, failureOf }: KeptPhotos,
  isSignedOut: boolean,
): Described {
  const { id, state } = photo;
  const isSent = isUploaded(photo);
  if (state.kind === "refused")
    return {
      syncStatus: "Refused",
      progress: null,
      reason: state.message,
      isBlocked: false,
      // Retrying a file that the server does not accept is useless. Earlier releases stored no code.
      mayRetry: isSent || state.code === "",
      mayDiscard: true,
    };
  const progress = progressOf(id) ?? (isSent ? 1 : null);
  const failure = failureOf(id);
  const isSending = progressOf(id) !== null || (isSent && state.kind === "sending");
  const unsent = isSending ? "Sending" : "Waiting";
  return {
    syncStatus: isSignedOut ? "Sign in" : unsent,
    progress,
    reason: failure?.message ?? null,
    isBlocked: failure?.isBlocked ?? false,
    mayRetry: failure !== null && !isSending,
    mayDiscard: isDiscardable(photo, client.epoch()),
  };
}

function describePreparing({ stage, message, isRetryable }: Preparing): Described {
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
  readonly previewOf: (photoId: string) => string | undefined;
  readonly discard: (photo: WaitingChange) => void;
}

export function viewOfKept(
  photos: KeptPhotos,
  { isSignedOut, previewOf, discard }: ViewFacts,
): WaitingPhoto[] {
  const { client } = photos;
  const problem = sentenceOf(client.storeError()) ?? `Not stored on ${thisDevice()} yet.`;
  return client
    .items()
    .filter(isPhoto)
    .map((photo) => {
      const { id } = photo;
      const isKept = client.isStored(id);
      return {
        ...photo,
        isKept,
        problem: isKept ? null : problem,
        preview: () => previewOf(id),
        ...withActions(describeKept(photo, photos, isSignedOut), {
          retry: () => void photos.retry(id),
          discard: () => discard(photo),
        }),
      };
    });
}

/** The sentence why the device does not keep the photos of this page; null if it does, or only takes long. */
function sentenceOf(error: unknown): string | null {
  return error instanceof DeviceStoreError || error instanceof NoStoreError ? error.message : null;
}

/** The photos of the queue, then those being prepared, which they are until the store has them or is late. */
export function withPreparing(
  queued: readonly WaitingPhoto[],
  preparation: PhotoPreparation,
): WaitingPhoto[] {
  const inPreparation = new Set(preparation.photos.map(({ photo }) => photo.id));
  const kept = queued.filter(({ id, isKept }) => isKept || !inPreparation.has(id));
  const ids = new Set(kept.map(({ id }) => id));
  const preparing = preparation.photos
    .filter(({ photo }) => !ids.has(photo.id))
    .map((each) => viewOfPreparing(each, preparation));
  return [...kept, ...preparing];
}

function viewOfPreparing(entry: Preparing, preparation: PhotoPreparation): WaitingPhoto {
  const { photo } = entry;
  const { id } = photo;
  return {
    ...changeOf({ ...photo, type: photo.file.type }),
    ...{ order: 0, release: "", attempts: 0 },
    state: { kind: "storing" },
    isKept: false,
    problem: null,
    preview: () => undefined,
    ...withActions(describePreparing(entry), {
      retry: () => preparation.retry(id),
      discard: () => preparation.remove((each) => each.id === id),
    }),
  };
}

interface Actions {
  readonly retry: () => void;
  readonly discard: () => void;
}

function withActions({ mayRetry, mayDiscard, ...shown }: Described, { retry, discard }: Actions) {
  return {
    ...shown,
    retry: mayRetry ? retry : null,
    discard: mayDiscard ? discard : null,
  };
}
