import { renderHook, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { api } from "@convex/_generated/api";
import type { Id } from "@convex/_generated/dataModel";
import type { SeenVisit } from "@domain/job/dayChanges";
import { dayRange } from "@domain/dates/days";
import type { DayList } from "@/features/schedule/dayJobs/useDayJobs";
import { useSeenDay } from "@/features/schedule/useSeenDay";
import { readSeenDay, writeSeenDay } from "@/offline/days/seenDays";
import { DeviceStore } from "@/offline/device/deviceStore";
import { aJob } from "../../../support/builders";
import { emptyDevice, OWNER } from "../../../support/deviceStores";
import { FakeBackend } from "../../../support/fakeBackend";
import { OutboxPage } from "../../../support/outboxPage";
import "@/offline/createOutbox";
import "@/offline/device/openDeviceStore";

vi.mock("@/offline/days/seenDays", { spy: true });

const at = (hours: number, day = 20) => new Date(2026, 10, day, hours).getTime();
const FRIDAY = dayRange("2026-11-20");
const SATURDAY = dayRange("2026-11-21");

const aVisit = (jobId: string, time: number): SeenVisit => ({
  ...{ jobId, name: jobId, type: "estimate", at: time, isCancelled: false },
});

/** The office at present. */
const rowOf = (jobId: string) => aRow(jobId, jobId === "Ruth" ? at(14) : at(14, 21));

const aRow = (jobId: string, time: number) =>
  aJob({
    _id: jobId as Id<"jobs">,
    customer_name: jobId,
    job_estimate_date: time,
  });

const listOf = (jobId: string, time: number, isCopy = false): DayList => {
  const jobs = [aRow(jobId, time)];
  return { jobs, known: jobs, isMissing: false, isCopy, savedAt: null };
};

const LOADING: DayList = {
  ...{ jobs: undefined, known: undefined },
  ...{ isMissing: false, isCopy: false, savedAt: null },
};

let store: DeviceStore;

beforeEach(() => {
  vi.clearAllMocks();
  vi.useFakeTimers({ now: at(7), toFake: ["Date"] });
  emptyDevice();
  store = new DeviceStore(OWNER);
});
afterEach(() => {
  store.close();
  vi.useRealTimers();
});

const hasSeen = ({ from }: typeof FRIDAY, visits: readonly SeenVisit[]) =>
  writeSeenDay(store, { from, visits }, at(7));

const soon = { interval: 2 };

/** What the device has of a day, once it has written these visits. */
const becomes = (day: typeof FRIDAY, visits: readonly SeenVisit[]) =>
  waitFor(async () => expect(await readSeenDay(store, day.from)).toEqual(visits), soon);

/** Waits until the page has read what the device last showed of a day. */
const isRead = (day: typeof FRIDAY) =>
  waitFor(() => {
    const { calls, settledResults } = vi.mocked(readSeenDay).mock;
    const call = calls.findIndex(([, from]) => from === day.from);
    expect(settledResults[call]?.type).toBe("fulfilled");
  }, soon);

/** Shows a day in which every change was made by somebody else, or by the person. */
function showDay(list: DayList, { isOwn = false } = {}) {
  const backend = new FakeBackend();
  backend.answer(api.changes.ofVisits, ({ jobIds }) =>
    jobIds.map((jobId) => ({
      ...{ jobId, job: rowOf(jobId), deletedBy: null },
      changes: [{ isOwn, byName: "Dana", before: {}, after: { job_estimate_date: 1 } }],
    })),
  );
  const marked: string[][] = [];
  const view = renderHook(
    (shown) => {
      const { marks } = useSeenDay(shown.day, shown.list);
      marked.push(marks.map(({ visit }) => visit.jobId));
    },
    {
      initialProps: { day: FRIDAY, list },
      wrapper: ({ children }) => <OutboxPage backend={backend}>{children}</OutboxPage>,
    },
  );
  return {
    show: (next: DayList, day = FRIDAY) => view.rerender({ day, list: next }),
    marked: () => marked.at(-1),
    everMarked: () => marked.flat(),
  };
}

it("a copy that the live list replaces in a moment does not count as seen", async () => {
  const { show, everMarked } = showDay(listOf("Ruth", at(9), true));
  await isRead(FRIDAY);
  show(listOf("Ruth", at(14)));
  await becomes(FRIDAY, [aVisit("Ruth", at(14))]);
  expect(everMarked()).toEqual([]);
});

it("a change of the person's own counts as seen, also on the next page on this device", async () => {
  await hasSeen(FRIDAY, [aVisit("Ruth", at(9))]);
  const { everMarked } = showDay(listOf("Ruth", at(14)), { isOwn: true });
  await becomes(FRIDAY, [aVisit("Ruth", at(14))]);
  expect(everMarked()).toEqual([]);
});

it("another day is never compared with the visits of the day before it", async () => {
  await hasSeen(SATURDAY, [aVisit("Amir", at(8, 21))]);
  await hasSeen(FRIDAY, [aVisit("Ruth", at(14))]);
  const { show, marked, everMarked } = showDay(listOf("Ruth", at(14)));
  await isRead(FRIDAY);
  show(listOf("Amir", at(14, 21)), SATURDAY);
  await waitFor(() => expect(marked()).toEqual(["Amir"]), soon);
  expect(new Set(everMarked())).toEqual(new Set(["Amir"]));
});

it("a day that the device has shown keeps its marks if a day that it has not shown comes before it", async () => {
  const seen = [aVisit("Amir", at(8, 21))];
  await hasSeen(SATURDAY, seen);
  const { show, marked } = showDay(LOADING);
  await isRead(FRIDAY);
  show(listOf("Amir", at(14, 21)), SATURDAY);
  await waitFor(() => expect(marked()).toEqual(["Amir"]), soon);
  expect(await readSeenDay(store, SATURDAY.from)).toEqual(seen);
});
