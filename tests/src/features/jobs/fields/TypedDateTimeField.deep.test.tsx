import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { api } from "@convex/_generated/api";
import type { Id } from "@convex/_generated/dataModel";
import { aJob } from "../../../../support/builders";
import { stubLayout } from "../../../../support/fakeBackend";
import {
  endTuesday,
  estimate,
  onTuesday,
  onWednesday,
  openOnWednesday,
} from "../../../../support/typedDates";
import { fill } from "../../../../support/user";

const TIME_LACKS = "Enter the time on Wednesday, November 25, 2026, for example “11/25/2026 10a”.";

beforeAll(stubLayout);
beforeEach(onTuesday);
afterEach(endTuesday);

it("takes a day of the month and a time of the list, with the keyboard", async () => {
  const { user, updates } = openOnWednesday();
  await fill(user, estimate(), "11/24/2026");
  await screen.findByRole("group", { name: "Times" });
  await user.keyboard("{ArrowDown}");
  await waitFor(() =>
    expect(screen.getByRole("button", { name: /November 24, 2026/ })).toHaveFocus(),
  );
  await user.keyboard("{ArrowRight}{Enter}");
  await waitFor(() => expect(screen.getByRole("button", { name: /^9:00 AM/ })).toHaveFocus());
  expect(estimate()).toHaveValue("11/25/26 ");
  await user.keyboard("{ArrowDown}{Enter}");
  expect(estimate()).toHaveFocus();
  expect(estimate()).toHaveValue("Wed, Nov 25, 26, 9:30 AM");
  await waitFor(() => expect(updates()).toMatchObject([{ job_estimate_date: onWednesday(9, 30) }]));
});

const choice = () => screen.getByRole("group", { name: "Which estimate date" });

it("shows both readings of a text, saves nothing until one is chosen, and lets a key choose", async () => {
  const { user, updates, onClose } = openOnWednesday();
  await fill(user, estimate(), "next tue 10");
  expect(
    within(choice())
      .getAllByRole("button")
      .map(({ textContent }) => textContent),
  ).toEqual(["Tue, Dec 1, 26, 10:00 AM", "Tue, Dec 8, 26, 10:00 AM"]);

  const asked = /^Choose which one is meant/;
  await user.keyboard("{Enter}");
  expect(estimate()).toHaveFocus();
  expect(estimate()).toHaveAccessibleDescription(asked);
  await user.click(screen.getByLabelText("Notes"));
  expect(screen.getByRole("button", { name: "Save Changes" })).toBeDisabled();
  await user.keyboard("{Escape}");
  expect(onClose).not.toHaveBeenCalled();
  expect(estimate()).toHaveValue("next tue 10");
  expect(updates()).toEqual([]);

  expect(estimate()).toHaveFocus();
  await user.keyboard("{ArrowDown}{ArrowRight}");
  expect(screen.getByRole("button", { name: "Tue, Dec 8, 26, 10:00 AM" })).toHaveFocus();
  await user.keyboard("{Enter}");
  expect(estimate()).toHaveFocus();
  expect(estimate()).toHaveValue("Tue, Dec 8, 26, 10:00 AM");
  expect(estimate()).not.toHaveAccessibleDescription(asked);
  await waitFor(() =>
    expect(updates()).toMatchObject([{ job_estimate_date: new Date(2026, 11, 8, 10).getTime() }]),
  );
});

it("asks for the time of a chosen day, and lists that day's visits", async () => {
  const { user, updates } = openOnWednesday();
  await fill(user, estimate(), "next wed");
  await user.tab();
  expect(screen.getByRole("button", { name: "Wed, Nov 25, 26" })).toHaveFocus();
  await user.keyboard("{Enter}");
  expect(estimate()).toHaveFocus();
  expect(estimate()).toHaveValue("11/25/26 ");
  await user.keyboard("{Enter}");
  expect(estimate()).toHaveAccessibleDescription(/^Enter the time on Wednesday/);
  expect(await screen.findByRole("list", { name: "Other visits that day" })).toHaveTextContent(
    /Ruth Okafor.*Hugo Pratt/,
  );
  expect(updates()).toEqual([]);
  await user.type(estimate(), "2");
  await user.keyboard("{Enter}");
  await waitFor(() => expect(updates()).toMatchObject([{ job_estimate_date: onWednesday(14) }]));
});

it("stays empty when it is clicked, and points at the next free half hour of the screen's day", async () => {
  const { user, updates } = openOnWednesday();
  await user.click(estimate());
  expect(
    await screen.findByText("Type “wed 10” or choose a time on Wednesday, November 25, 2026"),
  ).toBeVisible();
  const times = await screen.findByRole("group", { name: "Times" });
  await waitFor(() => expect(times).toHaveTextContent("9:00 AM, next free half hour"));
  expect(times).toHaveTextContent("10:30 AM, within an hour of a visit");
  expect(estimate()).toHaveValue("");
  await user.click(screen.getByLabelText("Notes"));
  expect(estimate()).toHaveValue("");
  expect(updates()).toEqual([]);
});

it("the list of times keeps the focus while the visits of the day load", async () => {
  const { user, backend } = openOnWednesday();
  backend.answer(api.jobs.getScheduledForDay, () => undefined);
  await fill(user, estimate(), "11/24/2026");
  await screen.findByRole("group", { name: "Times" });
  await user.keyboard("{ArrowDown}");
  await waitFor(() =>
    expect(screen.getByRole("button", { name: /November 24, 2026/ })).toHaveFocus(),
  );
  await user.keyboard("{ArrowRight}{Enter}");
  const first = await screen.findByRole("button", { name: /^9:00 AM/ });
  await waitFor(() => expect(first).toHaveFocus());
  backend.answer(api.jobs.getScheduledForDay, () => [
    aJob({ _id: "job2" as Id<"jobs">, job_estimate_date: onWednesday(9) }),
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

it("keeps a text that is not a time, with its sentence, and saves nothing", async () => {
  const { user, updates, onClose } = openOnWednesday();
  await fill(user, estimate(), "11/25/2026");
  await user.keyboard("{Escape}");
  expect(estimate()).toHaveAccessibleDescription(TIME_LACKS);
  await user.click(screen.getByLabelText("Notes"));
  expect(estimate()).toHaveValue("11/25/2026");
  await user.keyboard("{Escape}");
  expect(onClose).not.toHaveBeenCalled();
  expect(screen.getByText(TIME_LACKS)).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Clear estimate date" }));
  expect(estimate()).toHaveValue("");
  expect(screen.queryByText(TIME_LACKS)).not.toBeInTheDocument();
  expect(updates()).toEqual([]);
});

it("reads a time alone on the day of the screen, and keeps a range as the window of an estimate", async () => {
  const { user, updates } = openOnWednesday();
  await fill(user, estimate(), "8 to 10");
  expect(
    screen.getByText("Wednesday, November 25, 2026 at 8:00 AM, arrives 8 to 10 AM"),
  ).toBeVisible();
  await user.keyboard("{Enter}");
  expect(estimate()).toHaveValue("Wed, Nov 25, 26, 8:00 AM");
  expect(screen.getByLabelText("Estimate length or window")).toHaveValue("arrives 8 to 10 AM");
  await waitFor(() => expect(updates()).toHaveLength(2));
  expect(updates()).toMatchObject([
    { job_estimate_date: onWednesday(8) },
    { job_estimate_window: 120 },
  ]);
});
