import { act, renderHook } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { beginPendingWork } from "@/lib/pendingWork";
import { publishPhotos } from "@/offline/photos/photosWaiting";
import { useUnsaved } from "@/offline/waitingCounts";
import { aWaitingPhoto } from "../../support/builders";
import { aWaiting } from "../../support/waitingItem";

afterEach(() => act(() => publishPhotos({})));

const refused = { kind: "refused", code: "INVALID", message: "No." } as const;

it("counts photos, and changes and saves apart from them", () => {
  publishPhotos({ photos: [aWaitingPhoto(), aWaitingPhoto()] });
  const items = [
    aWaiting("jobs:update", { id: "job1" }),
    aWaiting("jobs:update", { id: "job2" }, refused),
  ];
  const { result } = renderHook(() => useUnsaved(items));
  let end = () => {};
  act(() => void (end = beginPendingWork("saving")));
  expect(result.current).toEqual({
    waiting: { edits: 2, photos: 2 },
    refused: 1,
    isAny: true,
  });
  act(() => end());
  expect(result.current.waiting.edits).toBe(1);
});

it("counts refused photos that the device keeps, and lists all refused ones", () => {
  const syncStatus = "Refused";
  publishPhotos({ photos: [aWaitingPhoto({ syncStatus, isKept: false })] });
  const { result } = renderHook(() => useUnsaved([]));
  const none = { edits: 0, photos: 0 };
  expect(result.current).toEqual({ waiting: none, refused: 0, isAny: true });
  act(() => publishPhotos({ photos: [aWaitingPhoto({ syncStatus })] }));
  expect(result.current).toEqual({ waiting: none, refused: 1, isAny: true });
  act(() => publishPhotos({}));
  expect(result.current.isAny).toBe(false);
});
