import { act, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { api } from "@convex/_generated/api";
import type { Id } from "@convex/_generated/dataModel";
import type { SeenVisit } from "@domain/job/dayChanges";
import { dayRange } from "@domain/dates/days";
import { setConnectionState } from "@/lib/connection/connectionState";
import { copiedRange } from "@/offline/days/copyRules";
import { writeCopy } from "@/offline/days/copyTables";
import { readSeenDay, writeSeenDay } from "@/offline/days/seenDays";
import { DeviceStore } from "@/offline/device/deviceStore";
import { aJob } from "../../../support/builders";
import { emptyDevice, OWNER } from "../../../support/deviceStores";
import { FakeBackend, stubLayout } from "../../../support/fakeBackend";
import { renderApp } from "../../../support/renderApp";
import { aUser } from "../../../support/user";

const at = (hours: number, day = 20) => new Date(2026, 10, day, hours).getTime();
const DAY = dayRange("2026-11-20");

const aRow = (name: string, change: Parameters<typeof aJob>[0]) =>
  aJob({ _id: name as Id<"jobs">, customer_name: name, ...change });

/** The office on Friday: what the device has copied, without having shown the day. */
const MOVED = aRow("Ruth", { job_estimate_date: at(14) });
const LEFT = aRow("Amir", { job_estimate_date: at(9, 26) });
const CANCELLED = aRow("Noor", {
  job_estimate_date: at(10),
  job_status: "cancelled",
});

const aVisit = (jobId: string, hours: number): SeenVisit => ({
  jobId,
  name: jobId,
  type: "estimate",
  at: at(hours),
  isCancelled: false,
});

/** As the device last showed the day. */
const SEEN = [aVisit("Ruth", 9), aVisit("Amir", 9), aVisit("Noor", 10), aVisit("Bob", 11)];

let store: DeviceStore;

beforeEach(async () => {
  stubLayout();
  window.scrollTo = () => {};
  vi.stubGlobal("matchMedia", (query: string) => ({
    matches: query === "(pointer: coarse)",
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
  vi.useFakeTimers({ now: at(7), toFake: ["Date"] });
  emptyDevice();
  store = new DeviceStore({ ...OWNER, workspaceId: "user-1" });
  await writeCopy(store, {
    jobs: [MOVED, LEFT, CANCELLED],
    customers: new Map(),
    range: copiedRange(at(6)),
    savedAt: at(6),
  });
  await writeSeenDay(store, { from: DAY.from, visits: SEEN }, at(6));
});
afterEach(() => {
  store.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function openWithoutSignal() {
  const client = new FakeBackend();
  client.answer(api.jobs.forDevice, () => ({
    jobs: [],
    customers: [],
    templates: {},
    settings: {},
    until: 0,
  }));
  client.neverConnected();
  setConnectionState("offline");
  renderApp({ path: "/dashboard", client, deployment: OWNER.deployment });
  return client;
}

/** Of the day's visits, and of the two that left. */
const LINES = ["Moved from 9:00 AM", "Amir: moved to Thu", "Bob: no longer on this day"];

const cardOf = (name: string) => screen.getByRole("button", { name }).closest("article");

it("a phone without signal marks from its copy the changes since it last showed the day", async () => {
  openWithoutSignal();
  expect(await screen.findByText("4 changes since you looked")).toBeVisible();
  for (const line of LINES) expect(await screen.findByText(line)).toBeVisible();
  expect(cardOf("Noor")).toHaveTextContent(/Cancelled$/);
});

it("once there is signal, the history names who made each change, and the person's own change counts as seen", async () => {
  const client = openWithoutSignal();
  await screen.findByText("4 changes since you looked");
  const by = (byName: string, after: object, isOwn = false) => [
    { isOwn, byName, before: {}, after },
  ];
  client.answer(api.changes.ofVisits, () => [
    {
      jobId: MOVED._id,
      job: MOVED,
      changes: by("Ana", { job_estimate_date: at(14) }, true),
      deletedBy: null,
    },
    {
      jobId: LEFT._id,
      job: LEFT,
      changes: by("Dana", { job_estimate_date: at(9, 26) }),
      deletedBy: null,
    },
    {
      jobId: CANCELLED._id,
      job: CANCELLED,
      changes: by("Marcus", { job_status: "cancelled" }),
      deletedBy: null,
    },
  ]);
  client.answer(api.jobs.getScheduledForDay, () => [MOVED, CANCELLED]);
  act(() => {
    client.setConnection(true);
  });
  expect(await screen.findByText("3 changes since you looked")).toBeVisible();
  for (const line of ["Amir: moved to Thu by Dana", "Bob: deleted"])
    expect(await screen.findByText(line)).toBeVisible();
  expect(cardOf("Noor")).toHaveTextContent(/Cancelled by Marcus$/);
  expect(cardOf("Ruth")).not.toHaveTextContent("Moved");
});

it("Seen removes every mark and is stored on the device, also without signal", async () => {
  openWithoutSignal();
  const user = aUser();
  await user.click(await screen.findByRole("button", { name: "Seen" }));
  expect(screen.queryByText(/since you looked/)).toBeNull();
  for (const line of LINES) expect(screen.queryByText(line)).toBeNull();
  await vi.waitFor(async () =>
    expect(await readSeenDay(store, DAY.from)).toEqual([
      { ...aVisit("Noor", 10), isCancelled: true },
      aVisit("Ruth", 14),
    ]),
  );
});
