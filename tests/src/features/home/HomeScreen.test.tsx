import { screen, within } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { api } from "@convex/_generated/api";
import type { Id } from "@convex/_generated/dataModel";
import { dayKeyOf, dayRange, nextDay } from "@domain/dates/days";
import { aJob } from "../../../support/builders";
import { FakeBackend } from "../../../support/fakeBackend";
import { renderApp } from "../../../support/renderApp";

beforeEach(() => {
  window.scrollTo = () => {};
});

const CARDS = [
  ["/calculator", "Calculator", "Estimate and compute quickly"],
  ["/dashboard", "Dashboard", "Overview of your activity"],
  ["/jobs", "Jobs", "Track and manage jobs"],
  ["/calendar", "Calendar", "Schedule and view events"],
  ["/inventory", "Inventory", "Track materials and stock"],
  ["/prices", "Prices", "Set and review pricing"],
  ["/receipts", "Receipts", "Store and review receipts"],
  ["/settings", "Settings", "Configure your preferences"],
];

// Spec 1.7, 1.8, 1.9, 1.10, 1.11, 1.12, 1.13, 1.14, 1.15
test("offers its eight sections with their subtitles", async () => {
  renderApp({ path: "/" });
  await screen.findByRole("heading", { name: "Choose a section" });
  const cards = within(screen.getByRole("main")).getAllByRole("link");
  expect(cards).toHaveLength(CARDS.length);
  CARDS.forEach(([href, title, subtitle], index) => {
    expect(cards[index]).toHaveAttribute("href", href);
    expect(within(cards[index]!).getByText(title!)).toBeVisible();
    expect(within(cards[index]!).getByText(subtitle!)).toBeVisible();
  });
});

test("says in each card what is new, to signed-in people", async () => {
  const client = new FakeBackend();
  client.answer(api.jobs.getScheduledForDay, () => []);
  client.answer(api.jobs.listDates, () => []);
  client.answer(api.jobs.countWaiting, () => ({
    withoutEstimate: 3,
    approvedWithoutInstall: 4,
    estimatesDelivered: 0,
    installedUnpaid: 0,
    dueAgain: 0,
  }));
  client.answer(api.inventory.listColors, () => []);
  client.answer(api.inventory.listItems, () => new Error("disk is full"));
  vi.spyOn(console, "error").mockImplementation(() => {});
  renderApp({ path: "/", client });
  for (const line of [
    "No visits today",
    "4 approved, not scheduled",
    "No visits this week",
    "No colors yet",
    "Coming soon",
  ])
    expect(await screen.findByText(line)).toBeVisible();
  // What never changes is no news.
  expect(screen.queryByText(/theme|1 ft of/)).toBeNull();
  expect(screen.getByRole("link", { name: /^Prices/ })).toBeVisible();
});

test("a signed-out visitor reads what Downspout is, and sees no live lines on the cards", async () => {
  renderApp({ path: "/", session: { status: "signedOut" } });
  await screen.findByRole("heading", { name: "Choose a section" });
  expect(screen.getByText(/^Downspout books the estimates and installs/)).toBeVisible();
  expect(screen.queryByText("Coming soon")).toBeNull();
});

/** A window as wide as a desk's. */
function stubDesk() {
  vi.stubGlobal("matchMedia", (media: string) => ({
    media,
    matches: media === "(width >= 64rem)",
    addEventListener: () => {},
    removeEventListener: () => {},
  }));
}

test("shows the visits of today and tomorrow on a desk, and the waiting jobs", async () => {
  stubDesk();
  const client = new FakeBackend();
  const tomorrow = dayRange(nextDay(dayKeyOf(Date.now())));
  client.answer(api.jobs.getScheduledForDay, ({ dayStart }) =>
    dayStart === tomorrow.from
      ? Array.from({ length: 9 }, (_, index) =>
          aJob({
            _id: `job${index}` as Id<"jobs">,
            job_estimate_date: tomorrow.from + index,
            job_status: "approved",
          }),
        )
      : [],
  );
  client.answer(api.jobs.listDates, () => []);
  client.answer(api.jobs.countWaiting, () => ({
    approvedWithoutInstall: 4,
    estimatesDelivered: 0,
    installedUnpaid: 0,
    dueAgain: 0,
    withoutEstimate: 0,
  }));
  client.answer(api.inventory.listColors, () => []);
  client.answer(api.inventory.listItems, () => []);
  renderApp({ path: "/", client });
  const today = await screen.findByRole("region", { name: "Today" });
  expect(within(today).getByText("No visits.")).toBeVisible();
  const next = screen.getByRole("region", { name: "Tomorrow" });
  const visits = within(next).getAllByRole("link", {
    name: new RegExp(aJob().customer_name),
  });
  expect(visits).toHaveLength(8);
  expect(visits[0]).toHaveTextContent("Estimate");
  expect(within(next).getByRole("link", { name: "1 more" })).toBeVisible();
  const waiting = screen.getByRole("region", { name: "What needs doing" });
  expect(within(waiting).getByText(/Approved, not scheduled/)).toHaveTextContent("(4)");
  vi.unstubAllGlobals();
});
