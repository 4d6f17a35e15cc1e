import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { stubLayout } from "../../../../support/fakeBackend";
import {
  endTuesday,
  estimate,
  onTuesday,
  onWednesday,
  openOnWednesday,
} from "../../../../support/typedDates";
import { fill } from "../../../../support/user";

const TIME_LACKS =
  "Enter the time on Wednesday, November 25, 2026, for example “11/25/2026 10a”.";

beforeAll(stubLayout);
beforeEach(onTuesday);
afterEach(endTuesday);

it("takes a typed time, shows the day's visits, warns of a near one and offers the status", async () => {
  const { user, updates } = openOnWednesday();
  await fill(user, estimate(), "11/25/2026 10");
  const visits = await screen.findByRole("list", {
    name: "Other visits that day",
  });
  const [first, second] = within(visits).getAllByRole("listitem");
  expect(first).toHaveTextContent(/10:45 AM.*Ruth Okafor.*within an hour/);
  expect(second).toHaveTextContent(/3:00 PM.*Hugo Pratt/);
  expect(second).not.toHaveTextContent("within an hour");
  expect(updates()).toEqual([]);

  await user.keyboard("{Enter}");
  expect(estimate()).toHaveValue("Wed, Nov 25, 26, 10:00 AM");
  await waitFor(() =>
    expect(updates()).toMatchObject([{ job_estimate_date: onWednesday(10) }]),
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

it("keeps a text that is no time, with its sentence, and saves nothing", async () => {
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

it("reads a time alone on the day of the screen, and keeps the end of a range in Notes", async () => {
  const { user, updates } = openOnWednesday();
  const notes = screen.getByLabelText("Notes");
  await fill(user, notes, "Gate code 4");
  await fill(user, estimate(), "8 to 10");
  expect(
    screen.getByText("Wednesday, November 25, 2026 at 8:00 AM"),
  ).toBeVisible();
  await user.keyboard("{Enter}");
  expect(estimate()).toHaveValue("Wed, Nov 25, 26, 8:00 AM");
  expect(notes).toHaveValue("Gate code 4\nEstimate until 10:00 AM");
  await waitFor(() => expect(updates()).toHaveLength(3));
  expect(updates()).toMatchObject([
    { job_notes: "Gate code 4" },
    { job_estimate_date: onWednesday(8) },
    { job_notes: "Gate code 4\nEstimate until 10:00 AM" },
  ]);
});
