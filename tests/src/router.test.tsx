import { createMemoryHistory } from "@tanstack/react-router";
import { act, fireEvent, renderHook, screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
// Loaded once the page is idle.
import "@/features/imports/ImportDrop";
import { openPageDialog, usePageDialog } from "@/lib/pageDialogs";
import { createAppRouter } from "@/router";
import { renderApp } from "../support/renderApp";

beforeEach(() => {
  window.scrollTo = () => {};
});
afterEach(() => vi.useRealTimers());

test("the router has the defaults of the specification", () => {
  expect(createAppRouter().options).toMatchObject({
    defaultPreload: "intent",
    defaultPreloadDelay: 50,
    defaultPendingMs: 1000,
    defaultPendingMinMs: 500,
  });
});

// Spec 2.13
test("the router has the pages of the specification and no others", () => {
  const pages = Object.keys(createAppRouter().routesByPath);
  expect(pages.sort()).toEqual([
    "/",
    "/calculator",
    "/calendar",
    "/dashboard",
    "/inventory",
    "/jobs",
    "/prices",
    "/receipts",
    "/settings",
  ]);
});

/** Loaders for two pages, which have none in the app. */
const loaders = { "/calculator": vi.fn(), "/receipts": vi.fn() };

/** All routers share one route tree, so the loaders are removed again. */
function eachLoadingRoute(change: (options: LoadingOptions) => void) {
  const { routesByPath } = createAppRouter();
  for (const path of Object.keys(loaders) as (keyof typeof loaders)[]) {
    change(routesByPath[path].options as LoadingOptions);
  }
}

interface LoadingOptions {
  loader?: () => unknown;
  staleTime?: number;
}

function openRouter() {
  const { routesByPath } = createAppRouter();
  for (const [path, loader] of Object.entries(loaders)) {
    const route = routesByPath[path as keyof typeof loaders];
    (route.options as LoadingOptions).loader = () => loader() as unknown;
  }
  return createAppRouter(createMemoryHistory({ initialEntries: ["/"] }));
}

afterEach(() => {
  eachLoadingRoute((options) => {
    delete options.loader;
    delete options.staleTime;
  });
  for (const loader of Object.values(loaders)) loader.mockReset();
});

// Spec 9.36
test("a preloaded page is fresh for 30 s", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const router = openRouter();
  const loader = loaders["/calculator"];
  await router.load();
  await router.preloadRoute({ to: "/calculator" });
  vi.advanceTimersByTime(29_999);
  await router.preloadRoute({ to: "/calculator" });
  expect(loader).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1);
  await router.preloadRoute({ to: "/calculator" });
  expect(loader).toHaveBeenCalledTimes(2);
});

// Spec 9.35
test("an unused page is cached for 5 minutes", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const router = openRouter();
  eachLoadingRoute((options) => (options.staleTime = Infinity));
  const loader = loaders["/calculator"];
  const visit = async () => {
    await router.navigate({ to: "/calculator" });
    await router.navigate({ to: "/" });
  };
  await router.load();
  await visit();
  vi.advanceTimersByTime(299_999);
  await visit();
  expect(loader).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1);
  await router.navigate({ to: "/receipts" });
  await visit();
  expect(loader).toHaveBeenCalledTimes(2);
});

// Spec 2.9, 9.33
test("a page is preloaded after hovering its link for 50 ms", async () => {
  openRouter();
  renderApp({ path: "/" });
  const link = await screen.findByRole("link", { name: /^Calculator/ });
  vi.useFakeTimers();
  fireEvent.mouseEnter(link);
  await act(() => vi.advanceTimersByTimeAsync(49));
  expect(loaders["/calculator"]).not.toHaveBeenCalled();
  await act(() => vi.advanceTimersByTimeAsync(1));
  expect(loaders["/calculator"]).toHaveBeenCalledOnce();
});

// Spec 2.10, 9.34
test("a slow page shows the pending indicator after 1 s, for at least 500 ms", async () => {
  openRouter();
  let finish: (value: null) => void = () => {};
  loaders["/calculator"].mockReturnValue(new Promise((resolve) => (finish = resolve)));
  renderApp({ path: "/" });
  const link = await screen.findByRole("link", { name: /^Calculator/ });
  vi.useFakeTimers();
  fireEvent.click(link);
  const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  await wait(990);
  expect(screen.queryByRole("status")).not.toBeInTheDocument();
  await wait(20);
  expect(screen.getByRole("status")).toHaveTextContent("Loading");
  finish(null);
  await wait(480);
  expect(screen.getByRole("status")).toBeVisible();
  await wait(30);
  expect(screen.queryByRole("status")).not.toBeInTheDocument();
});

// Spec 2.11
test("an unknown path shows 'Not Found' and a link home", async () => {
  renderApp({ path: "/gutters" });
  expect(await screen.findByText("Not Found")).toBeVisible();
  await userEvent.click(screen.getByRole("link", { name: "Choose a section" }));
  expect(await screen.findByRole("heading", { name: "Choose a section" })).toBeVisible();
});

// Spec 2.2
test("the bar links Home, Dashboard and Calendar on every page", async () => {
  renderApp({ path: "/receipts" });
  const bar = await screen.findByRole("navigation", { name: "Main" });
  const links = within(bar).getAllByRole("link");
  expect(links.map((link) => [link.textContent, link.getAttribute("href")])).toEqual([
    ["Home", "/"],
    ["Dashboard", "/dashboard"],
    ["Calendar", "/calendar"],
  ]);
  expect(links[0]).toHaveClass("bg-accent-tint", "text-accent-ink");
});

// Spec 2.15
test.each(["007", "180", "true", "1e3"])("search parameters are strings: %s", async (color) => {
  const { history } = renderApp({ path: `/inventory?color=${color}` });
  await screen.findByRole("heading", { name: "Inventory" });
  expect(history.location.search).toBe(`?color=${color}`);
});

// Spec 2.94
test("/receipts says that receipt storage is coming soon", async () => {
  renderApp({ path: "/receipts" });
  expect(await screen.findByText(/receipt storage is coming soon/i)).toBeVisible();
});

test.each([
  ["nothing for a visitor", { status: "signedOut" } as const, null],
  ["the import for a signed-in person", undefined, "import"],
])("a dropped file opens %s", async (_, session, dialog) => {
  vi.useFakeTimers();
  renderApp({ path: "/", ...(session && { session }) });
  await act(() => vi.advanceTimersByTimeAsync(4000));
  fireEvent.drop(document.body, {
    dataTransfer: { types: ["Files"], files: [new File(["x"], "people.csv")] },
  });
  const opened = renderHook(() => usePageDialog()).result.current;
  act(() => openPageDialog(null));
  expect(opened).toBe(dialog);
});
