import { renderHook } from "@testing-library/react";
import { ConvexProvider } from "convex/react";
import type { ReactNode } from "react";
import { beforeEach, expect, it, vi } from "vitest";
import { api } from "@convex/_generated/api";
import type { Id } from "@convex/_generated/dataModel";
import { dayRange, isWithin } from "@domain/dates/days";
import { useListedCopies } from "@/job/useListedCopies";
import { useShownDates } from "@/features/schedule/calendar/useShownDates";
import { useWeekEntries } from "@/features/schedule/week/useWeekEntries";
import { aJob, type Job } from "../../../../support/builders";
import { FakeBackend } from "../../../../support/fakeBackend";

vi.mock("@/job/useListedCopies");
vi.mock("@/features/schedule/calendar/useShownDates");

/** The last two days of a week, and the first one of the next. */
const DAYS = ["2026-11-13", "2026-11-14", "2026-11-15"];

const at = (day: number) => new Date(2026, 10, day, 9).getTime();
const job = (id: string, day: number) =>
  aJob({ _id: id as Id<"jobs">, job_estimate_date: at(day) });
const FRIDAY = job("friday", 13);
const SUNDAY = job("sunday", 15);

beforeEach(() => {
  vi.mocked(useShownDates).mockReturnValue({
    waiting: new Set(),
    withWaiting: (jobs) => jobs,
  });
});

interface Shown {
  readonly isLive?: boolean;
  readonly copied?: readonly Job[] | null;
  readonly isOffline?: boolean;
  readonly undated?: readonly Job[];
}

function show({ isLive = true, copied, isOffline = false, undated = [] }: Shown) {
  const copy = copied && {
    jobs: copied,
    customers: new Map(),
    range: dayRange("2026-11-13"),
    savedAt: 1,
  };
  vi.mocked(useListedCopies).mockReturnValue({
    copy,
    isOffline,
  } as ReturnType<typeof useListedCopies>);
  const backend = new FakeBackend();
  let asked = 0;
  backend.answer(api.jobs.listDates, ({ range }) => {
    asked += 1;
    return isLive
      ? [FRIDAY, SUNDAY].filter((each) => range && isWithin(each.job_estimate_date, range))
      : undefined;
  });
  const wrapper = ({ children }: { readonly children: ReactNode }) => (
    <ConvexProvider client={backend.asClient()}>{children}</ConvexProvider>
  );
  const { result } = renderHook(() => useWeekEntries(DAYS, undated), {
    wrapper,
  });
  const { entries, copied: said } = result.current;
  return {
    asked,
    ids: entries && [...entries.values()].flat().map(({ jobId }) => jobId),
    copied: said === copy && copy ? "the copy" : said,
  };
}

it("three days of two weeks subscribe to both, each once", () => {
  expect(show({})).toEqual({
    ids: ["friday", "sunday"],
    copied: null,
    asked: 2,
  });
});

it.each<[string, Shown, object]>([
  [
    "an undated job that gets a visit",
    { undated: [job("tray", 14)] },
    { ids: ["friday", "tray", "sunday"], copied: null },
  ],
  [
    "an undated job that the week lists by now",
    { undated: [job("sunday", 14)] },
    { ids: ["friday", "sunday"], copied: null },
  ],
  [
    "a copy while the page connects",
    { isLive: false, copied: [FRIDAY, SUNDAY] },
    { ids: ["friday"], copied: "the copy" },
  ],
  [
    "a copy that holds none of the days",
    { isLive: false, copied: [SUNDAY], isOffline: true },
    { ids: undefined, copied: "none" },
  ],
  [
    "no copy while the page connects",
    { isLive: false, copied: null },
    { ids: undefined, copied: null },
  ],
  [
    "no copy without signal",
    { isLive: false, copied: null, isOffline: true },
    { ids: undefined, copied: "none" },
  ],
  [
    "a copy that is being read",
    { isLive: false, isOffline: true },
    { ids: undefined, copied: null },
  ],
])("a week with %s", (_name, shown, expected) => {
  expect(show(shown)).toMatchObject(expected);
});
