import { act, renderHook } from "@testing-library/react";
import { ConvexProvider } from "convex/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { api } from "@convex/_generated/api";
import type { JobStatus } from "@domain/job/jobs";
import { DEFAULT_VIEW } from "@/job/jobListView";
import { useJobList } from "@/features/jobs/useJobList";
import { aJob } from "../../../support/builders";
import { FakeBackend } from "../../../support/fakeBackend";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

interface Asked {
  readonly search: string;
  readonly count: number;
}

/** A list of jobs, in which each search finds as many jobs as it has letters. */
function showList() {
  const backend = new FakeBackend();
  const asked: Asked[] = [];
  backend.answer(api.jobs.list, () => ({
    ...{ page: [aJob()], isDone: true, continueCursor: "" },
  }));
  backend.answer(api.jobs.totals, () => ({ lead: 7, approved: 2 }));
  backend.answer(api.jobs.search, ({ search, count }) => {
    asked.push({ search, count });
    return {
      ...{ jobs: [aJob()], canLoadMore: true, leftOut: null, isReady: true },
      total: search.length,
    };
  });
  const view = renderHook(
    (shown: { search?: string; status?: JobStatus }) => useJobList({ ...DEFAULT_VIEW, ...shown }),
    {
      initialProps: {},
      wrapper: ({ children }) => (
        <ConvexProvider client={backend.asClient()}>{children}</ConvexProvider>
      ),
    },
  );
  return {
    backend,
    asked,
    list: () => view.result.current,
    /** Shows another view, after the pause in typing. */
    show: (shown: { search?: string; status?: JobStatus }) => {
      view.rerender(shown);
      act(() => void vi.advanceTimersByTime(200));
    },
  };
}

it("another search or another status asks for the first 24 jobs again", () => {
  const { asked, list, show } = showList();
  show({ search: "oak" });
  act(() => list().loadMore());
  show({ search: "maple" });
  act(() => list().loadMore());
  show({ search: "maple", status: "approved" });
  expect(asked.map(({ search, count }) => `${search} ${count}`)).toEqual([
    "oak 24",
    "oak 48",
    "maple 24",
    "maple 48",
    "maple 24",
  ]);
});

it("the number of jobs is that of the shown search or status", () => {
  const { list, show } = showList();
  const totals = [];
  for (const shown of [
    {},
    { search: "oak" },
    { search: "maple" },
    { status: "approved" },
    {},
  ] as const) {
    show(shown);
    totals.push(list().total);
  }
  expect(totals).toEqual([9, 3, 5, 2, 9]);
});

it("while another search loads, the list and the number belong to the shown search", () => {
  const { backend, list, show } = showList();
  show({ search: "oak" });
  const { key } = list().newest;
  act(() => backend.answer(api.jobs.search, () => undefined));
  show({ search: "maple" });
  expect(list()).toMatchObject({
    ...{ total: 3, isRefreshing: true, newest: { key } },
  });
});
