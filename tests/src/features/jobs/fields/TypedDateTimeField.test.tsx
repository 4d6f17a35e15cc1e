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
  await waitFor(() => expect(updates()).toMatchObject([{ job_estimate_date: onWednesday(10) }]));
  expect(screen.getByText(/Within an hour: Ruth Okafor, 10:45 AM$/)).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Mark as Estimate Scheduled" }));
  await waitFor(() => expect(updates()).toHaveLength(2));
  expect(updates()[1]).toMatchObject({ job_status: "estimate_scheduled" });
});

it("a day alone keeps the time of the visit, and a typed time replaces it", async () => {
  const { user, updates } = openOnWednesday();
  await fill(user, estimate(), "11/25/2026 10:30");
  await user.keyboard("{Enter}");
  await user.click(screen.getByLabelText("Notes"));
  await user.clear(estimate());
  await fill(user, estimate(), "12/9");
  await user.keyboard("{Enter}");
  expect(estimate()).toHaveValue("Wed, Dec 9, 26, 10:30 AM");
  await waitFor(() =>
    expect(updates().at(-1)).toMatchObject({
      job_estimate_date: new Date(2026, 11, 9, 10, 30).getTime(),
    }),
  );
  await user.clear(estimate());
  await fill(user, estimate(), "12/10 2p");
  await user.keyboard("{Enter}");
  expect(estimate()).toHaveValue("Thu, Dec 10, 26, 2:00 PM");
});

it("an end in the notes of an earlier release is removed when another time of day is typed, and stays with its time", async () => {
  const { user } = openOnWednesday();
  const notes = () => screen.getByLabelText<HTMLTextAreaElement>("Notes");
  const date = async (text: string) => {
    await user.clear(estimate());
    await fill(user, estimate(), text);
    await user.keyboard("{Enter}");
  };
  await fill(user, notes(), "Estimate until 10:00 AM");
  await date("12/9 8a");
  await date("12/10");
  expect(notes()).toHaveValue("Estimate until 10:00 AM");
  await date("12/11 2p");
  expect(notes()).toHaveValue("");
});
