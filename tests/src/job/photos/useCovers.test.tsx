import { renderHook } from "@testing-library/react";
import { ConvexProvider } from "convex/react";
import type { ReactNode } from "react";
import { afterEach, expect, it } from "vitest";
import { api } from "@convex/_generated/api";
import type { JobFileField } from "@domain/job/jobs";
import { useCovers } from "@/job/photos/useCovers";
import { publishPhotos } from "@/offline/photos/photosWaiting";
import { aJob, aWaitingPhoto, type WaitingPhotoOverrides } from "../../../support/builders";
import { FakeBackend } from "../../../support/fakeBackend";

afterEach(() => {
  publishPhotos({});
});

interface Shown {
  readonly job?: object;
  readonly photos?: readonly WaitingPhotoOverrides[];
  readonly saved?: Readonly<Record<string, string>>;
}

const FIELDS: readonly JobFileField[] = ["job_photo_estimate", "job_photo_install"];

/** The files of the server: "bare" has no thumbnail, "gone" does not exist. */
const pictureOf = (id: string) =>
  id === "gone" ? null : { url: id, thumbnailUrl: id === "bare" ? null : `${id}-small`, at: 1 };

function urlOf({ job, photos = [], saved = {} }: Shown) {
  publishPhotos({
    photos: photos.map((photo) => aWaitingPhoto({ preview: () => "preview", ...photo })),
    savedPreview: (fileId) => saved[fileId],
  });
  const backend = new FakeBackend();
  backend.answer(api.files.getPictures, ({ ids }) => ids.map(pictureOf) as never);
  const wrapper = ({ children }: { readonly children: ReactNode }) => (
    <ConvexProvider client={backend.asClient()}>{children}</ConvexProvider>
  );
  const row = { ...aJob({ clientKey: "key1" }), ...job };
  const { result } = renderHook(() => useCovers([row], FIELDS), { wrapper });
  return result.current(row)?.url;
}

const at = (key: string) => ({ attachment: { job: { key, label: "" } } });

it.each<[string, Shown, string | null | undefined]>([
  ["no photo", {}, undefined],
  [
    "photos in both lists",
    { job: { job_photo_estimate: ["a", "b"], job_photo_install: ["c"] } },
    "a-small",
  ],
  ["install photos only", { job: { job_photo_install: ["c"] } }, "c-small"],
  ["a photo without a thumbnail", { job: { job_photo_estimate: ["bare"] } }, "bare"],
  ["a file that is gone", { job: { job_photo_estimate: ["gone"] } }, null],
  [
    "a photo that was just saved here",
    { job: { job_photo_estimate: ["a"] }, saved: { a: "kept" } },
    "kept",
  ],
  ["a waiting photo under its id", { photos: [at("job1")] }, "preview"],
  ["a waiting photo under its key", { photos: [at("key1")] }, "preview"],
  [
    "a waiting photo that this browser cannot draw",
    { photos: [{ ...at("job1"), preview: () => "" }] },
    "",
  ],
  ["a waiting photo of another job", { photos: [at("job2")] }, undefined],
  ["a refused photo", { photos: [{ ...at("job1"), syncStatus: "Refused" }] }, undefined],
  [
    "a waiting estimate photo and a saved install photo",
    { job: { job_photo_install: ["c"] }, photos: [at("job1")] },
    "preview",
  ],
])("the cover of a job with %s", (_name, shown, expected) => {
  expect(urlOf(shown)).toBe(expected);
});
