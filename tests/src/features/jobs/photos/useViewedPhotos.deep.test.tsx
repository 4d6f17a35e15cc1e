import { renderHook, waitFor } from "@testing-library/react";
import { ConvexProvider } from "convex/react";
import type { ReactNode } from "react";
import { beforeAll, expect, it, vi } from "vitest";
import { api } from "@convex/_generated/api";
import type { Id } from "@convex/_generated/dataModel";
import { useOwnPhotos, usePhotoClient, type PhotoOwner } from "@/job/photos/usePhotos";
import { useViewedPhotos } from "@/features/jobs/photos/useViewedPhotos";
import { aWaitingPhoto } from "../../../../support/builders";
import { FakeBackend, stubLayout } from "../../../../support/fakeBackend";

vi.mock("@/job/photos/usePhotos");

beforeAll(stubLayout);

const OWNER: PhotoOwner = {
  ...{ kind: "job", id: "job1" as Id<"jobs"> },
  ...{ label: "12 Oak St", customer: "Ann Field" },
};
const ids = (...names: string[]) => names as Id<"_storage">[];

const NOTHING: never[] = [];
const waiting = (id: string, file?: string) =>
  aWaitingPhoto({
    id,
    attachment: { name: `${id}.jpg`, ...(file && { file }) },
    preview: () => `${id} small`,
  });

function show(viewedId: string) {
  const own = [
    waiting("w1"),
    waiting("w2"),
    waiting("w3"),
    waiting("w4"),
    // The job has it by now.
    waiting("w5", "e2"),
    aWaitingPhoto({ id: "unreadable" }),
  ];
  vi.mocked(useOwnPhotos).mockImplementation((_owner, field) =>
    field === "job_photo_estimate" ? own : NOTHING,
  );
  const opened: string[] = [];
  const client = {
    previewOfFile: () => undefined,
    picture: (id: string) => {
      opened.push(id);
      return Promise.resolve(new Blob([id]));
    },
  };
  vi.mocked(usePhotoClient).mockReturnValue(client as never);
  const backend = new FakeBackend();
  backend.answer(
    api.files.getPictures,
    ({ ids: wanted }) =>
      wanted.map((id) =>
        id === "gone" ? null : { url: `${id} large`, thumbnailUrl: `${id} small`, at: 1 },
      ) as never,
  );
  const wrapper = ({ children }: { readonly children: ReactNode }) => (
    <ConvexProvider client={backend.asClient()}>{children}</ConvexProvider>
  );
  const files = {
    job_photo_install: ids("i1"),
    job_photo_estimate: ids("e1", "e2"),
    job_drawings: ids("d1", "gone"),
  };
  const { result } = renderHook(() => useViewedPhotos(OWNER, files, viewedId), {
    wrapper,
  });
  return { photos: () => result.current, opened };
}

it("shows the photos of a job in the order of its dialog, each by its number in its list", () => {
  const { photos } = show("d1");
  expect(photos().map(({ name }) => name)).toEqual([
    "Drawings 1 of 2",
    "Drawings 2 of 2",
    ...[1, 2, 3, 4, 5, 6].map((at) => `Estimate photos ${at} of 6`),
    "Install photos 1 of 1",
  ]);
  expect(photos().map(({ url }) => url)).toEqual([
    ...["d1 large", null, "e1 large", "e2 large"],
    ...[undefined, undefined, undefined, undefined, "i1 large"],
  ]);
  expect(photos()[4]).toMatchObject({
    ...{ id: "w1", fileName: "w1.jpg", thumbnail: "w1 small" },
  });
});

it.each([
  ["d1", []],
  ["w1", ["w1", "w2"]],
  ["w2", ["w1", "w2", "w3"]],
  ["i1", ["w4"]],
])("beside the viewed photo %s it loads those next to it: %j", async (id, near) => {
  const { photos, opened } = show(id);
  await waitFor(() =>
    expect(
      photos().flatMap((photo) =>
        photo.fileName !== null && photo.url !== undefined ? [photo.id] : [],
      ),
    ).toEqual(near),
  );
  expect(opened).toEqual(near);
});
