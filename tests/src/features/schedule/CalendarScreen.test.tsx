import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import type { FunctionReturnType } from "convex/server";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { api } from "@convex/_generated/api";
import type { Id } from "@convex/_generated/dataModel";
import { dayRange } from "@domain/dates/days";
import { FakeBackend } from "../../../support/fakeBackend";
import { renderApp } from "../../../support/renderApp";

type DatedJob = FunctionReturnType<typeof api.jobs.listDates>[number];

const at = (month: number, day: number, hours = 9, minutes = 0) =>
  new Date(2026, month - 1, day, hours, minutes).getTime();

let made = 0;
function aDatedJob(change: Partial<DatedJob> = {}): DatedJob {
  made += 1;
  return {
    _id: `job${made}` as Id<"jobs">,
    job_customer_id: "C-1001",
    customer_name: "Maria Lopez",
    job_address: "12 Oak St",
    job_status: "lead",
    ...change,
  };
}

beforeEach(() => {
  window.scrollTo = () => {};
  vi.useFakeTimers({ shouldAdvanceTime: true, now: at(11, 20, 13) });
});
afterEach(() => vi.useRealTimers());

/** `null`: the entries are still loading. */
async function showCalendar(jobs: DatedJob[] | null = [], path = "/calendar") {
  const client = new FakeBackend();
  client.answer(api.jobs.listDates, () => jobs ?? undefined);
  client.answer(api.jobs.getScheduledForDay, () => []);
  const app = renderApp({ path, client });
  await screen.findByRole("table");
  return app;
}

const title = () => screen.getByRole("heading", { level: 1 });
const day = (name: string | RegExp) => screen.getByRole("link", { name });
const cell = (name: string | RegExp) => day(name).closest("td")!;
const press = (key: string) => fireEvent.keyDown(document.body, { key });

// Spec 1.20, 2.38, 2.39, 2.41, 9.9
test("shows the current month, Sunday to Saturday, titled in full", async () => {
  await showCalendar();
  expect(title()).toHaveTextContent(/^November 2026$/);
  expect(screen.getAllByRole("columnheader").map(({ textContent }) => textContent)).toEqual([
    "Sun",
    "Mon",
    "Tue",
    "Wed",
    "Thu",
    "Fri",
    "Sat",
  ]);
  const first = screen.getAllByRole("row")[1]!;
  expect(
    within(first)
      .getAllByRole("cell")
      .map(({ textContent }) => textContent),
  ).toEqual(["1", "2", "3", "4", "5", "6", "7"]);
});

// Spec 2.42
test("dims the days outside the month", async () => {
  await showCalendar();
  expect(cell("Saturday, December 5, 2026")).toHaveAttribute("data-outside");
  expect(cell("Monday, November 30, 2026")).not.toHaveAttribute("data-outside");
  expect(cell("Saturday, December 5, 2026")).toHaveClass("bg-sunken");
  expect(cell("Monday, November 30, 2026")).not.toHaveClass("bg-sunken");
  expect(day("Saturday, December 5, 2026").firstChild).toHaveClass("text-ink-faint");
  expect(day("Monday, November 30, 2026").firstChild).toHaveClass("text-ink");
});

// Spec 2.43
test("highlights today, and moves the mark at midnight", async () => {
  vi.setSystemTime(at(11, 20, 23, 59));
  await showCalendar();
  const marked = () => document.querySelectorAll('[aria-current="date"]');
  expect(marked()).toHaveLength(1);
  expect(marked()[0]).toHaveAccessibleName("Friday, November 20, 2026");
  act(() => void vi.advanceTimersByTime(61_000));
  expect(marked()).toHaveLength(1);
  expect(marked()[0]).toHaveAccessibleName("Saturday, November 21, 2026");
  expect(marked()[0]!.firstChild).toHaveClass("today-mark");
  expect(marked()[0]!.closest("td")).toHaveClass("inset-ring-2");
});

test("moves to the new month at midnight in an open tab", async () => {
  vi.setSystemTime(at(11, 30, 23, 59));
  await showCalendar();
  act(() => void vi.advanceTimersByTime(61_000));
  expect(title()).toHaveTextContent("December 2026");
});

// Spec 2.40
test("moves to the previous and next month, across years", async () => {
  await showCalendar();
  await userEvent.click(screen.getByRole("button", { name: "Next month" }));
  await userEvent.click(screen.getByRole("button", { name: "Next month" }));
  expect(await screen.findByText("January 2027")).toBeVisible();
  expect(day("Friday, January 1, 2027")).toBeVisible();
  for (let step = 0; step < 3; step++)
    await userEvent.click(screen.getByRole("button", { name: "Previous month" }));
  expect(await screen.findByText("October 2026")).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Today, back to this month" }));
  expect(await screen.findByText("November 2026")).toBeVisible();
});

test("queries each week of the grid, midnight to midnight", async () => {
  const asked = vi.fn(() => []);
  const client = new FakeBackend();
  client.answer(api.jobs.listDates, asked);
  renderApp({ path: "/calendar", client });
  await screen.findByRole("table");
  for (const [from, until] of [
    ["2026-11-01", "2026-11-07"],
    ["2026-11-29", "2026-12-05"],
  ] as const)
    expect(asked).toHaveBeenCalledWith({
      range: { from: dayRange(from).from, until: dayRange(until).until },
    });
});

/** Counts subscriptions. Like the real client it forgets a result when the last subscription to it ends. */
class CountingBackend extends FakeBackend {
  opened: string[] = [];
  readonly #open = new Map<string, number>();

  override watchQuery(...[query, args]: Parameters<FakeBackend["watchQuery"]>) {
    const watch = super.watchQuery(query, args);
    const { range } = args as { range?: { from: number } };
    const week = new Date(range?.from ?? 0).toDateString().slice(4, 10);
    const count = (change: number) => {
      const open = (this.#open.get(week) ?? 0) + change;
      this.#open.set(week, open);
      return open;
    };
    return {
      ...watch,
      onUpdate: (listener: () => void) => {
        const end = watch.onUpdate(listener);
        if (count(1) === 1 && range !== undefined) this.opened.push(week);
        return () => {
          count(-1);
          return end();
        };
      },
      localQueryResult: () =>
        range === undefined || this.#open.get(week) ? watch.localQueryResult() : undefined,
    };
  }
}

test("subscribes to one further month in the direction of paging, and shows it at once without loading it again", async () => {
  const client = new CountingBackend();
  const visit = aDatedJob({ job_install_date: at(12, 16) });
  client.answer(api.jobs.listDates, () => [visit]);
  renderApp({ path: "/calendar", client });
  await screen.findByRole("table");
  const november = ["Nov 01", "Nov 08", "Nov 15", "Nov 22", "Nov 29"];
  const december = ["Dec 06", "Dec 13", "Dec 20", "Dec 27"];
  await waitFor(() => expect(client.opened).toEqual(november));
  client.opened = [];
  act(() => screen.getByRole("button", { name: "Next month" }).focus());
  await waitFor(() => expect(client.opened).toEqual(december));
  client.opened = [];
  press("ArrowRight");
  expect(await screen.findByText("December 2026")).toBeVisible();
  expect(within(cell(/December 16/)).getByRole("listitem")).toHaveTextContent("Maria Lopez");
  const january = ["Jan 03", "Jan 10", "Jan 17", "Jan 24", "Jan 31"];
  await waitFor(() => expect(client.opened).toEqual(january));
  client.opened = [];
  press("ArrowLeft");
  expect(await screen.findByText("November 2026")).toBeVisible();
  const october = ["Sep 27", "Oct 04", "Oct 11", "Oct 18", "Oct 25"];
  await waitFor(() => expect(client.opened).toEqual([...november.slice(0, 4), ...october]));
});

// Spec 2.45
test("shows an estimate in dark red and an install in orange, each on its day", async () => {
  await showCalendar([
    aDatedJob({
      job_estimate_date: at(11, 12, 14),
      job_install_date: at(11, 24, 8),
    }),
  ]);
  const estimate = within(cell(/November 12/)).getByRole("listitem");
  expect(within(estimate).getByRole("link")).toHaveAccessibleName("Estimate, 2:00 PM: Maria Lopez");
  expect(within(estimate).getByRole("link")).toHaveClass("border-entry-dark-red");
  const install = within(cell(/November 24/)).getByRole("listitem");
  expect(within(install).getByRole("link")).toHaveAccessibleName("Install, 8:00 AM: Maria Lopez");
  expect(within(install).getByRole("link")).toHaveClass("border-entry-orange");
});

// Spec 2.44
test("shows six entries of a day, counts the rest and says so", async () => {
  await showCalendar(
    Array.from({ length: 9 }, (_, index) =>
      aDatedJob({
        customer_name: `Customer ${index}`,
        job_estimate_date: at(11, 12, 8, index),
      }),
    ),
  );
  const crowded = cell(/^Thursday, November 12/);
  const entry = /Customer \d/;
  expect(within(crowded).getAllByRole("link", { name: entry })).toHaveLength(6);
  expect(within(crowded).getByText("+3")).toBeVisible();
  expect(day("Thursday, November 12, 2026, 9 entries, 3 not shown")).toBeVisible();
  // For paper only: CSS hides it on a screen.
  expect(
    within(crowded)
      .getByText(/Customer 6/)
      .closest("li"),
  ).toHaveClass("hidden");
});

test.each(["pointer", "focus"])(
  "shows the hidden entries of a day while the %s is on their number",
  async (way) => {
    const { history } = await showCalendar(
      Array.from({ length: 8 }, (_, index) =>
        aDatedJob({
          customer_name: `Customer ${index}`,
          job_estimate_date: at(11, 12, 8, index),
        }),
      ),
    );
    const more = day("2 more on Thursday, November 12, 2026");
    if (way === "focus") act(() => more.focus());
    else await userEvent.hover(more);
    const list = await screen.findByRole("tooltip");
    expect(list).toHaveTextContent("8:06 AM Customer 6, Estimate8:07 AM Customer 7, Estimate");
    if (way === "focus") act(() => more.blur());
    else await userEvent.unhover(more);
    expect(screen.queryByRole("tooltip")).toBeNull();
    await userEvent.click(more);
    expect(history.location.href).toBe("/dashboard?date=2026-11-12");
  },
);

test("counts a day without hidden entries, without a plus", async () => {
  await showCalendar([aDatedJob({ job_install_date: at(11, 12) })]);
  expect(day("Thursday, November 12, 2026, 1 entry")).toBeVisible();
  expect(within(cell(/November 12/)).queryByText(/^\+/)).toBeNull();
});

// Spec 2.47
test("a day and an entry link to the dashboard of that day", async () => {
  const { history } = await showCalendar([aDatedJob({ job_install_date: at(11, 12) })]);
  expect(day(/November 25/)).toHaveAttribute("href", "/dashboard?date=2026-11-25");
  await userEvent.click(screen.getByRole("link", { name: /Maria Lopez/ }));
  expect(await screen.findByText("Thursday")).toBeVisible();
  expect(history.location.href).toBe("/dashboard?date=2026-11-12");
});

test("Back from a day returns to its month", async () => {
  const { history } = await showCalendar();
  await userEvent.click(screen.getByRole("button", { name: "Next month" }));
  await screen.findByText("December 2026");
  await userEvent.click(day("Monday, December 14, 2026"));
  await screen.findByText("Monday");
  act(() => history.back());
  expect(await screen.findByText("December 2026")).toBeVisible();
});

// Spec 2.48
test("updates when jobs or customers change", async () => {
  const { client } = await showCalendar([aDatedJob({ job_install_date: at(11, 12) })]);
  const moved = aDatedJob({
    customer_name: "Maria Bell",
    job_install_date: at(11, 13),
  });
  act(() => client.answer(api.jobs.listDates, () => [moved]));
  expect(within(cell(/November 12/)).queryByRole("listitem")).toBeNull();
  expect(within(cell(/November 13/)).getByRole("listitem")).toHaveTextContent("Maria Bell");
});

test("shows its days while the entries load", async () => {
  await showCalendar(null);
  expect(screen.getByRole("table")).toHaveAttribute("aria-busy", "true");
  expect(within(screen.getByRole("main")).getByRole("status")).toHaveTextContent("Loading");
  expect(day("Friday, November 20, 2026")).toBeVisible();
});

test("subscribes to the weeks of the month before it draws the days", async () => {
  const client = new FakeBackend();
  client.answer(api.jobs.listDates, () => []);
  const drawn: boolean[] = [];
  const watchQuery = client.watchQuery.bind(client);
  vi.spyOn(client, "watchQuery").mockImplementation((query, args) => {
    const watch = watchQuery(query, args);
    const onUpdate = (listener: () => void) => {
      drawn.push(document.querySelector("table") !== null);
      return watch.onUpdate(listener);
    };
    return { ...watch, onUpdate };
  });
  renderApp({ path: "/calendar", client });
  expect(await screen.findByRole("table")).toBeVisible();
  expect(drawn.length).toBeGreaterThanOrEqual(5);
  expect(drawn.slice(0, 5)).not.toContain(true);
});

test("the arrows change the month and T goes back to today", async () => {
  await showCalendar();
  press("ArrowRight");
  press("ArrowRight");
  expect(await screen.findByText("January 2027")).toBeVisible();
  press("ArrowLeft");
  expect(await screen.findByText("December 2026")).toBeVisible();
  press("t");
  expect(await screen.findByText("November 2026")).toBeVisible();
});

test("an error shows a panel, not an empty month", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const client = new FakeBackend();
  client.answer(api.jobs.listDates, () => new Error("disk is full"));
  renderApp({ path: "/calendar", client });
  expect(await screen.findByText("Something went wrong!")).toBeVisible();
  vi.restoreAllMocks();
});

test("the arrows lead from a month that failed to one that did not", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const client = new FakeBackend();
  // The last week of November is the first of December.
  client.answer(api.jobs.listDates, ({ range }) =>
    range!.from < at(12, 6, 0) ? new Error("disk is full") : [],
  );
  renderApp({ path: "/calendar", client });
  expect(await screen.findByText("Something went wrong!")).toBeVisible();
  expect(title()).toHaveTextContent("November 2026");
  const next = screen.getByRole("button", { name: "Next month" });
  await userEvent.click(next);
  await userEvent.click(next);
  expect(title()).toHaveTextContent("January 2027");
  expect(await screen.findByRole("table", { name: "January 2027" })).toBeVisible();
  expect(screen.queryByText("Something went wrong!")).toBeNull();
  expect(next).toHaveFocus();
  vi.restoreAllMocks();
});

test("marks finished and cancelled visits, in words too", async () => {
  await showCalendar([
    aDatedJob({ job_status: "completed", job_install_date: at(11, 12, 8) }),
    aDatedJob({ job_status: "cancelled", job_install_date: at(11, 13, 8) }),
    aDatedJob({ job_status: "approved", job_install_date: at(11, 14, 8) }),
  ]);
  const link = (name: RegExp) => within(cell(name)).getAllByRole("link")[1];
  expect(link(/November 12/)).toHaveAccessibleName("Install, 8:00 AM, finished: Maria Lopez");
  expect(link(/November 13/)).toHaveAccessibleName("Install, 8:00 AM, cancelled: Maria Lopez");
  expect(link(/November 14/)).toHaveAccessibleName("Install, 8:00 AM: Maria Lopez");
});

test("strikes only the name of a cancelled visit", async () => {
  await showCalendar([
    aDatedJob({ job_status: "completed", job_install_date: at(11, 12, 8) }),
    aDatedJob({ job_status: "cancelled", job_install_date: at(11, 13, 8) }),
  ]);
  expect(screen.getByRole("link", { name: /finished/ })).not.toHaveClass("line-through");
  expect(screen.getByRole("link", { name: /cancelled/ })).toHaveClass("line-through");
});

test("renders two elements for a visit and at most four for a day", async () => {
  const visits = Array.from({ length: 180 }, (_, index) =>
    aDatedJob({ job_install_date: at(11, 1 + (index % 30), 8, index) }),
  );
  const { client } = await showCalendar();
  const table = screen.getByRole("table");
  const elements = () => table.querySelectorAll("td, td *").length;
  const empty = elements();
  expect(empty).toBeLessThanOrEqual(35 * 3);
  act(() => client.answer(api.jobs.listDates, () => visits));
  // A list for each day with visits.
  expect(elements()).toBeLessThanOrEqual(empty + 30 + 180 * 2);
  expect(within(table).getAllByRole("listitem")).toHaveLength(180);
});

describe("Alt and an arrow key on a visit", () => {
  const press = (link: HTMLElement, key: string) => fireEvent.keyDown(link, { key, altKey: true });

  test("Alt and an arrow key move only that visit, at its time, and offer to undo it", async () => {
    const job = aDatedJob({
      job_estimate_date: at(11, 12, 14, 30),
      job_install_date: at(11, 24, 8),
    });
    const { client } = await showCalendar([job]);
    client.perform(api.jobs.update, () => null);
    press(screen.getByRole("link", { name: /Estimate/ }), "ArrowDown");
    const update = {
      id: job._id,
      job_estimate_date: at(11, 19, 14, 30),
      isMove: true,
    };
    await waitFor(() => expect(client.callsOf(api.jobs.update)).toEqual([update]));
    const toast = await screen.findByText("Moved to Thursday, Nov 19, 26");
    expect(toast).toBeInTheDocument();
    expect(screen.getByRole("button", { name: "Undo" })).toBeInTheDocument();
  });

  test("Alt and an arrow key move a visit into the next month", async () => {
    const job = aDatedJob({ job_install_date: at(12, 5, 8) });
    const { client, history } = await showCalendar([job]);
    client.perform(api.jobs.update, () => null);
    press(screen.getByRole("link", { name: /Install/ }), "ArrowRight");
    expect(await screen.findByText("December 2026")).toBeVisible();
    expect(history.location.href).toBe("/calendar?month=2026-12");
    expect(client.callsOf(api.jobs.update)).toMatchObject([{ job_install_date: at(12, 6, 8) }]);
  });
});

test.each([
  ["2027-02", "February 2027"],
  ["2026-13", "November 2026"],
  ["soon", "November 2026"],
])("opens the month %s of the address", async (month, expected) => {
  const client = new FakeBackend();
  client.answer(api.jobs.listDates, () => []);
  renderApp({ path: `/calendar?month=${month}`, client });
  expect(await screen.findByText(expected)).toBeVisible();
});

describe("the crew in the address", () => {
  const jobs = [
    aDatedJob({ job_install_date: at(11, 19), job_install_crew: "crew 2" }),
    aDatedJob({
      ...{ customer_name: "Ann Field", job_install_date: at(11, 20) },
      ...{ job_install_length: 33 * 60, job_install_crew: "Ana" },
    }),
    aDatedJob({ customer_name: "Jo Park", job_estimate_date: at(11, 20) }),
  ];

  test("shows its visits alone, of how many, and ends by one tap", async () => {
    const { history } = await showCalendar(jobs, "/calendar?crew=crew%202");
    const filter = await screen.findByRole("button", {
      name: /^1 of 3 visits, crew 2/,
    });
    expect(screen.getByRole("link", { name: /Maria Lopez/ })).toBeVisible();
    expect(screen.queryByRole("link", { name: /Ann Field/ })).toBeNull();
    await userEvent.click(filter);
    expect(history.location.href).toBe("/calendar");
    expect(screen.getAllByRole("link", { name: /Ann Field/ })).toHaveLength(2);
  });

  test("stays in the next month and in the week", async () => {
    const { history } = await showCalendar(jobs, "/calendar?crew=ana");
    await userEvent.click(screen.getByRole("button", { name: "Next month" }));
    expect(history.location.search).toContain("crew=ana");
    await userEvent.click(screen.getByRole("radio", { name: "Week" }));
    expect(history.location.search).toContain("crew=ana");
  });

  test("stays in a day that is opened", async () => {
    const { history } = await showCalendar(jobs, "/calendar?crew=ana");
    await userEvent.click(await screen.findByRole("link", { name: /day 2 of 2: Ann Field/ }));
    expect(history.location.pathname).toBe("/dashboard");
    expect(history.location.search).toContain("crew=ana");
  });

  test("is chosen from a list where visits name crews", async () => {
    const { history } = await showCalendar(jobs);
    const choice = await screen.findByRole("combobox", { name: "Crew" });
    await userEvent.selectOptions(choice, "Ana");
    expect(history.location.search).toContain("crew=ana");
  });
});
