import { act, screen, waitFor, within } from "@testing-library/react";
import { ConvexError } from "convex/values";
import { getFunctionName, type FunctionReference } from "convex/server";
import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { openPageDialog } from "@/lib/pageDialogs";
import { createAppRouter } from "@/router";
import { FakeBackend, stubLayout } from "../support/fakeBackend";
import { renderApp } from "../support/renderApp";
import { aUser } from "../support/user";

interface LoadedScreen {
  readonly path: string;
  readonly heading: string;
  /** The queries that it asks before any of them is answered. */
  readonly queries: readonly string[];
}

const SCREENS: readonly LoadedScreen[] = [
  {
    path: "/calendar",
    heading: "November 2026",
    queries: ["jobs:listDates", "jobs:listLasting"],
  },
  {
    path: "/calendar?view=week",
    heading: "Sunday, November 8, 2026 to Saturday, November 14, 2026",
    queries: ["jobs:listDates", "jobs:listLasting", "office:settings"],
  },
  {
    path: "/dashboard",
    heading: "Wednesday, November 11, 2026",
    queries: ["jobs:getScheduledForDay"],
  },
  {
    path: "/inventory",
    heading: "Inventory",
    queries: ["inventory:listColors", "inventory:listItems"],
  },
  {
    path: "/jobs",
    heading: "Jobs",
    queries: ["jobs:list", "jobs:totals", "office:settings"],
  },
  {
    path: "/jobs?q=Smith",
    heading: "Jobs",
    queries: ["jobs:search", "jobs:totals", "office:settings"],
  },
  { path: "/prices", heading: "Prices", queries: ["inventory:listItems"] },
  {
    path: "/settings",
    heading: "Settings",
    queries: ["changes:lastRun", "seed:demoData", "seed:progress"],
  },
];

/** Home loads in each of its cards, and a card that fails says so there. */
const OTHER_PAGES = ["/", "/calculator", "/receipts"];

/** Answers no query, and refuses one of them. */
class FailingBackend extends FakeBackend {
  readonly asked = new Set<string>();
  #refused: string | null = null;
  #error: Error = new Error("disk is full");

  refuse(query: string | null, error = new Error("disk is full")) {
    this.#refused = query;
    this.#error = error;
    act(() => this.changed());
  }

  override watchQuery(query: FunctionReference<"query">, args: Record<string, unknown>) {
    const name = getFunctionName(query);
    this.asked.add(name);
    const watch = super.watchQuery(query, args);
    return {
      ...watch,
      localQueryResult: () => {
        if (this.#refused === name) throw this.#error;
        return watch.localQueryResult();
      },
    };
  }
}

beforeAll(() => {
  stubLayout();
  // jsdom has no modal dialogs.
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
  };
});
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date(2026, 10, 11, 10) });
  window.scrollTo = () => {};
  for (const method of ["error", "warn"] as const)
    vi.spyOn(console, method).mockImplementation(() => {});
  return () => {
    act(() => openPageDialog(null));
    vi.useRealTimers();
    vi.restoreAllMocks();
  };
});

test("this file names every page", () => {
  const named = SCREENS.map(({ path }) => path.replace(/\?.*/, ""));
  const pages = Object.keys(createAppRouter().routesByPath);
  expect([...new Set([...named, ...OTHER_PAGES])].sort()).toEqual(pages.sort());
});

describe.each(SCREENS)("$path", ({ path, heading, queries }) => {
  test("the page sends the queries that are refused below", async () => {
    const { client } = await open(path, heading);
    await waitFor(() => expect([...client.asked].sort()).toEqual(queries));
  });

  test.each(queries)(
    "the page keeps its heading and the bar while %s fails, and tries again",
    async (query) => {
      const { client, user } = await open(path, heading);
      await waitFor(() => expect(client.asked).toContain(query));
      client.refuse(query);
      const panel = await within(screen.getByRole("main")).findByRole("alert");
      expect(panel).toHaveTextContent("Something went wrong!");
      expect(screen.getByRole("heading", { level: 1 })).toHaveAccessibleName(heading);
      expect(screen.getByRole("navigation", { name: "Main" })).toBeVisible();
      client.refuse(null);
      await user.click(within(panel).getByRole("button", { name: "Try again" }));
      await waitFor(() => expect(panel).not.toBeInTheDocument());
      expect(screen.getByRole("heading", { level: 1 })).toHaveAccessibleName(heading);
    },
  );
});

/** A dialog over a page, which the path or an action opens, and a query of it. */
const DIALOGS = [
  { path: "/dashboard?job=j1", query: "jobs:get" },
  { path: "/jobs?job=j1", query: "jobs:get" },
  { path: "/calendar?view=week&job=j1", query: "jobs:get" },
  { path: "/calculator?customer=c1", query: "customers:getByCustomerId" },
  { path: "/calculator", page: "history", query: "changes:page" },
  { path: "/calculator", page: "order", query: "inventory:listColors" },
  { path: "/calculator", page: "palette", query: "jobs:countWaiting" },
] as const;

test.each(DIALOGS)(
  "keeps the page of $path and the bar while $query of its dialog fails",
  async ({ path, query, ...opened }) => {
    const client = new FailingBackend();
    renderApp({ path, client });
    await screen.findByRole("navigation", { name: "Main", hidden: true });
    if ("page" in opened) act(() => openPageDialog(opened.page));
    await waitFor(() => expect(client.asked).toContain(query));
    client.refuse(query);
    const dialog = await screen.findByRole("dialog", { name: "Not loaded" });
    expect(screen.getByRole("heading", { level: 1 })).toBeVisible();
    expect(screen.getByRole("navigation", { name: "Main" })).toBeVisible();
    client.refuse(null);
    await aUser().click(within(dialog).getByRole("button", { name: "Try again" }));
    await waitFor(() => expect(dialog).not.toBeInTheDocument());
  },
);

test("a dialog whose session has ended leaves its page to the sign-in", async () => {
  const client = new FailingBackend();
  renderApp({ path: "/calculator", client });
  await screen.findByRole("navigation", { name: "Main" });
  act(() => openPageDialog("history"));
  await waitFor(() => expect(client.asked).toContain("changes:page"));
  client.refuse(
    "changes:page",
    new ConvexError({ code: "NOT_SIGNED_IN", message: "Sign in to go on." }),
  );
  expect(await screen.findByText("Sign in required")).toBeVisible();
  expect(screen.queryByRole("dialog")).toBeNull();
});

async function open(path: string, heading: string) {
  const client = new FailingBackend();
  renderApp({ path, client });
  await screen.findByRole("heading", { level: 1, name: heading });
  return { client, user: aUser() };
}
