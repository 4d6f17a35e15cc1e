import { screen, waitFor } from "@testing-library/react";
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { api } from "@convex/_generated/api";
import { MoveDayDialog } from "@/features/schedule/MoveDayDialog";
import { aJob } from "../../../support/builders";
import { renderOn, stubLayout } from "../../../support/fakeBackend";
import { aJobsBackend } from "../../../support/jobsBackend";
import { aUser, fill } from "../../../support/user";

const on = (day: number, hour: number) =>
  new Date(2026, 10, day, hour).getTime();

beforeAll(stubLayout);
beforeEach(() => {
  vi.useFakeTimers({ now: on(24, 8), toFake: ["Date"] });
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
  const job = aJob({ job_estimate_date: on(24, 10) });
  const { backend } = aJobsBackend({ jobs: [job] });
  backend.answer(api.jobs.getScheduledForDay, () => [job]);
  backend.perform(api.jobs.moveVisits, () => ({ moved: 1, left: [] }));
  const onClose = vi.fn();
  renderOn(backend, <MoveDayDialog day="2026-11-24" onClose={onClose} />);
  return { user: aUser(), backend, onClose };
}

const field = () => screen.getByLabelText("New day");
const move = () => screen.getByRole("button", { name: "Move 1 visit" });

it("the visits of a day move to a day that was typed in words", async () => {
  const { user, backend, onClose } = open();
  expect(field()).toHaveFocus();
  await user.keyboard("in 2 days");
  expect(field()).toHaveValue("in 2 days");
  expect(field()).toHaveAccessibleDescription("Thursday, November 26, 2026");
  await user.click(move());
  expect(onClose).toHaveBeenCalledOnce();
  await waitFor(() =>
    expect(JSON.stringify(backend.callsOf(api.jobs.moveVisits))).toContain(
      String(on(26, 10)),
    ),
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
  expect(field()).toHaveAccessibleDescription("Tuesday, December 1, 2026");
  expect(move()).toBeEnabled();
});

it.each(["wed 10", "monkey", ""])(
  "the typed text %j is no day to move visits to",
  async (text) => {
    const { user } = open();
    await user.clear(field());
    if (text !== "") await fill(user, field(), text);
    expect(move()).toBeDisabled();
    expect(field()).toHaveAccessibleDescription(/^Enter a day, for example/);
  },
);
