import { expect, it } from "vitest";
import type { AttachmentFailure } from "convex-outbox/attachments";
import type { KeptPhotos } from "@/offline/photos/keptPhotos";
import type { KeptPhoto } from "@/offline/device/photoRow";
import { isJobGone } from "@/offline/outbox/isJobGone";
import { itemOf } from "@/offline/photos/photoStore";
import { viewOfKept } from "@/offline/photos/photoView";

interface Facts {
  readonly failure?: AttachmentFailure;
  readonly progress?: number;
  readonly epoch?: string;
  readonly change?: NonNullable<KeptPhoto["change"]>;
  readonly isStored?: boolean;
}

function viewOf(
  state: KeptPhoto["state"],
  { failure, progress, epoch = "", change, isStored = true }: Facts = {},
) {
  const photo: KeptPhoto = {
    kind: "kept",
    id: "a",
    subject: { key: "job1", label: "12 Elm Street" },
    isHeld: false,
    field: "job_photo_estimate",
    name: "a.jpg",
    type: "image/jpeg",
    at: 1,
    order: 1,
    state,
    ...(change && { change }),
  };
  const client = {
    ...{ items: () => [itemOf(photo)], epoch: () => epoch },
    ...{ isStored: () => isStored, storeError: () => null },
  };
  const photos = {
    client,
    progressOf: () => progress ?? null,
    failureOf: () => failure ?? null,
  };
  const [view] = viewOfKept(photos as unknown as KeptPhotos, {
    isSignedOut: false,
    previewOf: () => undefined,
    discard: () => undefined,
  });
  return {
    ...view,
    isJobGone: view !== undefined && isJobGone(view),
    mayRetry: view?.retry !== null,
    mayDiscard: view?.discard !== null,
  };
}

it("offers to retry a photo that a proxy blocked, and says what must change", () => {
  const failure = { message: "Ask the office.", isBlocked: true };
  expect(viewOf({ kind: "waiting" }, { failure })).toMatchObject({
    syncStatus: "Waiting",
    reason: "Ask the office.",
    isBlocked: true,
    mayRetry: true,
    mayDiscard: true,
  });
});

it("says of a photo that the store does not have yet that it is not stored", () => {
  expect(viewOf({ kind: "waiting" }, { isStored: false })).toMatchObject({
    isKept: false,
    problem: "Not stored on this device yet.",
  });
});

it("offers to discard a photo that Downspout refused, and not to retry it", () => {
  expect(viewOf({ kind: "refused", code: "INVALID", message: "No image." })).toMatchObject({
    syncStatus: "Refused",
    mayRetry: false,
    mayDiscard: true,
  });
});

it("offers to retry a photo that an earlier release counted as refused", () => {
  const message = "The upload was not accepted (413).";
  expect(viewOf({ kind: "refused", message })).toMatchObject({
    syncStatus: "Refused",
    reason: message,
    mayRetry: true,
  });
});

it("offers no retry of a photo that is being sent again", () => {
  const failure = { message: "The connection was lost.", isBlocked: false };
  expect(viewOf({ kind: "waiting" }, { failure, progress: 0.5 })).toMatchObject({
    syncStatus: "Sending",
    progress: 0.5,
    mayRetry: false,
  });
});

it.each([
  ["", false],
  ["before", false],
  ["restored", true],
])(
  "a sent photo can be discarded only if the server's data was restored since: the epoch is now %j",
  (epoch, mayDiscard) => {
    const change = {
      ...{ at: 1, epoch: "before", attempts: 1 },
      state: { kind: "waiting" } as const,
    };
    expect(viewOf({ kind: "attaching", fileId: "file" }, { epoch, change })).toMatchObject({
      mayDiscard,
      progress: 1,
    });
  },
);

it.each([
  ["id", true],
  ["job_photo_estimate", false],
])("offers to restore a job only if the job is gone: the refusal names %s", (field, isJobGone) => {
  const refusal = { code: "NOT_FOUND", message: "Gone.", field };
  const state = { kind: "refused", ...refusal } as const;
  const change = { at: 1, epoch: "", attempts: 1, state };
  expect(viewOf({ kind: "attaching", fileId: "file" }, { change })).toMatchObject({
    ...{ syncStatus: "Refused", reason: "Gone.", isJobGone },
    ...{ mayRetry: true, mayDiscard: true },
  });
});
