import { act, screen, waitFor, within } from "@testing-library/react";
import type { FunctionReturnType } from "convex/server";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { api } from "@convex/_generated/api";
import type { Id } from "@convex/_generated/dataModel";
import { JobsScreen } from "@/features/jobs/JobsScreen";
import { aCustomer, aJob } from "../../../support/builders";
import { renderOn, stubLayout } from "../../../support/fakeBackend";
import { aJobsBackend } from "../../../support/jobsBackend";
import { aUser, fill } from "../../../support/user";

interface Listing {
  readonly search: string;
  readonly status: string | null;
  readonly sort: string;
  readonly paginationOpts: { readonly cursor: string | null };
}

/** The IntersectionObserver callback, so that a test can scroll to the end. */
let reachEnd: (() => void) | undefined;

beforeAll(() => {
  stubLayout();
  Object.assign(globalThis, {
    IntersectionObserver: class {
      constructor(callback: (entries: { isIntersecting: boolean }[]) => void) {
        reachEnd = () => callback([{ isIntersecting: true }]);
      }
      observe() {}
      disconnect() {}
    },
  });
});
beforeEach(() => sessionStorage.clear());

const page = (jobs: ReturnType<typeof aJob>[], continueCursor: string | null = null) => ({
  page: jobs,
  isDone: continueCursor === null,
  continueCursor: continueCursor ?? "end",
});

function show(
  answer: (listing: Listing) => ReturnType<typeof page> | undefined,
  search: Partial<FunctionReturnType<typeof api.jobs.search>> = {},
) {
  const { backend } = aJobsBackend({ jobs: [aJob()] });
  const listings: Listing[] = [];
  backend.answer(api.jobs.list, (listing: Listing) => {
    listings.push(listing);
    return answer(listing);
  });
  backend.answer(api.jobs.search, (given: Omit<Listing, "paginationOpts">) => {
    const listing = { ...given, paginationOpts: { cursor: null } };
    listings.push(listing);
    const found = answer(listing);
    return (
      found && {
        jobs: found.page,
        canLoadMore: !found.isDone,
        total: found.page.length,
        leftOut: null,
        isReady: true,
        ...search,
      }
    );
  });
  const asked: unknown[] = [];
  backend.answer(api.customers.similar, (args) => {
    asked.push(args);
    return ["Mary Johnson", "Mary Johnson", "Jon Sonn"].map((customer_name) =>
      aCustomer({ customer_name }),
    );
  });
  const view = renderOn(
    backend,
    <JobsScreen address={{}} onAddressChange={() => undefined} MoveVisits={() => null} />,
  );
  return { user: aUser(), backend, listings, asked, view };
}

const searchBox = () =>
  screen.getByPlaceholderText("search jobs by name, address, notes, phone, job/customer id");
const toggle = (name: RegExp) => screen.getByRole("button", { name });

describe("the job list", () => {
  // Spec 2.61
  it("shows a spinner while loading", () => {
    show(() => undefined);
    expect(screen.getByRole("status")).toHaveTextContent("Loading");
    expect(screen.queryByText(/No jobs/)).not.toBeInTheDocument();
  });

  // Spec 2.59
  it("the job list is a grid of one column, of two on small screens and three on large", () => {
    show(() => page([aJob()]));
    expect(screen.getByRole("list", { name: "Jobs" })).toHaveClass(
      "grid",
      "grid-cols-1",
      "sm:grid-cols-2",
      "lg:grid-cols-3",
    );
  });

  // Spec 2.60
  it("explains how to add a job if there are none", () => {
    show(() => page([]));
    expect(screen.getByText("No jobs yet. Use the Add button to add one.")).toBeVisible();
  });

  it("shows another text if only the search finds none", async () => {
    const { user } = show(({ search }) => page(search ? [] : [aJob()]));
    await fill(user, searchBox(), "zzz");
    expect(await screen.findByText("No jobs match this search and filter.")).toBeVisible();
  });

  it('a search that finds no job asks "Did you mean", and searches for the chosen name', async () => {
    const { user, asked } = show(({ search }) => page(search === "jonson" ? [] : [aJob()]));
    expect(await screen.findByRole("list", { name: "Jobs" })).toBeVisible();
    expect(asked).toEqual([]);
    await fill(user, searchBox(), "jonson");
    const names = await screen.findByRole("group", { name: "Did you mean" });
    expect(
      within(names)
        .getAllByRole("button")
        .map(({ textContent }) => textContent),
    ).toEqual(["Mary Johnson", "Jon Sonn"]);
    expect(asked).toEqual([{ term: "jonson", withJobs: true }]);
    await user.click(screen.getByRole("button", { name: "Mary Johnson" }));
    expect(searchBox()).toHaveValue("Mary Johnson");
    expect(await screen.findByRole("list", { name: "Jobs" })).toBeVisible();
    expect(screen.queryByText("Did you mean")).not.toBeInTheDocument();
  });

  it("shows name, address, dates, price and status of each job", () => {
    show(() =>
      page([
        aJob({
          job_city: "Troy",
          jobs_price: 1234.5,
          job_status: "estimate_sent",
          job_estimate_date: new Date(2026, 10, 20, 14, 0).getTime(),
        }),
      ]),
    );
    const card = screen.getByRole("button", { name: /Ann Field/ });
    expect(card).toHaveTextContent("12 Oak St, Troy");
    expect(card).toHaveTextContent("$1,234.50");
    expect(card).toHaveTextContent("Estimate Delivered");
    expect(card).toHaveTextContent("Estimate: Nov 20, 26, 2:00 PM");
  });

  // Spec 2.62, 2.63
  it("opens the dialog of the tapped job", async () => {
    const { user } = show(() => page([aJob()]));
    await user.click(screen.getByRole("button", { name: /Ann Field/ }));
    expect(await screen.findByRole("dialog", { name: "Edit Job" })).toBeVisible();
  });

  // Spec 2.55
  it("opens an empty dialog with Add", async () => {
    const { user } = show(() => page([]));
    await user.click(screen.getByRole("button", { name: "Add" }));
    expect(await screen.findByRole("dialog", { name: "Create Job" })).toBeVisible();
  });
});

describe("the toolbar", () => {
  // Spec 2.56, 2.58
  it("toggles Date between nearest and farthest, and ID between descending and ascending", async () => {
    const { user, listings, backend } = show(() => page([]));
    const sort = () => {
      act(() => backend.changed());
      return listings.at(-1)?.sort;
    };
    expect(sort()).toBe("created_desc");
    await user.click(toggle(/^Date/));
    expect(sort()).toBe("nearest");
    await user.click(toggle(/^Date/));
    expect(sort()).toBe("farthest");
    expect(toggle(/^Date/)).toHaveTextContent("Farthest");
    expect(toggle(/^Date/)).toHaveAttribute("aria-pressed", "true");
    expect(toggle(/^ID/)).toHaveTextContent("Off");
    expect(toggle(/^ID/)).toHaveAttribute("aria-pressed", "false");
    await user.click(toggle(/^ID/));
    expect(sort()).toBe("created_desc");
    await user.click(toggle(/^ID/));
    expect(sort()).toBe("created_asc");
    expect(toggle(/^ID/)).toHaveTextContent("Ascending");
  });

  // Spec 2.57
  it("cycles Status through All and every status except Cancelled", async () => {
    const { user } = show(() => page([]));
    const seen: string[] = [];
    for (let click = 0; click < 11; click += 1) {
      seen.push(toggle(/^Status/).textContent ?? "");
      await user.click(toggle(/^Status/));
    }
    expect(seen).toEqual([
      "Status: All",
      "Status: New Lead",
      "Status: Called",
      "Status: Estimate Scheduled",
      "Status: Estimate Delivered",
      "Status: Approved",
      "Status: Install Scheduled",
      "Status: Install Complete",
      "Status: Installed and Paid",
      "Status: Service",
      "Status: All",
    ]);
  });

  // Spec 2.53
  it("keeps the previous jobs until a new search has loaded", async () => {
    let arrived = false;
    const { user, backend, listings } = show(({ search }) => {
      if (search === "") return page([aJob()]);
      return arrived ? page([aJob({ customer_name: "Bob" })]) : undefined;
    });
    await fill(user, searchBox(), "bob");
    await waitFor(() => expect(listings.at(-1)?.search).toBe("bob"));
    expect(screen.getByText("Ann Field")).toBeVisible();
    arrived = true;
    act(() => backend.changed());
    expect(screen.getByText("Bob")).toBeVisible();
    expect(screen.queryByText("Ann Field")).not.toBeInTheDocument();
  });

  it("sends the first 200 characters of a pasted text", async () => {
    const { user, listings } = show(() => page([]));
    const text = "a".repeat(100_000);
    await user.click(searchBox());
    await user.paste(text);
    await waitFor(() => expect(listings.at(-1)?.search).toBe("a".repeat(200)));
    expect(searchBox()).toHaveValue(text);
  });

  it("the toolbar keeps its view after navigating away and back", async () => {
    const first = show(() => page([]));
    await first.user.type(searchBox(), "oak");
    await first.user.click(toggle(/^Status/));
    first.view.unmount();
    const second = show(() => page([]));
    expect(searchBox()).toHaveValue("oak");
    expect(second.listings[0]).toMatchObject({ search: "oak", status: "lead" });
  });

  it("the search field is focused with the / key, but not from another field", async () => {
    const { user } = show(() => page([]));
    await user.keyboard("/");
    expect(searchBox()).toHaveFocus();
    await user.keyboard("1/2");
    expect(searchBox()).toHaveValue("1/2");
  });
});

describe("pages", () => {
  const ids = ["a", "b"].map((id) => id as Id<"jobs">);
  const [first, second] = [
    aJob({ _id: ids[0], customer_name: "First" }),
    aJob({ _id: ids[1], customer_name: "Second" }),
  ];
  const twoPages = ({ paginationOpts }: Listing) =>
    paginationOpts.cursor === null ? page([first], "next") : page([second]);

  it("the next page loads when the end scrolls into view", () => {
    show(twoPages);
    expect(screen.queryByText("Second")).not.toBeInTheDocument();
    act(() => reachEnd?.());
    expect(screen.getByText("First")).toBeVisible();
    expect(screen.getByText("Second")).toBeVisible();
  });

  it("the next page loads with the button, which disappears at the end", async () => {
    const { user } = show(twoPages);
    await user.click(screen.getByRole("button", { name: "Load more" }));
    expect(screen.getByText("Second")).toBeVisible();
    expect(screen.queryByRole("button", { name: "Load more" })).not.toBeInTheDocument();
  });
});

describe("a search that does not find everything", () => {
  it.each([
    ["older", /first 1,000/],
    ["unread", /type more/i],
  ] as const)("a search that does not find everything says so: %s", async (leftOut, sentence) => {
    const { user } = show(() => page([aJob()]), { leftOut });
    await user.type(searchBox(), "ma");
    expect(await screen.findByText(sentence)).toBeVisible();
  });

  it("a search that has found nothing yet does not say that nothing matches", async () => {
    const { user } = show(() => page([]), { canLoadMore: true });
    await user.type(searchBox(), "ma");
    expect(await screen.findByRole("button", { name: "Load more" })).toBeVisible();
    expect(screen.queryByText(/^No jobs match/)).not.toBeInTheDocument();
    expect(screen.queryByText(/Mary Johnson/)).not.toBeInTheDocument();
  });
});
