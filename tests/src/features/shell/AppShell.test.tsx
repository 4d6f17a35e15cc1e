import { act, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { renderApp } from "../../../support/renderApp";

beforeEach(() => {
  window.scrollTo = () => {};
});
afterEach(() => void vi.useRealTimers());

const PAGES = [
  "/",
  "/calculator",
  "/calendar",
  "/dashboard",
  "/inventory",
  "/jobs",
  "/prices",
  "/receipts",
  "/settings",
];

// Spec 2.1, 2.8
test.each(PAGES)("%s has the bar and the page area", async (path) => {
  renderApp({ path });
  expect(await screen.findByRole("navigation", { name: "Main" })).toBeVisible();
  expect(screen.getByRole("main")).toBeVisible();
});

// Spec 2.8
test("every page has the toast area from the start", async () => {
  vi.useFakeTimers({
    shouldAdvanceTime: true,
    toFake: ["setTimeout", "clearTimeout"],
  });
  renderApp({ path: "/receipts" });
  await screen.findByRole("navigation", { name: "Main" });
  const area = screen.getByRole("region", { name: "Notifications alt+T" });
  // Sonner's takes its place, under the same name.
  act(() => void vi.advanceTimersByTime(3000));
  await waitFor(() => expect(area).not.toBeInTheDocument());
  expect(screen.getByRole("region", { name: "Notifications alt+T" })).toBeInTheDocument();
});

// Spec 2.7
test("shows a centered spinner while loading", async () => {
  renderApp({ path: "/jobs", session: { status: "loading" } });
  const spinner = await screen.findByRole("status");
  expect(spinner).toHaveTextContent("Loading");
  expect(spinner.querySelector(".animate-spin")).toBeVisible();
  expect(spinner.parentElement).toHaveClass("flex", "items-center", "justify-center");
});
