import { render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { AddToCalendar } from "@/features/jobs/AddToCalendar";
import { aJob } from "../../../support/builders";
import { aUser } from "../../../support/user";

afterEach(() => vi.restoreAllMocks());

test("downloads the dates of the job as a calendar file", async () => {
  const files: Blob[] = [];
  URL.createObjectURL = (file) => `blob:${files.push(file as Blob)}`;
  URL.revokeObjectURL = () => {};
  const names: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    names.push(this.download);
  });
  const job = aJob({ job_estimate_date: Date.UTC(2026, 10, 21, 19) });
  render(<AddToCalendar job={job} />);
  await aUser().click(screen.getByRole("button", { name: "Add the dates to a calendar" }));
  expect(names).toEqual([`${job.job_customer_id}.ics`]);
  expect(files[0]?.type).toMatch(/^text\/calendar/);
  expect(files[0]?.size).toBeGreaterThan(0);
});

test("a job without a date has no calendar link", () => {
  const { job_estimate_date: _e, job_install_date: _i, ...job } = aJob({});
  render(<AddToCalendar job={job} />);
  expect(screen.queryByRole("button")).toBeNull();
});
