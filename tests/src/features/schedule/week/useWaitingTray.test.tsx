import { renderHook } from "@testing-library/react";
import { ConvexProvider } from "convex/react";
import type { ReactNode } from "react";
import { expect, it } from "vitest";
import { api } from "@convex/_generated/api";
import type { Id } from "@convex/_generated/dataModel";
import type { WaitingKind } from "@domain/job/waitingJobs";
import type { DatedJobs } from "@/features/schedule/calendar/useMonthEntries";
import { useWaitingTray } from "@/features/schedule/week/useWaitingTray";
import type { TrayJob } from "@/features/schedule/moves/moved";
import { FakeBackend } from "../../../../support/fakeBackend";

const aTrayJob = (_id: string, change: Partial<TrayJob>): TrayJob => ({
  _id: _id as Id<"jobs">,
  job_customer_id: "C-1001",
  customer_name: "Ruth Okafor",
  job_address: "12 Oak St",
  job_status: "approved",
  ...change,
});

const WAITING: Partial<Record<WaitingKind, readonly TrayJob[]>> = {
  unscheduled: [aTrayJob("roof", {})],
  undated: [aTrayJob("call", { job_status: "lead" })],
  stale: [aTrayJob("late", { job_status: "estimate_sent" })],
};

function listed(isOpen: boolean, withWaiting: (jobs: DatedJobs) => DatedJobs) {
  const backend = new FakeBackend();
  const asked: string[] = [];
  backend.answer(api.jobs.listWaiting, ({ kind }) => {
    asked.push(kind);
    return [...(WAITING[kind] ?? [])];
  });
  const wrapper = ({ children }: { readonly children: ReactNode }) => (
    <ConvexProvider client={backend.asClient()}>{children}</ConvexProvider>
  );
  const { result } = renderHook(() => useWaitingTray(isOpen), { wrapper });
  return { asked, ...result.current.listed(withWaiting) };
}

/** The ids of the listed jobs after a change of one of them that waits on this device. */
function idsAfter(id: string, change: Partial<DatedJobs[number]> | null) {
  const { ofKinds, byId } = listed(true, (jobs) =>
    jobs.flatMap((job) => {
      if (job._id !== id) return [job];
      return change === null ? [] : [{ ...job, ...change }];
    }),
  );
  const ids = Object.values(ofKinds).flatMap((jobs) =>
    Array.isArray(jobs) ? jobs.map(({ _id }) => String(_id)) : [],
  );
  expect([...byId.keys()].toSorted()).toEqual(ids.toSorted());
  return ids.toSorted();
}

it("lists the jobs of three kinds once the tray is open", () => {
  expect(idsAfter("none", {})).toEqual(["call", "late", "roof"]);
  const closed = listed(false, (jobs) => jobs);
  expect(closed.asked).toEqual([]);
  expect(closed.ofKinds.unscheduled).toBeUndefined();
});

it.each([
  ["roof", "scheduled", { job_install_date: 1 }, ["call", "late"]],
  ["roof", "marked", { job_status: "completed" }, ["call", "late"]],
  ["roof", "deleted", null, ["call", "late"]],
  ["roof", "estimated", { job_estimate_date: 1 }, ["call", "late", "roof"]],
  ["call", "scheduled", { job_estimate_date: 1 }, ["late", "roof"]],
  ["call", "marked", { job_status: "called" }, ["call", "late", "roof"]],
  ["late", "marked", { job_status: "approved" }, ["call", "roof"]],
  ["late", "scheduled", { job_install_date: 1 }, ["call", "late", "roof"]],
] as const)(
  "after the job %s was %s on this device, of which %j waits, the tray lists %j",
  (id, _what, change, expected) => {
    expect(idsAfter(id, change)).toEqual(expected);
  },
);

it("shows a listed job as a waiting change corrects it", () => {
  const { byId } = listed(true, (jobs) =>
    jobs.map((job) => ({ ...job, customer_name: "Ruth O. Okafor" })),
  );
  expect(byId.get("roof")?.customer_name).toBe("Ruth O. Okafor");
});
