import { renderHook, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import type { OutboxItem } from "convex-outbox";
import { isWaiting, useShownDates } from "@/features/schedule/calendar/useShownDates";
import { useDayCopies } from "@/offline/days/DayCopyProvider";
import { useOutbox, type OutboxControl } from "@/offline/useOutbox";
import { aJob, FRIDAY_2_PM, type Job } from "../../../../support/builders";
import { aWaiting } from "../../../../support/waitingItem";
// Loaded with the first waiting change.
import "@/job/shownJobs";

vi.mock("@/offline/useOutbox");
vi.mock("@/offline/days/DayCopyProvider");

const HOUR = 3_600_000;
const COPIED = aJob({ job_estimate_date: FRIDAY_2_PM });

function show(items: readonly OutboxItem[], copied: readonly Job[] = []) {
  vi.mocked(useOutbox).mockReturnValue({
    items,
    isSignedOut: false,
  } as OutboxControl);
  vi.mocked(useDayCopies).mockReturnValue({
    copy: {
      jobs: copied,
      customers: new Map(),
      range: { from: 0, until: FRIDAY_2_PM * 2 },
      savedAt: 1,
    },
  } as unknown as ReturnType<typeof useDayCopies>);
  return renderHook(() => useShownDates()).result;
}

const moved = (key: string, to: number): OutboxItem => ({
  ...aWaiting("jobs:update", { id: key, job_estimate_date: to }),
  subject: { key, label: "" },
});

it("a job that a waiting change moves is shown once, at its new time, also from the copy", async () => {
  const to = FRIDAY_2_PM + HOUR;
  const result = show([moved("job1", to)], [COPIED]);
  for (const listed of [[], [COPIED]])
    await waitFor(() =>
      expect(result.current.withWaiting(listed)).toMatchObject([
        { _id: "job1", job_estimate_date: to },
      ]),
    );
});

it("a copied job without a waiting change is not added", async () => {
  const result = show([moved("job2", 1), moved("job1", 1)], [COPIED]);
  await waitFor(() => expect(result.current.withWaiting([])).toHaveLength(1));
  expect(show([moved("job2", 1)], [COPIED]).current.withWaiting([])).toEqual([]);
});

it("a job counts as waiting under every name that a change uses for it", () => {
  const day = {
    ...aWaiting("jobs:moveVisits", {
      visits: [{ id: "key2" }, { id: "job3" }],
    }),
    subject: { key: "day 2026-11-20", label: "" },
  };
  const { waiting } = show([moved("job1", 1), day]).current;
  expect([...waiting].filter((key) => !key.startsWith("day"))).toEqual(["job1", "key2", "job3"]);
  expect(isWaiting(waiting, "job1", "key1")).toBe(true);
  expect(isWaiting(waiting, "job2", "key2")).toBe(true);
  expect(isWaiting(waiting, "job4", "key4")).toBe(false);
  expect(isWaiting(waiting, "job4")).toBe(false);
});
