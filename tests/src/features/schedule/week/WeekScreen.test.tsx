import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import type { FunctionReturnType } from "convex/server";
import { ConvexError } from "convex/values";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { api } from "@convex/_generated/api";
import type { Id } from "@convex/_generated/dataModel";
import { aJob } from "../../../../support/builders";
import { FakeBackend } from "../../../../support/fakeBackend";
import { renderApp } from "../../../../support/renderApp";

type DatedJob = FunctionReturnType<typeof api.jobs.listDates>[number];

const at = (day: number, hours = 9, minutes = 0) =>
  new Date(2026, 10, day, hours, minutes).getTime();

let made = 0;
function aDatedJob(change: Partial<DatedJob> = {}): DatedJob {
  made += 1;
  return {
    _id: `job${made}` as Id<"jobs">,
    job_customer_id: "C-1001",
    customer_name: "Maria Lopez",
    job_address: "12 Oak St",
    job_status: "estimate_scheduled",
    ...change,
  };
}

beforeEach(() => {
  window.scrollTo = () => {};
  vi.useFakeTimers({ shouldAdvanceTime: true, now: at(11, 13) });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const PHONE_WEEK = "/calendar?view=week&date=2026-11-11";

interface Shown {
  readonly isPhone?: boolean;
  readonly jobs?: readonly DatedJob[];
  readonly waiting?: readonly DatedJob[];
  readonly due?: FunctionReturnType<typeof api.jobs.listDue>["page"];
  readonly path?: string;
  readonly office?: FunctionReturnType<typeof api.office.settings>;
  readonly client?: FakeBackend;
}

async function showWeek({
  jobs = [],
  waiting = [],
  due = [],
  path = "/calendar?view=week",
  office = {},
  isPhone = false,
  client = new FakeBackend(),
}: Shown = {}) {
  vi.stubGlobal("matchMedia", (media: string) =>
    Object.assign(new EventTarget(), {
      media,
      matches: isPhone && media === "(width < 40rem)",
    }),
  );
  client.answer(api.jobs.listDates, () => [...jobs]);
  client.answer(api.jobs.getScheduledForDay, () => []);
  client.answer(api.office.settings, () => office);
  client.answer(api.jobs.listWaiting, ({ kind }) => (kind === "unscheduled" ? [...waiting] : []));
  client.answer(api.jobs.countWaiting, () => ({
    withoutEstimate: 0,
    approvedWithoutInstall: waiting.length,
    estimatesDelivered: 0,
    installedUnpaid: 2,
    dueAgain: 0,
  }));
  client.answer(api.jobs.listDue, () => ({
    page: [...due],
    ...{ isDone: true, continueCursor: "end" },
  }));
  client.answer(api.jobs.countOverdue, () => (due.length === 0 ? 0 : 100));
  client.perform(api.jobs.update, () => null);
  const app = renderApp({ path, client });
  await screen.findByRole("radio", { name: "Week", checked: true });
  await screen.findByRole("region", { name: /Wednesday, November 11, 2026/ });
  return app;
}

const day = (name: RegExp) => screen.getByRole("region", { name });
const visit = (name: RegExp) => screen.getByRole("link", { name });
const withAlt = (link: HTMLElement, key: string) => fireEvent.keyDown(link, { key, altKey: true });
const releaseAlt = (link: HTMLElement) => fireEvent.keyUp(link, { key: "Alt" });

test("a link to the week shows Sunday to Saturday; links to the calendar open the month, and Back returns to the week", async () => {
  const { history } = await showWeek();
  expect(screen.getAllByRole("region", { name: /2026/ })).toHaveLength(7);
  const calendar = () =>
    within(screen.getByRole("navigation", { name: "Main" })).getByRole("link", {
      name: "Calendar",
    });
  expect(calendar()).toHaveAttribute("href", "/calendar");
  await userEvent.click(screen.getByRole("radio", { name: "Month" }));
  await screen.findByRole("table");
  await userEvent.click(screen.getByRole("radio", { name: "Week" }));
  expect(history.location.href).toBe("/calendar?view=week");
  await userEvent.click(calendar());
  await screen.findByRole("table");
  expect(history.location.href).toBe("/calendar");
  act(() => history.back());
  await screen.findByRole("radio", { name: "Week", checked: true });
  expect(history.location.href).toBe("/calendar?view=week");
});

test("a visit links to its day, five at one hour are two and a number, and both lead to the day", async () => {
  const { history } = await showWeek({
    jobs: Array.from({ length: 5 }, (_, index) =>
      aDatedJob({
        customer_name: `Customer ${index}`,
        job_install_date: at(12, 9, index * 5),
      }),
    ),
  });
  const thursday = day(/Thursday, November 12, 2026, 5 visits/);
  expect(within(thursday).getAllByRole("listitem")).toHaveLength(2);
  const more = within(thursday).getByRole("link", { name: /^\+3/ });
  expect(more).toHaveAttribute("href", "/dashboard?date=2026-11-12");
  await userEvent.click(visit(/Install, 9:00 AM: Customer 0/));
  expect(history.location.href).toBe("/dashboard?date=2026-11-12");
});

test("hours outside of the working hours are folded until a visit is there", async () => {
  const { client } = await showWeek();
  expect(screen.getByText("8 AM")).toBeVisible();
  expect(screen.queryByText("6 AM")).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Show early hours" }));
  expect(screen.getByText("6 AM")).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Hide early hours" }));
  const early = aDatedJob({ job_install_date: at(12, 5, 30) });
  act(() => client.answer(api.jobs.listDates, () => [early]));
  expect(await screen.findByText("6 AM")).toBeVisible();
});

test("an office that opens at 6 AM shows that hour without a visit", async () => {
  await showWeek({ office: { opens_at: 300, closes_at: 1020 } });
  expect(screen.getByText("6 AM")).toBeVisible();
  expect(screen.queryByText("5 PM")).toBeNull();
});

test("Alt and the arrow keys move a visit by 15 minutes and by days once Alt is released, and Undo is offered", async () => {
  const job = aDatedJob({ job_estimate_date: at(11, 14) });
  const { client } = await showWeek({ jobs: [job] });
  const link = visit(/Maria Lopez/);
  withAlt(link, "ArrowDown");
  withAlt(link, "ArrowDown");
  withAlt(link, "ArrowRight");
  expect(client.callsOf(api.jobs.update)).toEqual([]);
  expect(screen.getByText("Maria Lopez: Thu, Nov 12, 26, 2:30 PM")).toBeInTheDocument();
  releaseAlt(link);
  await waitFor(() =>
    expect(client.callsOf(api.jobs.update)).toEqual([
      { id: job._id, job_estimate_date: at(12, 14, 30), isMove: true },
    ]),
  );
  expect(await screen.findByText("Moved to Thu, Nov 12, 26, 2:30 PM")).toBeInTheDocument();
  expect(screen.getByRole("button", { name: "Undo" })).toBeInTheDocument();
});

test("a move that the server refuses says why, and the visit is back at its time", async () => {
  const job = aDatedJob({ job_estimate_date: at(11, 14) });
  const { client } = await showWeek({ jobs: [job] });
  client.perform(api.jobs.update, () => {
    const message = "That job is no longer there.";
    throw new ConvexError({ code: "NOT_FOUND", field: "id", message });
  });
  const link = visit(/Maria Lopez/);
  withAlt(link, "ArrowUp");
  releaseAlt(link);
  expect(await screen.findByText(/That job is no longer there/)).toBeInTheDocument();
  expect(visit(/Maria Lopez/)).toHaveAccessibleName(/2:00 PM/);
});

test("Escape puts a visit back that was being moved by key", async () => {
  const job = aDatedJob({ job_estimate_date: at(11, 14) });
  const { client } = await showWeek({ jobs: [job] });
  const link = visit(/Maria Lopez/);
  withAlt(link, "ArrowDown");
  fireEvent.keyDown(link, { key: "Escape" });
  releaseAlt(link);
  expect(visit(/Estimate, 2:00 PM: Maria Lopez/)).toBeVisible();
  expect(client.callsOf(api.jobs.update)).toEqual([]);
});

test("a visit that somebody else moves meanwhile goes where it is dropped, and the toast says so", async () => {
  const job = aDatedJob({ job_estimate_date: at(11, 14) });
  const { client } = await showWeek({ jobs: [job] });
  const link = visit(/Maria Lopez/);
  withAlt(link, "ArrowDown");
  const theirs = { ...job, job_estimate_date: at(11, 9) };
  act(() => client.answer(api.jobs.listDates, () => [theirs]));
  releaseAlt(visit(/Maria Lopez/));
  expect(
    await screen.findByText("Maria Lopez. Someone else had moved it to Wed, Nov 11, 26, 9:00 AM"),
  ).toBeInTheDocument();
  expect(client.callsOf(api.jobs.update)).toMatchObject([{ job_estimate_date: at(11, 14, 15) }]);
});

test("a visit that somebody else deletes meanwhile is not moved, and the toast says so", async () => {
  const job = aDatedJob({ job_estimate_date: at(11, 14) });
  const other = aDatedJob({
    customer_name: "Ben Ng",
    job_install_date: at(12, 9),
  });
  const { client } = await showWeek({ jobs: [job, other] });
  await userEvent.click(screen.getByRole("button", { name: "Move Maria Lopez to another time" }));
  const dialog = await screen.findByRole("dialog", { name: "Move to ..." });
  await userEvent.click(within(dialog).getByRole("button", { name: "Next day" }));
  act(() => client.answer(api.jobs.listDates, () => [other]));
  await userEvent.click(within(dialog).getByRole("button", { name: "Move" }));
  expect(
    await screen.findByText(/Someone else has moved or deleted this visit/),
  ).toBeInTheDocument();
  expect(client.callsOf(api.jobs.update)).toEqual([]);
});

test("a job of the tray is scheduled by its button, and its status is only offered", async () => {
  const job = aDatedJob({ customer_name: "Ruth", job_status: "approved" });
  const { client } = await showWeek({ waiting: [job] });
  await userEvent.click(screen.getByRole("button", { name: "What waits" }));
  await userEvent.click(await screen.findByRole("button", { name: "Schedule Ruth" }));
  const dialog = await screen.findByRole("dialog", {
    name: "Schedule for ...",
  });
  fireEvent.change(within(dialog).getByLabelText("New time"), {
    target: { value: "2026-11-12T10:00" },
  });
  await userEvent.click(within(dialog).getByRole("button", { name: "Schedule" }));
  await waitFor(() =>
    expect(client.callsOf(api.jobs.update)).toMatchObject([
      { id: job._id, job_install_date: at(12, 10) },
    ]),
  );
  expect(await screen.findByText("Ruth. The status stays Approved")).toBeInTheDocument();
  await userEvent.click(screen.getByRole("button", { name: "Mark as Install Scheduled" }));
  await waitFor(() =>
    expect(client.callsOf(api.jobs.update).at(-1)).toMatchObject({
      job_status: "install_scheduled",
    }),
  );
});

test("a phone shows three days or one, and a swipe or a button leads to the next ones", async () => {
  const app = await showWeek({ path: PHONE_WEEK, isPhone: true });
  const { history } = app;
  const shown = () => screen.getAllByRole("region", { name: /2026/ });
  expect(shown()).toHaveLength(3);
  const swipe = (from: number, to: number) => {
    const [first] = shown();
    const point = (clientX: number) => [{ clientX, clientY: 300 }];
    fireEvent.touchStart(first!, { touches: point(from) });
    fireEvent.touchEnd(first!, { changedTouches: point(to) });
  };
  swipe(300, 280);
  expect(history.location.href).toBe(PHONE_WEEK);
  swipe(300, 100);
  await waitFor(() => expect(history.location.href).toBe("/calendar?view=week&date=2026-11-14"));
  swipe(100, 300);
  await waitFor(() => expect(history.location.href).toBe(PHONE_WEEK));
  await userEvent.click(screen.getByRole("radio", { name: "1 day" }));
  expect(shown()).toHaveLength(1);
  expect(screen.getByRole("heading", { level: 1 })).toHaveAccessibleName(
    "Wednesday, November 11, 2026",
  );
  await userEvent.click(screen.getByRole("button", { name: "Next days" }));
  expect(await screen.findByRole("region", { name: /Thursday, November 12/ })).toBeVisible();

  // The next visit to the page remembers the choice.
  app.unmount();
  await showWeek({ path: PHONE_WEEK, isPhone: true });
  expect(shown()).toHaveLength(1);
});

test("a visit with a length shows its end, and is as high as it takes", async () => {
  await showWeek({
    path: "/calendar?view=week",
    jobs: [
      aDatedJob({
        ...{ job_install_date: at(12), customer_name: "Ruth" },
        ...{ job_install_length: 420, job_install_window: 60 },
      }),
    ],
  });
  const link = await screen.findByTitle(
    "Install, 9:00 AM, arrives 9 to 10 AM, takes until 4 PM: Ruth",
  );
  expect(link.closest("li")).toHaveStyle({
    height: "calc(var(--hour) * 7)",
  });
});

test("a crew in the URL shows only its visits, under its present name, until a tap shows all", async () => {
  const crews = { job_install_date: at(12), job_estimate_date: at(13) };
  const { history } = await showWeek({
    path: "/calendar?view=week&crew=crew+2",
    office: { crews: [{ key: "crew 2", name: "Red crew" }] },
    jobs: [
      aDatedJob({
        ...crews,
        job_install_crew: "Crew 2",
        customer_name: "Ruth",
      }),
      aDatedJob({ ...crews, job_estimate_crew: "Ann", customer_name: "Hugo" }),
    ],
  });
  const links = () =>
    [...document.querySelectorAll("main a[title]")].map((a) => a.getAttribute("title"));
  const end = await screen.findByRole("button", {
    name: /^1 of 4 visits, Red crew/,
  });
  expect(links()).toEqual(["Install, 9:00 AM, Red crew: Ruth"]);
  await userEvent.click(end);
  expect(history.location.href).toBe("/calendar?view=week");
  expect(links()).toHaveLength(4);
  expect(screen.getByLabelText("Crew")).toHaveValue("Everyone");
  expect(screen.getByLabelText("Crew")).toHaveFocus();
  await userEvent.selectOptions(screen.getByLabelText("Crew"), "No crew");
  expect(await screen.findByRole("button", { name: /^2 of 4 visits, No crew/ })).toHaveFocus();
  expect(history.location.href).toBe("/calendar?view=week&crew=");
});

test("a cleaning that is due again can be ended, and is only counted if it is overdue for more than a year", async () => {
  const cleaning = {
    ...aJob({ job_status: "installed_paid" }),
    job_categories: ["Gutter cleaning" as const],
    job_install_date: at(10, 9) - 366 * 86_400_000,
  };
  const { client } = await showWeek({
    due: [{ ...cleaning, statusChangedAt: 0 }],
    office: { due_months: 12 },
  });
  await userEvent.click(screen.getByText("What waits"));
  const list = await screen.findByRole("region", { name: "Due again" });
  await within(list).findByText("Due Nov 9, 26");
  expect(within(list).getByRole("link", { name: "99+ more for over a year" })).toHaveAttribute(
    "href",
    "/jobs?q=is%3Aoverdue",
  );
  expect(within(list).getByRole("button", { name: /due again after 12 months/ })).toBeVisible();
  await userEvent.click(within(list).getByRole("button", { name: /^Later or not again/ }));
  const dialog = await screen.findByRole("dialog", { name: "Due again later" });
  await userEvent.click(within(dialog).getByRole("button", { name: "Not again" }));
  await waitFor(() =>
    expect(client.callsOf(api.jobs.update)).toMatchObject([
      { id: cleaning._id, job_due_months: 0 },
    ]),
  );
});

const LONG = {
  ...{ job_install_date: at(10, 8), job_install_length: 57 * 60 },
  ...{ job_status: "install_scheduled", customer_name: "Long Install" },
} satisfies Partial<DatedJob>;

test("a visit of several days stands above the hours of each, which stay folded, and is counted once", async () => {
  await showWeek({
    jobs: [aDatedJob({ ...LONG, job_install_crew: "Crew 2" })],
    path: "/calendar?view=week&crew=crew%202",
  });
  const wednesday = day(/Wednesday, November 11, 2026, 1 visit/);
  expect(
    within(wednesday).getByRole("link", {
      name: "Install, day 2 of 3, takes until Thu, Nov 12, 5 PM, Crew 2: Long Install",
    }),
  ).toHaveTextContent("2/3Long Install");
  expect(within(day(/Thursday, November 12/)).getByText("3/3")).toBeVisible();
  expect(screen.queryByText("4/3")).toBeNull();
  expect(screen.getByRole("button", { name: "Show late hours" })).toBeVisible();
  expect(screen.getByRole("button", { name: /^1 of 1 visit/ })).toBeVisible();
});

test("keys move a visit as a whole from its second day, and the toast says so", async () => {
  const job = aDatedJob(LONG);
  const { client } = await showWeek({ jobs: [job] });
  const second = visit(/day 2 of 3/);
  withAlt(second, "ArrowRight");
  releaseAlt(second);
  await waitFor(() =>
    expect(client.callsOf(api.jobs.update)).toMatchObject([
      { id: job._id, job_install_date: at(11, 8) },
    ]),
  );
  expect(await screen.findByText(/The whole visit of 3 days/)).toBeVisible();
});

test("a visit that has begun before the week stands on the days that it lasts into", async () => {
  const client = new FakeBackend();
  client.answer(api.jobs.listLasting, ({ at: time }) =>
    time === at(8, 0) ? [aJob({ ...LONG, job_install_date: at(6, 8) })] : [],
  );
  await showWeek({ client });
  expect(
    await within(day(/Sunday, November 8/)).findByRole("link", {
      name: /day 3 of 3/,
    }),
  ).toBeVisible();
});

test("Alt, Shift and an arrow set the end of a visit, and Escape leaves it", async () => {
  const job = aDatedJob({ job_install_date: at(12, 8) });
  const { client } = await showWeek({ jobs: [job] });
  const link = visit(/Install, 8:00 AM/);
  const withShift = (key: string) => fireEvent.keyDown(link, { key, altKey: true, shiftKey: true });
  withShift("ArrowDown");
  expect(screen.getByText("Maria Lopez: takes until 9:15 AM")).toBeInTheDocument();
  fireEvent.keyDown(link, { key: "Escape", altKey: true });
  releaseAlt(link);
  expect(client.callsOf(api.jobs.update)).toEqual([]);
  withShift("ArrowDown");
  // Shift is released before Alt: the end goes on.
  withAlt(link, "ArrowDown");
  releaseAlt(link);
  await waitFor(() =>
    expect(client.callsOf(api.jobs.update)).toMatchObject([
      { id: job._id, job_install_length: 90 },
    ]),
  );
  expect(await screen.findByText("Takes until 9:30 AM")).toBeVisible();
});

test("keys that move a visit do not set its end, and a later day of it has none", async () => {
  const { client } = await showWeek({ jobs: [aDatedJob(LONG)] });
  const second = visit(/day 2 of 3/);
  fireEvent.keyDown(second, { key: "ArrowDown", altKey: true, shiftKey: true });
  releaseAlt(second);
  const first = visit(/Install, 8:00 AM/);
  withAlt(first, "ArrowDown");
  fireEvent.keyDown(first, { key: "ArrowDown", altKey: true, shiftKey: true });
  fireEvent.keyDown(first, { key: "Escape" });
  expect(client.callsOf(api.jobs.update)).toEqual([]);
});
