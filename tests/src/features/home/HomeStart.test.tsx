import { cleanup, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { api } from "@convex/_generated/api";
import type { Id } from "@convex/_generated/dataModel";
import { dayKeyOf, dayRange, nextDay } from "@domain/dates/days";
import type { OfficeSettings } from "@domain/job/officeSettings";
import { openImport } from "@/lib/openImport";
import { aJob } from "../../../support/builders";
import { FakeBackend } from "../../../support/fakeBackend";
import { renderApp } from "../../../support/renderApp";
import { aUser } from "../../../support/user";

vi.mock("@/lib/openImport", async (load) => ({
  ...(await load<object>()),
  openImport: vi.fn<() => void>(),
}));

beforeEach(() => {
  window.scrollTo = () => {};
  localStorage.clear();
});

afterEach(() => vi.unstubAllGlobals());

const QUESTION = "How would you like to start?";
const READY = "Make the office ready";

interface Shown {
  readonly hasDemoData?: boolean;
  readonly hasRealCustomers?: boolean;
  readonly settings?: OfficeSettings;
  /** Of jobs, the start of each day. */
  readonly visitsOf?: (dayStart: number) => readonly number[];
}

function show({
  hasDemoData = false,
  hasRealCustomers = false,
  settings = {},
  visitsOf = () => [],
}: Shown) {
  const client = new FakeBackend();
  client.answer(api.seed.demoData, () => ({
    hasDemoData,
    hasRealCustomers,
    changed: [],
    hasMoreChanged: false,
  }));
  client.answer(api.office.settings, () => settings);
  client.perform(api.office.setSettings, ({ start }) => {
    client.answer(api.office.settings, () => ({
      ...settings,
      ...(start && { start }),
    }));
    return null;
  });
  client.answer(api.inventory.listItems, () => []);
  client.answer(api.jobs.getScheduledForDay, ({ dayStart }) =>
    visitsOf(dayStart).map((at, index) =>
      aJob({ _id: `job${index}` as Id<"jobs">, job_estimate_date: at }),
    ),
  );
  renderApp({ path: "/", client });
  return client;
}

test("an empty office offers three ways to begin", async () => {
  show({});
  expect(await screen.findByRole("heading", { name: QUESTION })).toBeVisible();
  for (const name of ["Import customers and jobs", "Try example data", "Start empty"])
    expect(screen.getByRole("button", { name })).toBeVisible();
  const card = screen.getByRole("link", { name: /^Calculator/ });
  const doors = screen.getByRole("region", { name: QUESTION });
  expect(doors.compareDocumentPosition(card)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  const user = aUser();
  await user.click(screen.getByRole("button", { name: "Import customers and jobs" }));
  expect(openImport).toHaveBeenCalledOnce();
});

test("the cards wait until it is known what stands above them, and the next time only if something stood there", async () => {
  const isHeld = async () => {
    const list = await screen.findByRole("list", { name: "Sections" });
    return list.classList.contains("invisible");
  };
  const answer = (hasRealCustomers: boolean) => ({
    ...{ hasDemoData: false, hasRealCustomers },
    ...{ changed: [], hasMoreChanged: false },
  });
  for (const [hasRealCustomers, isHeldAtFirst] of [
    [false, true],
    [true, true],
    [true, false],
    [false, false],
    [false, true],
  ] as const) {
    const client = show({});
    client.answer(api.seed.demoData, () => undefined);
    expect(await isHeld()).toBe(isHeldAtFirst);
    client.answer(api.seed.demoData, () => answer(hasRealCustomers));
    await screen.findByRole("heading", {
      name: hasRealCustomers ? READY : QUESTION,
    });
    expect(await isHeld()).toBe(false);
    cleanup();
  }
});

test("the cards do not wait for data that cannot be read", async () => {
  // React reports the error, though a boundary catches it.
  vi.spyOn(console, "error").mockImplementation(() => {});
  // The three seconds after which they are shown without an answer do not pass.
  const later = globalThis.setTimeout;
  vi.stubGlobal("setTimeout", (run: () => void, ms?: number) =>
    ms === 3000 ? undefined : later(run, ms),
  );
  const client = show({});
  client.answer(api.seed.demoData, () => undefined);
  const list = await screen.findByRole("list", { name: "Sections" });
  expect(list).toHaveClass("invisible");
  client.answer(api.seed.demoData, () => new Error("Server Error"));
  await waitFor(() => expect(list).not.toHaveClass("invisible"));
  expect(screen.queryByRole("heading", { name: QUESTION })).toBeNull();
});

test("starting empty shows the steps that make the office ready, until somebody hides them for all", async () => {
  const client = show({});
  const user = aUser();
  await user.click(await screen.findByRole("button", { name: "Start empty" }));
  expect(await screen.findByRole("heading", { name: READY })).toBeVisible();
  expect(screen.queryByRole("heading", { name: QUESTION })).toBeNull();
  expect(screen.getByRole("link", { name: "How to back up" })).toBeVisible();
  // Nothing else can open the address of this test.
  expect(screen.queryByRole("button", { name: "Copy the address" })).toBeNull();
  expect(screen.getByRole("link", { name: "How to get an address" })).toHaveAttribute(
    "href",
    expect.stringMatching(/^https:/),
  );
  await user.click(screen.getByRole("button", { name: "Hide for everyone" }));
  await waitFor(() => expect(screen.queryByRole("heading", { name: READY })).toBeNull());
  await waitFor(() =>
    expect(client.callsOf(api.office.setSettings).map(({ start }) => start)).toEqual([
      "empty",
      "ready",
    ]),
  );
});

test.each<[OfficeSettings, question: boolean, ready: boolean]>([
  [{}, true, false],
  [{ start: "empty" }, false, true],
  [{ start: "ready" }, false, false],
])(
  "an empty office with the settings %j asks how to start: %s, and shows its steps: %s",
  async (settings, question, ready) => {
    show({ settings });
    await screen.findByText("No items yet");
    if (question || ready)
      await screen.findByRole("heading", { name: question ? QUESTION : READY });
    expect(screen.queryByRole("heading", { name: QUESTION }) !== null).toBe(question);
    expect(screen.queryByRole("heading", { name: READY }) !== null).toBe(ready);
  },
);

test("the steps of an office are the same on a device that has not seen it begin", async () => {
  show({ hasRealCustomers: true });
  expect(await screen.findByRole("heading", { name: READY })).toBeVisible();
  expect(screen.queryByRole("heading", { name: QUESTION })).toBeNull();
});

const EIGHT = 8 * 60 * 60 * 1000;

test.each([
  ["today", "in the morning", 0],
  ["tomorrow", "at 23:00", 15 * 60 * 60 * 1000],
])("example data leads to the visits of %s %s", async (name, _when, later) => {
  const today = dayRange(dayKeyOf(Date.now())).from;
  vi.useFakeTimers({ now: today + EIGHT + later, toFake: ["Date"] });
  show({
    hasDemoData: true,
    visitsOf: (dayStart) => [dayStart + EIGHT, dayStart + EIGHT + 60_000],
  });
  expect(await screen.findByText(`Example office: 2 visits ${name}.`)).toBeVisible();
  const day = dayKeyOf(Date.now());
  const shown = name === "today" ? day : nextDay(day);
  expect(screen.getByRole("link", { name: `Open ${name}` })).toHaveAttribute(
    "href",
    `/dashboard?date=${shown}`,
  );
  vi.useRealTimers();
});
