import { vi } from "vitest";
import { api } from "@convex/_generated/api";
import type { Id } from "@convex/_generated/dataModel";
import { EditJobDialog } from "@/features/jobs/EditJobDialog";
import { ShownDayContext } from "@/job/shownDay";
import { aCustomer, aJob } from "./builders";
import { renderOn } from "./fakeBackend";
import { field, onADesk } from "./jobDialogs";
import { aJobsBackend } from "./jobsBackend";
import { aUser } from "./user";

/** On the day that `openOnWednesday` shows. */
export const onWednesday = (hour: number, minute = 0) =>
  new Date(2026, 10, 25, hour, minute).getTime();

/** A desk, at 8:10 AM on the Tuesday before. */
export function onTuesday(): void {
  vi.useFakeTimers({ now: new Date(2026, 10, 24, 8, 10), toFake: ["Date"] });
  onADesk();
}

export function endTuesday(): void {
  vi.useRealTimers();
  vi.unstubAllGlobals();
}

/** Opens a job over a Wednesday that has an estimate at 10:45 AM and an install at 3 PM. */
export function openOnWednesday() {
  const { backend } = aJobsBackend({
    customers: [aCustomer()],
    jobs: [aJob()],
  });
  const near = aJob({
    _id: "job2" as Id<"jobs">,
    customer_name: "Ruth Okafor",
    job_estimate_date: onWednesday(10, 45),
  });
  const far = aJob({
    _id: "job3" as Id<"jobs">,
    customer_name: "Hugo Pratt",
    job_install_date: onWednesday(15),
  });
  backend.answer(api.jobs.getScheduledForDay, () => [near, far]);
  const onClose = vi.fn();
  renderOn(
    backend,
    <ShownDayContext value="2026-11-25">
      <EditJobDialog jobId="job1" onClose={onClose} />
    </ShownDayContext>,
  );
  const updates = () => backend.callsOf(api.jobs.update);
  return { user: aUser(), backend, updates, onClose };
}

export const estimate = () => field("Estimate date");
