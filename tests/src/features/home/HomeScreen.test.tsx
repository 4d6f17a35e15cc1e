import { screen, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
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
