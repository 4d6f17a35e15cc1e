import { act, renderHook } from "@testing-library/react";
import { ConvexProvider } from "convex/react";
import type { ReactNode } from "react";
import { expect, it } from "vitest";
import { api } from "@convex/_generated/api";
import { usePictures } from "@/job/photos/usePictures";
import { FakeBackend } from "../../../support/fakeBackend";

const idsOf = (count: number) => Array.from({ length: count }, (_, at) => `file${at}`);

function show(ids: readonly string[]) {
  const backend = new FakeBackend();
  const asked: string[][] = [];
  const loading = new Set<string>();
  backend.answer(api.files.getPictures, ({ ids: wanted }) => {
    asked.push([...wanted]);
    if (wanted.some((id) => loading.has(id))) return undefined;
    return wanted.map((id) => (id === "gone" ? null : { url: id, thumbnailUrl: id, at: 1 }));
  });
  const wrapper = ({ children }: { readonly children: ReactNode }) => (
    <ConvexProvider client={backend.asClient()}>{children}</ConvexProvider>
  );
  const { result, rerender } = renderHook(
    (props: { ids: readonly string[] }) => usePictures(props.ids),
    { wrapper, initialProps: { ids } },
  );
  return {
    ...{ asked, loading, rerender },
    pictures: () => [...result.current].map(([id, picture]) => picture?.url ?? `no ${id}`),
    answered: () => act(() => backend.changed()),
  };
}

it.each([
  [0, []],
  [50, [50]],
  [51, [50, 1]],
  [100, [50, 50]],
])("%d pictures take queries of at most 50: %j", (count, sizes) => {
  const { asked, pictures } = show(idsOf(count));
  expect(asked.map((each) => each.length)).toEqual(sizes);
  expect(pictures()).toEqual(idsOf(count));
});

it("a loading file is undefined, and a missing one is null", () => {
  const { loading, pictures, rerender, answered } = show(["a", "gone"]);
  expect(pictures()).toEqual(["a", "no gone"]);
  loading.add("b");
  rerender({ ids: ["b", "a"] });
  // What is known stays meanwhile.
  expect(pictures()).toEqual(["a", "no gone"]);
  loading.clear();
  answered();
  expect(pictures()).toContain("b");
});
