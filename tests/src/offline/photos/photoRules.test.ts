// @vitest-environment node
import { apply, inOrder } from "convex-outbox";
import { describe, expect, it } from "vitest";
import type { KeptPhoto } from "@/offline/device/photoRow";
import {
  addPhoto,
  changeThatAdds,
  followOutbox,
  holdPhotos,
  nextPhoto,
  releasePhotos,
  uploaded,
} from "@/offline/photos/photoRules";
import { aPhoto } from "./photoPhone";

const held = (id: string, key: string) => ({
  ...aPhoto(id, key),
  isHeld: true,
});

const photosOf = (
  ...photos: readonly Parameters<typeof addPhoto>[1][]
): readonly KeptPhoto[] =>
  photos.reduce<readonly KeptPhoto[]>(
    (rows, photo) => apply(rows, addPhoto(rows, photo)),
    [],
  );

it("a photo that is added after another one was discarded is the last to be sent", () => {
  let photos = photosOf(aPhoto("a"), aPhoto("b"), aPhoto("c"));
  photos = apply(photos, { remove: ["a"] });
  photos = apply(photos, addPhoto(photos, aPhoto("0")));
  const sent: (string | undefined)[] = [];
  while (sent.length < 3)
    sent.push(nextPhoto(photos, [], new Set(sent as string[]))?.id);
  expect(sent).toEqual(["b", "c", "0"]);
  expect(new Set(photos.map(({ order }) => order)).size).toBe(3);
});

it("a job that is saved takes along the photos of its own draft only", () => {
  const photos = photosOf(held("a", "draft1"), held("b", "draft2"));
  const job = { key: "key1", label: "9 Oak Street" };
  const after = apply(photos, releasePhotos(photos, "draft1", job));
  expect(inOrder(after)).toMatchObject([
    { id: "a", isHeld: false, subject: job },
    { id: "b", isHeld: true, subject: { key: "draft2" } },
  ]);
});

it("a refused job that is entered again holds back its own photos only", () => {
  const photos = photosOf(aPhoto("a", "key1"), aPhoto("b", "key2"));
  expect(inOrder(apply(photos, holdPhotos(photos, "key1")))).toMatchObject([
    { id: "a", isHeld: true },
    { id: "b", isHeld: false },
  ]);
});

describe("an uploaded photo without its change in the outbox", () => {
  const [waiting] = photosOf(aPhoto("a"));
  const photos = apply([waiting!], uploaded([waiting!], "a", "file"));
  const [photo] = photos;
  const follow = (put: readonly string[]) =>
    followOutbox(photos, [], new Set(put));

  it("an uploaded photo without its change is gone where this page has had the change", () => {
    expect(follow(["file"]).next).toEqual([{ photo, next: null }]);
  });

  it("an uploaded photo without its change gets the change where this page has never had it", () => {
    const { next, unput } = follow([]);
    expect([next, unput]).toEqual([[], [photo]]);
    expect(changeThatAdds(unput[0]!, 7)).toMatchObject({
      id: "a",
      args: { fileIds: ["file"] },
      at: 7,
    });
  });
});
