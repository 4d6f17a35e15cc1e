// @vitest-environment node
import { apply, inOrder, type OutboxItem } from "convex-outbox";
import { expect, it } from "vitest";
import { changeOf, holdPhotos, releaseCreated, releasePhotos } from "@/offline/photos/photoRules";
import { aPhoto } from "./photoPhone";

const held = (id: string, key: string) => ({
  ...aPhoto(id, key),
  isHeld: true,
});

const photosOf = (...photos: readonly Parameters<typeof changeOf>[0][]): OutboxItem[] =>
  photos.map((photo, order) => ({
    ...{ ...changeOf(photo), order, release: "", attempts: 0 },
    state: { kind: "waiting" },
  }));

const job = { key: "key1", label: "9 Oak Street" };

it("a saved job releases only the photos of its own draft", () => {
  const photos = photosOf(held("a", "draft1"), held("b", "draft2"));
  const after = apply(photos, releasePhotos(photos, "draft1", job));
  expect(inOrder(after)).toMatchObject([
    { id: "a", attachment: { isHeld: false, job } },
    { id: "b", attachment: { isHeld: true, job: { key: "draft2" } } },
  ]);
});

it("a created job releases its photos", () => {
  const photos = photosOf(held("a", "key1"), held("b", "key2"));
  const [change] = photosOf(aPhoto("c"));
  const creation = { ...change!, creates: "key1", subject: job };
  const after = apply(photos, releaseCreated(photos, [change!, creation]));
  expect(inOrder(after)).toMatchObject([
    { id: "a", attachment: { isHeld: false, job } },
    { id: "b", attachment: { isHeld: true } },
  ]);
});

it("a refused job that is entered again holds back only its own photos", () => {
  const photos = photosOf(aPhoto("a", "key1"), aPhoto("b", "key2"));
  expect(inOrder(apply(photos, holdPhotos(photos, "key1")))).toMatchObject([
    { id: "a", attachment: { isHeld: true } },
    { id: "b", attachment: { isHeld: false } },
  ]);
});
