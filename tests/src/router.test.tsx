import { screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
import { createAppRouter } from "@/router";
import { renderApp } from "../support/renderApp";

beforeEach(() => {
  window.scrollTo = () => {};
});

test("has the defaults of the specification", () => {
  expect(createAppRouter().options).toMatchObject({
    defaultPreload: "intent",
    defaultPreloadDelay: 50,
    defaultPendingMs: 1000,
    defaultPendingMinMs: 500,
  });
});

test("an address without a page says 'Not Found' and leads home", async () => {
  renderApp({ path: "/gutters" });
  expect(await screen.findByText("Not Found")).toBeVisible();
  await userEvent.click(screen.getByRole("link", { name: "Choose a section" }));
  expect(
    await screen.findByRole("heading", { name: "Choose a section" }),
  ).toBeVisible();
});

test("the bar links Home, Dashboard and Calendar on every page", async () => {
  renderApp({ path: "/receipts" });
  const bar = await screen.findByRole("navigation", { name: "Main" });
  const links = within(bar).getAllByRole("link");
  expect(
    links.map((link) => [link.textContent, link.getAttribute("href")]),
  ).toEqual([
    ["Home", "/"],
    ["Dashboard", "/dashboard"],
    ["Calendar", "/calendar"],
  ]);
  expect(links[0]).toHaveClass("bg-accent-tint", "text-accent-ink");
});

test.each(["007", "180", "true", "1e3"])(
  "what the address says is text: %s",
  async (color) => {
    const { history } = renderApp({ path: `/inventory?color=${color}` });
    await screen.findByRole("heading", { name: "Inventory" });
    expect(history.location.search).toBe(`?color=${color}`);
  },
);
