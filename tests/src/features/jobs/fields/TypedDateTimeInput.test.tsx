import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { api } from "@convex/_generated/api";
import type { Id } from "@convex/_generated/dataModel";
import { EditJobDialog } from "@/features/jobs/EditJobDialog";
import { aCustomer, aJob } from "../../../../support/builders";
import { renderOn, stubLayout } from "../../../../support/fakeBackend";
import { aJobsBackend } from "../../../../support/jobsBackend";
import { aUser, fill } from "../../../../support/user";

const HALF = "Enter the whole date and time, or clear it.";
const at = (hour: number, minute = 0) =>
  new Date(2026, 10, 25, hour, minute).getTime();

beforeAll(stubLayout);
beforeEach(() => {
  vi.stubGlobal("matchMedia", (query: string) => ({
    matches: query === "(pointer: fine)",
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
});
afterEach(() => void vi.unstubAllGlobals());

function open() {
  const { backend } = aJobsBackend({
    customers: [aCustomer()],
    jobs: [aJob()],
  });
  const near = aJob({
    _id: "job2" as Id<"jobs">,
    customer_name: "Ruth Okafor",
    job_estimate_date: at(10, 45),
  });
  const far = aJob({
    _id: "job3" as Id<"jobs">,
    customer_name: "Hugo Pratt",
    job_install_date: at(15),
  });
  backend.answer(api.jobs.getScheduledForDay, () => [near, far]);
  const onClose = vi.fn();
  renderOn(backend, <EditJobDialog jobId="job1" onClose={onClose} />);
  const updates = () => backend.callsOf(api.jobs.update);
  return { user: aUser(), updates, onClose };
}

const field = () => screen.getByLabelText("Estimate date");

it("takes a typed time, shows the day's visits, warns of a near one and offers the status", async () => {
  const { user, updates } = open();
  await fill(user, field(), "11/25/2026 10");
  const visits = await screen.findByRole("list", {
    name: "Other visits that day",
  });
  const [first, second] = within(visits).getAllByRole("listitem");
  expect(first).toHaveTextContent(/10:45 AM.*Ruth Okafor.*within an hour/);
  expect(second).toHaveTextContent(/3:00 PM.*Hugo Pratt/);
  expect(second).not.toHaveTextContent("within an hour");
  expect(updates()).toEqual([]);

  await user.keyboard("{Enter}");
  expect(field()).toHaveValue("Wed, Nov 25, 26, 10:00 AM");
  await waitFor(() =>
    expect(updates()).toMatchObject([{ job_estimate_date: at(10) }]),
  );
  expect(
    screen.getByText(/Within an hour: Ruth Okafor, 10:45 AM$/),
  ).toBeVisible();
  await user.click(
    screen.getByRole("button", { name: "Mark as Estimate Scheduled" }),
  );
  await waitFor(() => expect(updates()).toHaveLength(2));
  expect(updates()[1]).toMatchObject({ job_status: "estimate_scheduled" });
});

it("takes a day of the month and a time of the list, with the keyboard", async () => {
  const { user, updates } = open();
  await fill(user, field(), "11/24/2026");
  await screen.findByRole("group", { name: "Times" });
  await user.keyboard("{ArrowDown}");
  await waitFor(() =>
    expect(
      screen.getByRole("button", { name: /November 24, 2026/ }),
    ).toHaveFocus(),
  );
  await user.keyboard("{ArrowRight}{Enter}");
  await waitFor(() =>
    expect(screen.getByRole("button", { name: "9:00 AM" })).toHaveFocus(),
  );
  expect(field()).toHaveValue("11/25/26 ");
  await user.keyboard("{ArrowDown}{Enter}");
  expect(field()).toHaveFocus();
  expect(field()).toHaveValue("Wed, Nov 25, 26, 9:30 AM");
  await waitFor(() =>
    expect(updates()).toMatchObject([{ job_estimate_date: at(9, 30) }]),
  );
});

it("keeps a text that is no time, with its sentence, and saves nothing", async () => {
  const { user, updates, onClose } = open();
  await fill(user, field(), "11/25/2026");
  await user.keyboard("{Escape}");
  expect(field()).toHaveAccessibleDescription(HALF);
  await user.click(screen.getByLabelText("Notes"));
  expect(field()).toHaveValue("11/25/2026");
  await user.keyboard("{Escape}");
  expect(onClose).not.toHaveBeenCalled();
  expect(screen.getByText(HALF)).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Clear estimate date" }));
  expect(field()).toHaveValue("");
  expect(screen.queryByText(HALF)).not.toBeInTheDocument();
  expect(updates()).toEqual([]);
});
