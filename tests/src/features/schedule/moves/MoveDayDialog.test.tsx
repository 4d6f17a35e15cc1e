import { screen, waitFor } from "@testing-library/react";
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { api } from "@convex/_generated/api";
import type { Id } from "@convex/_generated/dataModel";
import { MoveDayDialog } from "@/features/schedule/moves/MoveDayDialog";
import { aJob } from "../../../../support/builders";
import { renderOn, stubLayout } from "../../../../support/fakeBackend";
import { onADesk } from "../../../../support/jobDialogs";
import { aJobsBackend } from "../../../../support/jobsBackend";
import { aUser, fill } from "../../../../support/user";

const on = (day: number, hour: number) => new Date(2026, 10, day, hour).getTime();

beforeAll(stubLayout);
beforeEach(() => {
  vi.useFakeTimers({ now: on(24, 8), toFake: ["Date"] });
  onADesk();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function open(count = 1) {
  const jobs = Array.from({ length: count }, (_, at) =>
    aJob({
      job_estimate_date: on(24, 10),
      ...(count > 1 && {
        _id: `job${at}` as Id<"jobs">,
        customer_name: `Customer ${at + 1}`,
      }),
    }),
  );
  const { backend } = aJobsBackend({ jobs });
  backend.answer(api.jobs.getScheduledForDay, () => jobs);
  backend.perform(api.jobs.moveVisits, () => ({ moved: 1, left: [] }));
  const onClose = vi.fn();
  renderOn(backend, <MoveDayDialog day="2026-11-24" onClose={onClose} />);
  return { user: aUser(), backend, onClose };
}

it("a visit that began on an earlier day is named, and is not moved", async () => {
  const { backend } = open();
  backend.answer(api.jobs.listLasting, () => [
    aJob({
      ...{ _id: "long" as Id<"jobs">, customer_name: "Noor Haddad" },
      ...{ job_status: "install_scheduled", job_install_date: on(23, 8) },
      job_install_length: 57 * 60,
    }),
  ]);
  expect(
    await screen.findByText(
      "Not moved, because it began on an earlier day: Noor Haddad (day 2 of 3).",
    ),
  ).toBeVisible();
  expect(move()).toBeEnabled();
});

const field = () => screen.getByLabelText("New day");
const move = () => screen.getByRole("button", { name: "Move 1 visit" });

it("the visits of a day move to a day that was typed in words", async () => {
  const { user, backend, onClose } = open();
  expect(field()).toHaveFocus();
  await user.keyboard("in 2 days");
  expect(field()).toHaveValue("in 2 days");
  expect(field()).toHaveAccessibleDescription("Thursday, November 26, 2026, 2 days later");
  await user.click(move());
  expect(onClose).toHaveBeenCalledOnce();
  await waitFor(() =>
    expect(JSON.stringify(backend.callsOf(api.jobs.moveVisits))).toContain(String(on(26, 10))),
  );
});

it("words that name two days ask which one is meant before the visits can be moved", async () => {
  const { user } = open();
  await user.clear(field());
  await fill(user, field(), "next tue");
  expect(move()).toBeDisabled();
  expect(field()).toHaveAccessibleDescription("Choose which day is meant.");
  await user.keyboard("{ArrowDown}{Enter}");
  expect(field()).toHaveFocus();
  expect(field()).toHaveAccessibleDescription("Tuesday, December 1, 2026, 7 days later");
  expect(move()).toBeEnabled();
});

it("Enter in the field of the day moves the visits, once a day is chosen", async () => {
  const { user, backend, onClose } = open();
  await user.keyboard("next tue{Enter}");
  expect(onClose).not.toHaveBeenCalled();
  await user.clear(field());
  await user.keyboard("+3{Enter}");
  expect(onClose).toHaveBeenCalledOnce();
  await waitFor(() =>
    expect(JSON.stringify(backend.callsOf(api.jobs.moveVisits))).toContain(String(on(27, 10))),
  );
});

it("the button is at most five Tabs from the field, however many customers are to be told", async () => {
  const { user } = open(14);
  await screen.findByRole("link", { name: "Call Customer 14" });
  for (let tabs = 0; tabs < 5; tabs += 1) {
    await user.tab();
    if (document.activeElement?.textContent === "Move 14 visits") return;
  }
  expect(document.activeElement).toHaveTextContent("Move 14 visits");
});

it("a day before the moved one is shown in the color of warnings", async () => {
  const { user } = open();
  await user.keyboard("yesterday");
  expect(screen.getByText("Monday, November 23, 2026, 1 day earlier")).toHaveClass(
    "text-amber-ink",
  );
});

it.each(["wed 10", "monkey", ""])(
  "the typed text %j is not a day to which visits can move",
  async (text) => {
    const { user } = open();
    await user.clear(field());
    if (text !== "") await fill(user, field(), text);
    expect(move()).toBeDisabled();
    expect(field()).toHaveAccessibleDescription(/^Enter a day, for example/);
  },
);

it("on a day that shows one crew, only its visits move, and the dialog names the crew", () => {
  const { backend } = aJobsBackend({ jobs: [] });
  const crews = [{ key: "crew 2", name: "Red crew" }];
  backend.answer(api.office.settings, () => ({ crews }));
  backend.answer(api.jobs.getScheduledForDay, () => [
    aJob({ job_estimate_date: on(24, 10), job_estimate_crew: "Crew 2" }),
    aJob({
      ...{ _id: "job2" as Id<"jobs">, customer_name: "Hugo Dahl" },
      job_estimate_date: on(24, 11),
    }),
  ]);
  renderOn(backend, <MoveDayDialog day="2026-11-24" crew="crew 2" onClose={vi.fn()} />);
  expect(move()).toBeEnabled();
  expect(screen.queryByText("Hugo Dahl")).toBeNull();
  expect(screen.getByRole("dialog")).toHaveTextContent(
    "The open visits of Red crew on Tuesday, Nov 24, 26 keep their times.",
  );
});
