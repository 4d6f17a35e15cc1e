import { screen, waitFor } from "@testing-library/react";
import { afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { END_BEFORE_START, START_REQUIRED } from "@domain/job/typedSpans";
import { stubLayout } from "../../../../support/fakeBackend";
import {
  endTuesday,
  estimate,
  onTuesday,
  onWednesday,
  openOnWednesday,
} from "../../../../support/typedDates";
import { fill, retype } from "../../../../support/user";

beforeAll(stubLayout);
beforeEach(onTuesday);
afterEach(endTuesday);

const span = () => screen.getByLabelText("Estimate length or window");
const notes = () => screen.getByLabelText("Notes");

async function openAt8() {
  const opened = openOnWednesday();
  await fill(opened.user, estimate(), "11/25/2026 8a");
  await opened.user.keyboard("{Enter}");
  const later = () => opened.updates().slice(1);
  return { ...opened, later };
}

it("reads back a typed text before it is saved, and shows it in words afterwards", async () => {
  const { user, later } = await openAt8();
  await fill(user, span(), "8-10 until 4");
  expect(screen.getByText("Arrives 8 to 10 AM, takes until 4 PM")).toBeVisible();
  expect(later()).toEqual([]);
  await user.click(notes());
  expect(span()).toHaveValue("arrives 8 to 10 AM, takes until 4 PM");
  await waitFor(() =>
    expect(later()).toMatchObject([{ job_estimate_window: 120 }, { job_estimate_length: 480 }]),
  );
});

it("one key turns a window into a length, and back", async () => {
  const { user, later } = await openAt8();
  await fill(user, span(), "8-10");
  expect(screen.getByText("Arrives 8 to 10 AM")).toBeVisible();
  expect(screen.getByRole("button", { name: "Takes until 10 AM instead" })).toBeVisible();
  await user.keyboard("{Alt>}{Enter}{/Alt}");
  expect(span()).toHaveValue("takes until 10 AM");
  await user.click(notes());
  await waitFor(() => expect(later()).toMatchObject([{ job_estimate_length: 120 }]));
  await user.click(screen.getByRole("button", { name: "Arrives 8 to 10 AM instead" }));
  expect(span()).toHaveValue("arrives 8 to 10 AM");
  await waitFor(() =>
    expect(later().slice(1)).toMatchObject([
      { job_estimate_window: 120 },
      { job_estimate_length: null },
    ]),
  );
});

it("keeps an unreadable text with its sentence, and saves nothing of it", async () => {
  const { user, later } = await openAt8();
  await fill(user, span(), "until 7 am");
  await user.click(notes());
  expect(span()).toHaveValue("until 7 am");
  expect(span()).toHaveAccessibleDescription(END_BEFORE_START);
  await retype(user, span(), "3 h");
  await user.click(notes());
  expect(span()).toHaveValue("takes until 11 AM");
  await retype(user, span(), " ");
  await user.click(notes());
  await waitFor(() =>
    expect(later()).toMatchObject([{ job_estimate_length: 180 }, { job_estimate_length: null }]),
  );
});

it("needs the date first", async () => {
  const { user, updates } = openOnWednesday();
  await fill(user, span(), "2 days");
  await user.click(notes());
  expect(span()).toHaveAccessibleDescription(START_REQUIRED);
  expect(updates()).toEqual([]);
});

it("a date that is typed again with another time keeps the length", async () => {
  const { user } = await openAt8();
  await fill(user, span(), "3 h");
  await user.click(notes());
  await retype(user, estimate(), "12/2/2026 1p");
  await user.keyboard("{Enter}");
  expect(span()).toHaveValue("takes until 4 PM");
});

it("an end in the notes is offered, and becomes the length", async () => {
  const { user, updates } = openOnWednesday();
  await fill(user, notes(), "Dog\nEstimate until 10:30 AM");
  await fill(user, estimate(), "11/25/2026 8a");
  await user.keyboard("{Enter}");
  await user.click(
    screen.getByRole("button", {
      name: "Use “Estimate until 10:30 AM” from Notes",
    }),
  );
  expect(span()).toHaveValue("takes until 10:30 AM");
  expect(notes()).toHaveValue("Dog");
  await waitFor(() =>
    expect(updates()).toMatchObject([
      { job_notes: "Dog\nEstimate until 10:30 AM" },
      { job_estimate_date: onWednesday(8) },
      { job_estimate_length: 150 },
      { job_notes: "Dog" },
    ]),
  );
});
