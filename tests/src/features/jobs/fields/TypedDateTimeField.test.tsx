import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { api } from "@convex/_generated/api";
import type { Id } from "@convex/_generated/dataModel";
import { EditJobDialog } from "@/features/jobs/EditJobDialog";
import { ShownDayContext } from "@/features/jobs/shownDay";
import { aCustomer, aJob } from "../../../../support/builders";
import { renderOn, stubLayout } from "../../../../support/fakeBackend";
import { aJobsBackend } from "../../../../support/jobsBackend";
import { aUser, fill } from "../../../../support/user";

const TIME_LACKS =
  "Enter the time on Wednesday, November 25, 2026, for example “11/25/2026 10a”.";
const at = (hour: number, minute = 0) =>
  new Date(2026, 10, 25, hour, minute).getTime();

beforeAll(stubLayout);
beforeEach(() => {
  // 8:10 AM on Tuesday.
  vi.useFakeTimers({ now: new Date(2026, 10, 24, 8, 10), toFake: ["Date"] });
  vi.stubGlobal("matchMedia", (query: string) => ({
    matches: query === "(pointer: fine)",
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

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
  renderOn(
    backend,
    <ShownDayContext value="2026-11-25">
      <EditJobDialog jobId="job1" onClose={onClose} />
    </ShownDayContext>,
  );
  const updates = () => backend.callsOf(api.jobs.update);
  return { user: aUser(), backend, updates, onClose };
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
    expect(screen.getByRole("button", { name: /^9:00 AM/ })).toHaveFocus(),
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
  expect(field()).toHaveAccessibleDescription(TIME_LACKS);
  await user.click(screen.getByLabelText("Notes"));
  expect(field()).toHaveValue("11/25/2026");
  await user.keyboard("{Escape}");
  expect(onClose).not.toHaveBeenCalled();
  expect(screen.getByText(TIME_LACKS)).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Clear estimate date" }));
  expect(field()).toHaveValue("");
  expect(screen.queryByText(TIME_LACKS)).not.toBeInTheDocument();
  expect(updates()).toEqual([]);
});

const choice = () => screen.getByRole("group", { name: "Which estimate date" });

it("shows both readings of a text, saves nothing before one is chosen, and takes it by key", async () => {
  const { user, updates, onClose } = open();
  await fill(user, field(), "next tue 10");
  expect(
    within(choice())
      .getAllByRole("button")
      .map(({ textContent }) => textContent),
  ).toEqual(["Tue, Dec 1, 26, 10:00 AM", "Tue, Dec 8, 26, 10:00 AM"]);

  const asked = /^Choose which one is meant/;
  await user.keyboard("{Enter}");
  expect(field()).toHaveFocus();
  expect(field()).toHaveAccessibleDescription(asked);
  await user.click(screen.getByLabelText("Notes"));
  expect(screen.getByRole("button", { name: "Save Changes" })).toBeDisabled();
  await user.keyboard("{Escape}");
  expect(onClose).not.toHaveBeenCalled();
  expect(field()).toHaveValue("next tue 10");
  expect(updates()).toEqual([]);

  expect(field()).toHaveFocus();
  await user.keyboard("{ArrowDown}{ArrowRight}");
  expect(
    screen.getByRole("button", { name: "Tue, Dec 8, 26, 10:00 AM" }),
  ).toHaveFocus();
  await user.keyboard("{Enter}");
  expect(field()).toHaveFocus();
  expect(field()).toHaveValue("Tue, Dec 8, 26, 10:00 AM");
  expect(field()).not.toHaveAccessibleDescription(asked);
  await waitFor(() =>
    expect(updates()).toMatchObject([
      { job_estimate_date: new Date(2026, 11, 8, 10).getTime() },
    ]),
  );
});

it("asks for the time of a chosen day, and lists that day's visits", async () => {
  const { user, updates } = open();
  await fill(user, field(), "next wed");
  await user.tab();
  expect(screen.getByRole("button", { name: "Wed, Nov 25, 26" })).toHaveFocus();
  await user.keyboard("{Enter}");
  expect(field()).toHaveFocus();
  expect(field()).toHaveValue("11/25/26 ");
  await user.keyboard("{Enter}");
  expect(field()).toHaveAccessibleDescription(/^Enter the time on Wednesday/);
  expect(
    await screen.findByRole("list", { name: "Other visits that day" }),
  ).toHaveTextContent(/Ruth Okafor.*Hugo Pratt/);
  expect(updates()).toEqual([]);
  await user.type(field(), "2");
  await user.keyboard("{Enter}");
  await waitFor(() =>
    expect(updates()).toMatchObject([{ job_estimate_date: at(14) }]),
  );
});

it("reads a time alone on the day of the screen, and keeps the end of a range in Notes", async () => {
  const { user, updates } = open();
  const notes = screen.getByLabelText("Notes");
  await fill(user, notes, "Gate code 4");
  await fill(user, field(), "8 to 10");
  expect(
    screen.getByText("Wednesday, November 25, 2026 at 8:00 AM"),
  ).toBeVisible();
  await user.keyboard("{Enter}");
  expect(field()).toHaveValue("Wed, Nov 25, 26, 8:00 AM");
  expect(notes).toHaveValue("Gate code 4\nEstimate until 10:00 AM");
  await waitFor(() => expect(updates()).toHaveLength(3));
  expect(updates()).toMatchObject([
    { job_notes: "Gate code 4" },
    { job_estimate_date: at(8) },
    { job_notes: "Gate code 4\nEstimate until 10:00 AM" },
  ]);
});

it("stays empty when it is clicked, and points at the next free half hour of the screen's day", async () => {
  const { user, updates } = open();
  await user.click(field());
  expect(
    await screen.findByText(
      "Type “wed 10” or choose a time on Wednesday, November 25, 2026",
    ),
  ).toBeVisible();
  const times = await screen.findByRole("group", { name: "Times" });
  await waitFor(() =>
    expect(times).toHaveTextContent("9:00 AM, next free half hour"),
  );
  expect(times).toHaveTextContent("10:30 AM, within an hour of a visit");
  expect(field()).toHaveValue("");
  await user.click(screen.getByLabelText("Notes"));
  expect(field()).toHaveValue("");
  expect(updates()).toEqual([]);
});

it("the list of times keeps the focus while the visits of the day load", async () => {
  const { user, backend } = open();
  backend.answer(api.jobs.getScheduledForDay, () => undefined);
  await fill(user, field(), "11/24/2026");
  await screen.findByRole("group", { name: "Times" });
  await user.keyboard("{ArrowDown}");
  await waitFor(() =>
    expect(
      screen.getByRole("button", { name: /November 24, 2026/ }),
    ).toHaveFocus(),
  );
  await user.keyboard("{ArrowRight}{Enter}");
  const first = await screen.findByRole("button", { name: /^9:00 AM/ });
  await waitFor(() => expect(first).toHaveFocus());
  backend.answer(api.jobs.getScheduledForDay, () => [
    aJob({ _id: "job2" as Id<"jobs">, job_estimate_date: at(9) }),
  ]);
  expect(
    await screen.findByRole("button", {
      name: /^10:30 AM.*next free half hour/,
    }),
  ).toBeVisible();
  expect(first).toHaveFocus();
  await user.keyboard("{ArrowDown}");
  expect(screen.getByRole("button", { name: /^9:30 AM/ })).toHaveFocus();
});
