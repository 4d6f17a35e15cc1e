import { act, screen, waitFor, within } from "@testing-library/react";
import { ConvexError } from "convex/values";
import { useState } from "react";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { api } from "@convex/_generated/api";
import type { Id } from "@convex/_generated/dataModel";
import { JOBS_CHANGED_ALREADY } from "@domain/job/jobs";
import type { Job } from "@/job/jobForm";
import type { JobListAddress } from "@/job/jobListAddress";
import { JobsScreen } from "@/features/jobs/JobsScreen";
import { MoveJobsDialog } from "@/features/schedule/moves/MoveJobsDialog";
import { aJob } from "../../../../support/builders";
import { renderOn, stubLayout } from "../../../../support/fakeBackend";
import { aJobsBackend } from "../../../../support/jobsBackend";
import { aUser, see } from "../../../../support/user";

const AT = new Date(2026, 10, 20, 14).getTime();
const jobNamed = (name: string, fields: Partial<Job> = {}) =>
  aJob({
    _id: name.toLowerCase() as Id<"jobs">,
    customer_name: name,
    job_address: `${name} Street`,
    job_status: "lead",
    ...fields,
  });
const FOUR = ["Ann", "Bob", "Cyd", "Dee"].map((name) => jobNamed(name));

const matchMedia = window.matchMedia;
beforeAll(stubLayout);
beforeEach(() => {
  sessionStorage.clear();
  // A desk.
  window.matchMedia = (media) => ({
    ...matchMedia(media),
    matches: media.includes("1024px"),
  });
});
afterEach(() => {
  window.matchMedia = matchMedia;
});

function ScreenAtAddress({ view }: Pick<JobListAddress, "view">) {
  const [address, setAddress] = useState<JobListAddress>({ view });
  return (
    <JobsScreen
      address={address}
      onAddressChange={(change) => setAddress((newest) => ({ ...newest, ...change }))}
      MoveVisits={MoveJobsDialog}
    />
  );
}

function show(jobs: readonly Job[], view?: "table") {
  const { backend } = aJobsBackend({ jobs: [...jobs] });
  const list = (page: readonly Job[]) =>
    backend.answer(api.jobs.list, () => ({
      page: [...page],
      isDone: true,
      continueCursor: "end",
    }));
  list(jobs);
  backend.answer(api.jobs.totals, () => ({ lead: 160, approved: 8 }));
  const { unmount } = renderOn(backend, <ScreenAtAddress view={view} />);
  return { user: aUser(), backend, list, unmount };
}

async function showTable(jobs: readonly Job[] = FOUR) {
  const shown = show(jobs);
  await shown.user.click(screen.getByRole("radio", { name: "Table" }));
  await screen.findByRole("table", { name: "Jobs" });
  return shown;
}

const box = (name: string) => screen.getByRole("checkbox", { name: new RegExp(`^Select ${name}`) });
const selected = () =>
  within(screen.getByRole("table"))
    .getAllByRole<HTMLInputElement>("checkbox")
    .slice(1)
    .flatMap((each, at) => (each.checked ? [at] : []));
const action = (name: string | RegExp) => screen.getByRole("button", { name });

describe("the layout of the job list", () => {
  it("the list of jobs is a grid unless its URL says that it is a table", async () => {
    const { user, unmount } = show(FOUR);
    expect(screen.getByRole("list", { name: "Jobs" })).toBeVisible();
    await user.click(screen.getByRole("radio", { name: "Table" }));
    expect(await screen.findByRole("table", { name: "Jobs" })).toBeVisible();
    await user.click(screen.getByRole("radio", { name: "Grid" }));
    expect(screen.getByRole("list", { name: "Jobs" })).toBeVisible();
    unmount();
    show(FOUR, "table");
    expect(await screen.findByRole("table", { name: "Jobs" })).toBeVisible();
  });

  it("a narrow screen has the grid, whatever the URL says", () => {
    window.matchMedia = matchMedia;
    show(FOUR, "table");
    expect(screen.getByRole("list", { name: "Jobs" })).toBeVisible();
  });

  it("the table has customer, address, phone, status, dates, price, categories and the day of adding, in the order of the list", async () => {
    const second = jobNamed("Bob", {
      job_customer_phone: "5555550100",
      job_install_date: AT,
      jobs_price: 1200,
      job_categories: ["Fascia Replace", "Soffit Replace"],
    });
    await showTable([jobNamed("Zoe"), second]);
    expect(screen.getAllByRole("columnheader").map((h) => h.textContent)).toEqual([
      "",
      "Customer",
      "Address",
      "Phone",
      "Status",
      "Dates",
      "Price",
      "Categories",
      "Added",
    ]);
    const [, first, last] = screen.getAllByRole("row");
    expect(first).toHaveTextContent("Zoe");
    expect(last).toHaveTextContent(
      "BobBob Street(555) 555-0100New LeadInst.Install: Nov 20, 26, 2:00 PM$1,200.00Fascia Replace, Soffit Replace",
    );
  });

  it("a heading that sorts and the toolbar show one order, and either sets it", async () => {
    const { user } = await showTable();
    const heading = (name: string) => screen.getByRole("columnheader", { name });
    const orders = () => ["Dates", "Added"].map((name) => heading(name).ariaSort);
    expect(orders()).toEqual(["none", "descending"]);
    for (const [name, expected, toolbar] of [
      ["Dates", ["ascending", "none"], /^Date.*Nearest/],
      ["Dates", ["descending", "none"], /^Date.*Farthest/],
      ["Added", ["none", "descending"], /^ID.*Descending/],
      ["Added", ["none", "ascending"], /^ID.*Ascending/],
    ] as const) {
      await user.click(within(heading(name)).getByRole("button"));
      expect(orders()).toEqual(expected);
      expect(action(toolbar)).toBeVisible();
    }
    await user.click(action(/^Date(?!s)/));
    expect(orders()).toEqual(["ascending", "none"]);
    expect(heading("Status").ariaSort).toBeNull();
  });

  it("the heading counts all jobs from the first page on, and those of the chosen status", async () => {
    const { user } = show(FOUR);
    expect(screen.getByText("168")).toBeVisible();
    await user.click(screen.getByRole("button", { name: /^Status/ }));
    expect(await screen.findByText("160")).toBeVisible();
  });

  it.each([
    [100, false, "100"],
    [101, false, "100+"],
    [24, true, "24+"],
  ])(
    "a search that has found %i matches (%s: and reads on) counts %s",
    async (total, canLoadMore, text) => {
      const { user, backend } = show(FOUR);
      backend.answer(api.jobs.search, () => ({
        jobs: [...FOUR],
        canLoadMore,
        total,
        leftOut: null,
        isReady: true,
      }));
      await user.type(screen.getByRole("searchbox"), "oak");
      expect(await screen.findByText(text)).toBeVisible();
    },
  );
});

describe("the checkboxes of the table", () => {
  it("the checkboxes select a range with Shift, and all rows", async () => {
    const { user } = await showTable();
    await user.click(box("Ann"));
    await user.keyboard("{Shift>}");
    await user.click(box("Cyd"));
    await user.keyboard("{/Shift}");
    expect(selected()).toEqual([0, 1, 2]);
    expect(screen.getByText("3 selected")).toBeVisible();
    await user.click(screen.getByRole("checkbox", { name: /^Select all/ }));
    expect(selected()).toEqual([0, 1, 2, 3]);
    await user.click(action("Clear"));
    expect(selected()).toEqual([]);
  });

  it("the table is one row in the order of the Tab key, with arrows, Shift and the space bar", async () => {
    const { user } = await showTable();
    act(() => box("Ann").focus());
    await user.keyboard("{ArrowDown}");
    expect(box("Bob")).toHaveFocus();
    await user.keyboard("{Shift>}{ArrowDown}{/Shift}");
    expect(selected()).toEqual([1, 2]);
    await user.keyboard("{End}{Shift>} {/Shift}");
    expect(selected()).toEqual([1, 2, 3]);
    await user.keyboard("{Home}{Control>}a{/Control}");
    expect(selected()).toEqual([0, 1, 2, 3]);
    await user.tab();
    expect(action("Ann")).toHaveFocus();
    await user.keyboard("{ArrowDown}");
    expect(action("Bob")).toHaveFocus();
    await user.tab();
    expect(screen.getByRole("table")).not.toContainElement(document.activeElement as HTMLElement);
  });

  it("the checkboxes keep their jobs through live changes, and lose them with another filter", async () => {
    const { user, list } = await showTable();
    await user.click(box("Bob"));
    await user.click(box("Cyd"));
    const [ann, bob, cyd] = FOUR as [Job, Job, Job];
    list([cyd, jobNamed("Eve"), ann, { ...bob, job_status: "called" }]);
    await waitFor(() => expect(selected()).toEqual([0, 3]));
    list([cyd, ann]);
    await see("2 selected, 1 of them no longer in this list");
    await user.click(screen.getByRole("button", { name: /^Status/ }));
    await waitFor(() => expect(selected()).toEqual([]));
  });
});

describe("changes of the selected jobs", () => {
  async function selectTwo() {
    const shown = await showTable();
    await shown.user.click(box("Ann"));
    await shown.user.click(box("Bob"));
    return shown;
  }

  async function setApproved({ user }: Awaited<ReturnType<typeof selectTwo>>) {
    await user.click(action("Set status"));
    await user.selectOptions(
      await screen.findByRole("combobox", { name: "New status" }),
      "Approved",
    );
    await user.click(action("Set 2 jobs"));
  }

  it("a change of the selected jobs sets one status with one Undo, and lists jobs that somebody else has changed meanwhile", async () => {
    const shown = await selectTwo();
    shown.backend.perform(api.jobs.setStatuses, () => ({
      changed: 1,
      left: ["bob"],
    }));
    shown.backend.answer(api.jobs.get, () => jobNamed("Bob", { job_status: "called" }));
    await setApproved(shown);
    await see("1 job set to Approved");
    expect(shown.backend.callsOf(api.jobs.setStatuses)).toEqual([
      {
        jobs: [
          { id: "ann", seen: "lead" },
          { id: "bob", seen: "lead" },
        ],
        job_status: "approved",
      },
    ]);
    expect(action("Undo")).toBeVisible();
    const left = screen.getByRole("region", {
      name: "Jobs that were not changed",
    });
    expect(within(left).getByRole("status")).toHaveTextContent(
      "1 job not changed: someone else has changed or deleted it meanwhile.",
    );
    expect(within(left).getByRole("button", { name: "Bob, Bob Street: Called" })).toBeVisible();
    expect(selected()).toEqual([]);
    await waitFor(() =>
      expect(screen.getByRole("region", { name: "Selected jobs" })).toHaveFocus(),
    );
  });

  it("a change of the selected jobs lists all of them if somebody else has changed each, without another message", async () => {
    const shown = await selectTwo();
    shown.backend.perform(api.jobs.setStatuses, () => {
      throw new ConvexError({
        code: "CONFLICT",
        message: JOBS_CHANGED_ALREADY,
      });
    });
    await setApproved(shown);
    expect(await screen.findByText(/^2 jobs not changed: someone else/)).toBeVisible();
    expect(screen.queryByText("Save failed")).not.toBeInTheDocument();
  });

  it("a change of the selected jobs moves their open visits of one kind to a day, at their times", async () => {
    const { user, backend } = await showTable([
      jobNamed("Ann", { job_install_date: AT }),
      jobNamed("Bob", { job_estimate_date: AT }),
      jobNamed("Cyd", { job_install_date: AT + 60_000 }),
    ]);
    const visits: unknown[] = [];
    backend.perform(api.jobs.moveVisits, (args) => {
      visits.push(...args.visits);
      return { moved: 2, left: [] };
    });
    await user.click(screen.getByRole("checkbox", { name: /^Select all/ }));
    await user.click(action("Move visits"));
    expect(await screen.findByText("1 selected job without an open install.")).toBeVisible();
    const day = screen.getByLabelText("New day");
    await user.clear(day);
    await user.type(day, "2026-12-01");
    await user.click(action("Move 2 visits"));
    await see("2 visits moved to Tuesday, Dec 1, 26");
    const to = new Date(2026, 11, 1, 14).getTime();
    expect(visits).toEqual([
      { id: "ann", field: "job_install_date", from: AT, to },
      {
        id: "cyd",
        field: "job_install_date",
        from: AT + 60_000,
        to: to + 60_000,
      },
    ]);
    // The toast of an earlier test may still be there.
    expect(screen.getAllByRole("button", { name: "Undo" })).not.toEqual([]);
  });

  it("a change of the selected jobs takes at most 100 of them", async () => {
    const many = Array.from({ length: 101 }, (_, at) => jobNamed(`Job${at}`));
    const { user } = await showTable(many);
    await user.click(screen.getByRole("checkbox", { name: /^Select all/ }));
    expect(screen.getByText("Change at most 100 jobs at once.")).toBeVisible();
    expect(action("Set status")).toBeDisabled();
    expect(action("Export selected")).toBeEnabled();
  });

  it("only the selected jobs are exported, with the columns of all jobs, and printed", async () => {
    const files: Blob[] = [];
    vi.spyOn(URL, "createObjectURL").mockImplementation((file) => {
      files.push(file as Blob);
      return "blob:file";
    });
    vi.spyOn(HTMLAnchorElement.prototype, "click").mockReturnValue(undefined);
    const { user } = await selectTwo();
    await user.click(action("Export selected"));
    const text = new TextDecoder().decode(await files[0]!.arrayBuffer());
    const [head, ...rows] = text.trim().split("\r\n");
    expect(head).toContain("Job ID,Customer ID,Customer,Phone,Address");
    expect(rows.map((row) => row.split(",")[0])).toEqual(["ann", "bob"]);
    const isPrinted = (name: string) =>
      !box(name).closest("tr")!.classList.contains("print:hidden");
    expect(["Ann", "Bob", "Cyd"].map(isPrinted)).toEqual([true, true, false]);
    expect(screen.getByText("2 selected jobs")).toBeInTheDocument();
    vi.restoreAllMocks();
  });
});
