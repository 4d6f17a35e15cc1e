// @vitest-environment node
import { expect, it } from "vitest";
import type { KeptPhoto } from "@/offline/device/photoRow";
import {
  addPhoto,
  applyStep,
  discardedBy,
  discardPhoto,
  followOutbox,
  holdPhotos,
  nextPhoto,
  releasePhotos,
  uploaded,
  type PhotoRows,
} from "@/offline/photos/photoRules";
import { aPhoto } from "./photoPhone";

const held = (id: string, key: string) => ({
  ...aPhoto(id, key),
  isHeld: true,
});

function rowsOf(
  ...photos: readonly Omit<KeptPhoto, "kind" | "order" | "state">[]
): PhotoRows {
  let rows: PhotoRows = { photos: [], changes: [] };
  for (const photo of photos) rows = applyStep(rows, addPhoto(rows, photo));
  return rows;
}

it("a photo that is added after another one was discarded is the last to be sent", () => {
  let rows = rowsOf(aPhoto("a"), aPhoto("b"), aPhoto("c"));
  rows = applyStep(rows, discardPhoto(rows, "a"));
  rows = applyStep(rows, addPhoto(rows, aPhoto("0")));
  const sent: (string | undefined)[] = [];
  while (sent.length < 3)
    sent.push(nextPhoto(rows, new Set(sent as string[]))?.id);
  expect(sent).toEqual(["b", "c", "0"]);
  expect(new Set(rows.photos.map(({ order }) => order)).size).toBe(3);
});

it("a job that is saved takes along the photos of its own draft only", () => {
  const rows = rowsOf(held("a", "draft1"), held("b", "draft2"));
  const job = { key: "key1", label: "9 Oak Street" };
  const { photos } = applyStep(rows, releasePhotos(rows, "draft1", job));
  expect(photos).toMatchObject([
    { id: "a", isHeld: false, subject: job },
    { id: "b", isHeld: true, subject: { key: "draft2" } },
  ]);
});

it("a refused job that is entered again holds back its own photos only", () => {
  const rows = rowsOf(aPhoto("a", "key1"), aPhoto("b", "key2"));
  const { photos } = applyStep(rows, holdPhotos(rows, "key1"));
  expect(photos).toMatchObject([
    { id: "a", isHeld: true },
    { id: "b", isHeld: false },
  ]);
});

it("a photo whose change was saved is not called discarded, and one that the person discards is", () => {
  let rows = rowsOf(aPhoto("a"));
  const file = { fileId: "file", intent: "intent", at: 1, release: "r1" };
  rows = applyStep(rows, uploaded(rows, "a", file));
  expect(discardedBy(rows, discardPhoto(rows, "a"))).toEqual(["a"]);
  const saved = { ...rows, changes: [] };
  const step = followOutbox(saved);
  expect(step.removedPhotos).toEqual(["a"]);
  expect(discardedBy(saved, step)).toEqual([]);
});
