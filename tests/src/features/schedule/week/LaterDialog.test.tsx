import { screen } from "@testing-library/react";
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { LaterDialog } from "@/features/schedule/week/LaterDialog";
import { aJob } from "../../../../support/builders";
import { A_UUID, expectCall } from "../../../../support/expectCall";
import { renderOn, stubLayout } from "../../../../support/fakeBackend";
import { onADesk } from "../../../../support/jobDialogs";
import { aJobsBackend } from "../../../../support/jobsBackend";
import { aUser, fill } from "../../../../support/user";

const noon = (year: number, month: number, day: number) => new Date(year, month, day, 12).getTime();

beforeAll(stubLayout);
beforeEach(() => {
  vi.useFakeTimers({ now: noon(2026, 10, 30), toFake: ["Date"] });
  onADesk();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function open(of = {}) {
  const job = aJob(of);
  const { backend } = aJobsBackend({ jobs: [job] });
  const onClose = vi.fn();
  renderOn(backend, <LaterDialog job={job} onClose={onClose} />);
  return { backend, onClose, user: aUser() };
}

const later = () => screen.getByRole("button", { name: "Later" });

it("puts a job off by a month, or to a day that is chosen or typed", async () => {
  const { backend, onClose, user } = open();
  const day = () => screen.getByLabelText("New day");
  expect(day()).toHaveAccessibleDescription("Wednesday, December 30, 2026");
  await user.click(screen.getByRole("button", { name: "3 months" }));
  expect(day()).toHaveAccessibleDescription("Sunday, February 28, 2027");
  await user.click(later());
  expect(onClose).toHaveBeenCalledOnce();
  expectCall("jobs.update", backend, {
    args: {
      ...{ id: "job1", job_due_date: noon(2027, 1, 28) },
      intentId: A_UUID,
    },
  });
});

it("refuses to put a job off to a day that is over", async () => {
  const { user } = open();
  await user.clear(screen.getByLabelText("New day"));
  await fill(user, screen.getByLabelText("New day"), "today");
  expect(screen.getByText("Choose a day to come.")).toBeVisible();
  expect(later()).toBeDisabled();
});

it("ends the repeats of a job, whose own interval is dropped", async () => {
  const { backend, onClose, user } = open({ job_due_months: 6 });
  await user.click(screen.getByRole("button", { name: "Not again" }));
  expect(onClose).toHaveBeenCalledOnce();
  expectCall("jobs.update", backend, {
    args: { id: "job1", job_due_months: 0, intentId: A_UUID },
  });
});
