import { expect, it } from "vitest";
import type { PhotoQueue } from "@/offline/photos/PhotoQueue";
import type { KeptPhoto } from "@/offline/device/photoRow";
import type { PhotoFailure } from "@/offline/photos/PhotoSender";
import { viewOfKept } from "@/offline/photos/photoView";

function viewOf(
  state: KeptPhoto["state"],
  failure: PhotoFailure | null = null,
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
  };
  const sender = { progressOf: () => null, failureOf: () => failure };
  const rows = { photos: [photo], changes: [] };
  const [view] = viewOfKept({ sender, rows } as unknown as PhotoQueue, {
    isKept: true,
    isSignedOut: false,
    epoch: "",
    problems: new Map(),
    previewOf: () => undefined,
    act: () => undefined,
  });
  return {
    ...view,
    mayRetry: view?.retry !== null,
    mayDiscard: view?.discard !== null,
  };
}

it("offers to retry a photo that a proxy did not let through, and says what must change", () => {
  const failure = { message: "Ask the office.", isBlocked: true };
  expect(viewOf({ kind: "waiting" }, failure)).toMatchObject({
    syncStatus: "Waiting",
    reason: "Ask the office.",
    isBlocked: true,
    mayRetry: true,
    mayDiscard: true,
  });
});

it("offers to discard a photo that Downspout refused, and not to retry it", () => {
  expect(
    viewOf({ kind: "refused", code: "INVALID", message: "No image." }),
  ).toMatchObject({ syncStatus: "Refused", mayRetry: false, mayDiscard: true });
});

it("offers to retry what an earlier release took for refused", () => {
  const message = "The upload was not accepted (413).";
  expect(viewOf({ kind: "refused", message })).toMatchObject({
    syncStatus: "Refused",
    reason: message,
    mayRetry: true,
  });
});
