import { screen, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { api } from "@convex/_generated/api";
import type { Id } from "@convex/_generated/dataModel";
import type { DayJob } from "@/features/schedule/dayJobs/useDayJobs";
import { FakeBackend } from "../../../support/fakeBackend";
import { renderApp } from "../../../support/renderApp";

const at = (hours: number, day = 20) => new Date(2026, 10, day, hours).getTime();

function aJob(id: string, change: Partial<DayJob>): DayJob {
  return {
    _id: id as Id<"jobs">,
    _creationTime: 1,
    job_customer_id: "C-1001",
    customer_name: "Maria Lopez",
    job_address: "12 Oak St",
    job_status: "lead",
    job_categories: [],
    job_photo_estimate: [],
    job_photo_install: [],
    job_drawings: [],
    ...change,
  };
}

beforeEach(() => {
  window.scrollTo = () => {};
  vi.useFakeTimers({ shouldAdvanceTime: true, now: at(13) });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("a wide screen shows the month, the day's counts and the waiting jobs", async () => {
  vi.stubGlobal("matchMedia", (media: string) =>
    Object.assign(new EventTarget(), { media, matches: /width/.test(media) }),
  );
  const jobs = [
    aJob("job-1", { job_estimate_date: at(9), job_status: "completed" }),
    aJob("job-2", { job_install_date: at(14) }),
    aJob("job-4", { job_install_date: at(15), job_status: "cancelled" }),
  ];
  const client = new FakeBackend();
  client.answer(api.jobs.listLasting, ({ at: time }) =>
    time === at(0)
      ? [
          aJob("job-5", {
            ...{ job_install_date: at(8, 19), job_install_length: 33 * 60 },
            job_status: "install_scheduled",
          }),
        ]
      : [],
  );
  client.answer(api.jobs.getScheduledForDay, () => jobs);
  client.answer(api.jobs.listDates, () => [
    ...jobs,
    aJob("job-3", { job_estimate_date: at(9, 24) }),
    // More than a day of the large month shows.
    ...[8, 9, 10, 11, 12, 13, 14].map((hour) =>
      aJob(`job-at-${hour}`, { job_install_date: at(hour, 25) }),
    ),
  ]);
  client.answer(api.jobs.countWaiting, () => ({
    withoutEstimate: 3,
    approvedWithoutInstall: 4,
    estimatesDelivered: 100,
    installedUnpaid: 0,
    dueAgain: 0,
  }));
  renderApp({ path: "/dashboard", client });

  const column = await screen.findByRole("complementary", {
    name: "Month and open work",
  });
  expect(
    await within(column).findByRole("link", {
      name: "Friday, November 20, 2026, 3 visits",
    }),
  ).toHaveAttribute("aria-current", "date");
  expect(
    within(column).getByRole("link", {
      name: "Tuesday, November 24, 2026, 1 visit",
    }),
  ).toHaveAttribute("href", "/dashboard?date=2026-11-24");
  expect(
    within(column).getByRole("link", {
      name: "Wednesday, November 25, 2026, 7 visits",
    }),
  ).toBeVisible();
  const counts = within(column).getByRole("region", { name: "This day" });
  expect(
    within(counts)
      .getAllByRole("definition")
      .map(({ textContent }) => textContent),
  ).toEqual(["4", "1", "3", "1"]);
  for (const [name, kind] of [
    ["Approved, not scheduled (4)", "unscheduled"],
    ["Estimate delivered more than 7 days ago (99+)", "stale"],
    ["Installed, not paid (0)", "unpaid"],
  ])
    expect(within(column).getByRole("link", { name })).toHaveAttribute(
      "href",
      `/jobs?q=is%3A${kind}`,
    );
});
