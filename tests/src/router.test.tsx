import { createMemoryHistory } from "@tanstack/react-router";
import { screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createAppRouter } from "@/router";
import { renderApp } from "../support/renderApp";

beforeEach(() => {
  window.scrollTo = () => {};
});
afterEach(() => vi.useRealTimers());

test("has the defaults of the specification", () => {
  expect(createAppRouter().options).toMatchObject({
    defaultPreload: "intent",
    defaultPreloadDelay: 50,
    defaultPendingMs: 1000,
    defaultPendingMinMs: 500,
  });
});

/** Two pages that say when they load, in place of ours. */
function countLoads() {
  const router = createAppRouter(
    createMemoryHistory({ initialEntries: ["/"] }),
  );
  const loads = { calculator: 0, receipts: 0 };
  for (const [path, route] of Object.entries(router.routesByPath)) {
    const name = path.slice(1);
    if (name === "calculator" || name === "receipts") {
      route.options.loader = () => void (loads[name] += 1);
    }
  }
  return { router, loads };
}

test("what was preloaded is fresh for 30 s", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const { router, loads } = countLoads();
  await router.load();
  await router.preloadRoute({ to: "/calculator" });
  vi.advanceTimersByTime(29_999);
  await router.preloadRoute({ to: "/calculator" });
  expect(loads.calculator).toBe(1);
  vi.advanceTimersByTime(1);
  await router.preloadRoute({ to: "/calculator" });
  expect(loads.calculator).toBe(2);
});

test("a page that was left is kept for 5 minutes", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const { router, loads } = countLoads();
  router.routesByPath["/calculator"].options.staleTime = Infinity;
  const visit = async () => {
    await router.navigate({ to: "/calculator" });
    await router.navigate({ to: "/" });
  };
  await router.load();
  await visit();
  vi.advanceTimersByTime(299_999);
  await visit();
  expect(loads.calculator).toBe(1);
  vi.advanceTimersByTime(1);
  await router.navigate({ to: "/receipts" });
  await visit();
  expect(loads.calculator).toBe(2);
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
