import { act, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { JobListAddress } from "@/job/jobListAddress";
import { DEFAULT_VIEW, writeView } from "@/job/jobListView";
import { useJobListView } from "@/features/jobs/useJobListView";
import { isDialogEntry } from "@/lib/useCloseOnBack";

vi.mock("@/lib/useCloseOnBack");

beforeEach(() => {
  vi.useFakeTimers();
  vi.mocked(isDialogEntry).mockReturnValue(false);
  sessionStorage.clear();
});
afterEach(() => {
  vi.useRealTimers();
});

function show(address: JobListAddress = {}) {
  const written: JobListAddress[] = [];
  const { result, rerender } = renderHook(
    (now: JobListAddress) => useJobListView(now, (next) => void written.push(next)),
    { initialProps: address },
  );
  return {
    written,
    rerender,
    search: () => result.current.view.search,
    type: (search: string) => act(() => result.current.change({ ...DEFAULT_VIEW, search })),
    flush: () => act(() => result.current.flush()),
    wait: (ms: number) => act(() => void vi.advanceTimersByTime(ms)),
  };
}

const written = (q: string) => ({ q, status: undefined, sort: undefined });

it("the view is that of the URL, or without one the last view of this tab", () => {
  writeView({ ...DEFAULT_VIEW, search: "elm" });
  expect(show({ q: "oak" }).search()).toBe("oak");
  expect(show().search()).toBe("elm");
});

it("the URL follows the view after a pause, once", () => {
  const { written: urls, type, wait } = show();
  type("o");
  wait(299);
  type("oa");
  wait(299);
  expect(urls).toEqual([]);
  wait(1);
  expect(urls).toEqual([written("oa")]);
});

it("the URL of an open dialog keeps its view until the dialog is closed", () => {
  const { written: urls, type, wait } = show();
  vi.mocked(isDialogEntry).mockReturnValue(true);
  type("oak");
  wait(3000);
  expect(urls).toEqual([]);
  vi.mocked(isDialogEntry).mockReturnValue(false);
  wait(300);
  expect(urls).toEqual([written("oak")]);
});

it("a URL written by the view keeps text typed since, and any other URL replaces it", () => {
  const { type, flush, search, rerender } = show();
  type("oa");
  flush();
  type("oak");
  rerender({ q: "oa" });
  expect(search()).toBe("oak");
  rerender({ q: "elm" });
  expect(search()).toBe("elm");
  // Back to a URL that was written before.
  rerender({ q: "oa" });
  expect(search()).toBe("oa");
});
