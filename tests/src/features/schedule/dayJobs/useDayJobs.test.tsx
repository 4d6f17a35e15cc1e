import { act, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { api } from "@convex/_generated/api";
import type { Id } from "@convex/_generated/dataModel";
import { readCopy, writeCopy, writePicture } from "@/offline/days/copyTables";
import { setConnectionState } from "@/lib/connection/connectionState";
import { copiedRange } from "@/offline/days/copyRules";
import { DeviceStore } from "@/offline/device/deviceStore";
import { aCustomer, aJob } from "../../../../support/builders";
import { emptyDevice, OWNER } from "../../../../support/deviceStores";
import { FakeBackend, stubLayout } from "../../../../support/fakeBackend";
import { renderApp } from "../../../../support/renderApp";

const at = (hours: number, minutes = 0, day = 20) =>
  new Date(2026, 10, day, hours, minutes).getTime();

const ROOF = aJob({
  _id: "roof" as Id<"jobs">,
  customer_name: "Ruth Okafor",
  job_notes: "Gate code 4417.",
  job_estimate_date: at(14),
  job_photo_estimate: ["front" as Id<"_storage">],
});
const TOMORROW = aJob({
  _id: "tomorrow" as Id<"jobs">,
  customer_name: "Amir Haddad",
  job_install_date: at(9, 0, 21),
});

let store: DeviceStore;

beforeEach(async () => {
  stubLayout();
  window.scrollTo = () => {};
  vi.stubGlobal("matchMedia", () => ({
    matches: false,
    addEventListener: () => {},
    removeEventListener: () => {},
  }));
  vi.useFakeTimers({
    shouldAdvanceTime: true,
    now: at(13, 15),
    // fake-indexeddb ends a transaction in setImmediate, after the promises of its requests.
    toFake: ["Date", "setTimeout", "clearTimeout", "setInterval", "clearInterval"],
  });
  emptyDevice();
  store = new DeviceStore({
    ...OWNER,
    workspaceId: "user-1",
    userName: "Ana Silva",
  });
  await writeCopy(store, {
    jobs: [ROOF, TOMORROW],
    customers: new Map([["C-1001", aCustomer()]]),
    range: copiedRange(at(7, 42)),
    savedAt: at(7, 42),
  });
});
afterEach(() => {
  store.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function open(path = "/dashboard", prepare = (client: FakeBackend) => client) {
  const client = prepare(new FakeBackend());
  return renderApp({ path, client, deployment: OWNER.deployment });
}

const connecting = (client: FakeBackend) => {
  client.neverConnected();
  return client;
};
const offline = (client: FakeBackend) => {
  connecting(client);
  setConnectionState("offline");
  return client;
};

const NOTE = "Offline. Saved copy from 7:42 AM";

test("shows the saved day at once, says after 1.5 s without a connection when it was saved, and offline only once the server does not answer", async () => {
  const { client } = open("/dashboard", connecting);
  expect(await screen.findByText("Ruth Okafor")).toBeVisible();
  expect(screen.queryByText("Amir Haddad")).not.toBeInTheDocument();
  expect(screen.queryByText(/Saved copy/)).not.toBeInTheDocument();
  await act(() => vi.advanceTimersByTimeAsync(1600));
  expect(screen.getByText("Saved copy from 7:42 AM")).toHaveRole("status");
  act(() => setConnectionState("offline"));
  expect(screen.getByText(NOTE)).toHaveRole("status");

  client.answer(api.jobs.getScheduledForDay, () => [{ ...ROOF, customer_name: "Ruth O. Okafor" }]);
  act(() => client.setConnection(true));
  expect(await screen.findByText("Ruth O. Okafor")).toBeVisible();
  expect(screen.queryByText(NOTE)).not.toBeInTheDocument();
});

test("says at once when the saved day was saved, if the browser has no network", async () => {
  const { client } = open("/dashboard", offline);
  expect(await screen.findByText("Ruth Okafor")).toBeVisible();
  await act(() => vi.advanceTimersByTimeAsync(100));
  expect(screen.getByText(NOTE)).toBeVisible();

  // The line is back before the monitor says so.
  act(() => client.setConnection(true));
  expect(screen.queryByText(NOTE)).not.toBeInTheDocument();
});

test("shows the saved next day, and says that a day outside is not on the device once the server does not answer", async () => {
  const { history } = open("/dashboard", connecting);
  await screen.findByText("Ruth Okafor");
  await userEvent.click(screen.getByRole("button", { name: "Next day" }));
  expect(await screen.findByText("Amir Haddad")).toBeVisible();
  act(() => history.push("/dashboard?date=2026-11-30"));
  expect(await screen.findByText("Loading...")).toBeVisible();
  await act(() => vi.advanceTimersByTimeAsync(3100));
  expect(screen.getByText("Loading...")).toBeVisible();
  act(() => setConnectionState("offline"));
  expect(screen.getByText(/^Offline\. This day is not saved on this device\./)).toBeVisible();
});

test("names the day of a copy that is not from today", async () => {
  vi.setSystemTime(at(6, 0, 21));
  open("/dashboard", offline);
  expect(await screen.findByText("Amir Haddad")).toBeVisible();
  await act(() => vi.advanceTimersByTimeAsync(3100));
  expect(screen.getByText("Offline. Saved copy from Nov 20, 26, 7:42 AM")).toBeVisible();
});

test("keeps the live day when the connection is lost, and says since when", async () => {
  const { client } = open("/dashboard", (backend) => {
    backend.answer(api.jobs.getScheduledForDay, () => [ROOF]);
    return backend;
  });
  await screen.findByText("Ruth Okafor");
  act(() => client.setConnection(false));
  await act(() => vi.advanceTimersByTimeAsync(3100));
  expect(screen.getByText("Saved copy from 1:15 PM")).toBeVisible();
  act(() => setConnectionState("offline"));
  expect(screen.getByText("Offline. Saved copy from 1:15 PM")).toBeVisible();
});

test.each(["/dashboard", "/jobs", "/calendar", "/calendar?view=week&date=2026-11-20"])(
  "%s shows no value older than the waiting changes while the page starts",
  async (path) => {
    await keepRenaming();
    const seen = new Set<string>();
    const watch = new MutationObserver(() => {
      const names = document.body.textContent.match(/Ruth( O\.)? Okafor/g);
      for (const name of names ?? []) seen.add(name);
    });
    watch.observe(document.body, { childList: true, subtree: true });
    open(path, offline);
    await screen.findAllByText(/Ruth O\. Okafor/);
    watch.disconnect();
    expect([...seen]).toEqual(["Ruth O. Okafor"]);
  },
);

/** Leaves a change in the outbox, as a page that was closed without signal does. */
async function keepRenaming() {
  await store.write(["outbox"], (tx) =>
    tx.objectStore("outbox").put({
      ...{ id: "rename", order: 1, at: at(8), attempts: 0, release: "1" },
      call: "customers:update",
      args: { customer_id: "C-1001", customer_name: "Ruth O. Okafor" },
      subject: { key: "customer C-1001", label: "Ruth Okafor" },
      field: "customer_name",
      label: "Name",
      state: { kind: "waiting" },
    }),
  );
}

test("the next day shows its own visits while a change waits on this device", async () => {
  await keepRenaming();
  open("/dashboard", offline);
  expect(await screen.findByRole("article")).toHaveTextContent("2:00 PM");
  await userEvent.click(screen.getByRole("button", { name: "Next day" }));
  await vi.waitFor(() => expect(screen.getByRole("article")).toHaveTextContent("9:00 AM"));
});

test("a job that waits to be created is shown on its day, also next to another day that is not on this device", async () => {
  await store.write(["outbox"], (tx) =>
    tx.objectStore("outbox").put({
      ...{ id: "new", order: 1, at: at(8), attempts: 0, release: "1" },
      call: "jobs:create",
      creates: "key1",
      args: {
        job_address: "9 Low Rd",
        customer: { customer_name: "Cy Young" },
        job_estimate_date: at(10, 30, 29),
      },
      subject: { key: "key1", label: "9 Low Rd" },
      field: null,
      label: "New job",
      state: { kind: "waiting" },
    }),
  );
  open("/dashboard?date=2026-11-28", offline);
  expect(await screen.findByText(/^Offline\. This day is not/)).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Next day" }));
  expect(await screen.findByRole("article")).toHaveTextContent("10:30 AM");
});

test("opens the job and its customer from the copy", async () => {
  open("/dashboard", offline);
  await userEvent.click(await screen.findByRole("button", { name: "Ruth Okafor" }));
  expect(await screen.findByLabelText("Notes")).toHaveValue("Gate code 4417.");
  expect(screen.getByLabelText("Email")).toHaveValue("ann@example.com");
});

test("shows the saved cover, and revokes its object URL", async () => {
  const revoke = vi.fn();
  URL.createObjectURL = () => "blob:front";
  URL.revokeObjectURL = revoke;
  await writePicture(store, {
    fileId: "front",
    bytes: new ArrayBuffer(8),
    type: "image/webp",
    at: 1,
  });
  const { container, unmount } = open("/dashboard", offline);
  await screen.findByText("Ruth Okafor");
  await vi.waitFor(() =>
    expect(container.querySelector("article img")).toHaveAttribute("src", "blob:front"),
  );
  unmount();
  expect(revoke).toHaveBeenCalledWith("blob:front");
});

test("the calendar shows the saved days, and names them", async () => {
  const { history } = open("/calendar", offline);
  expect(await screen.findByRole("link", { name: /Amir Haddad/ })).toBeVisible();
  await act(() => vi.advanceTimersByTimeAsync(3100));
  expect(
    screen.getByText(
      "Offline. Saved copy from 7:42 AM, with the days from Nov 19, 26 to Nov 26, 26",
    ),
  ).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Previous month" }));
  expect(
    await screen.findByText(/^Offline\. This month is not saved on this device\./),
  ).toBeVisible();
  expect(history.location.pathname).toBe("/calendar");
});

test("a desktop shows its copy, and stores no new one", async () => {
  open("/dashboard", (backend) => {
    backend.answer(api.jobs.getScheduledForDay, () => []);
    return backend;
  });
  expect(await screen.findByText("No jobs scheduled for this day.")).toBeVisible();
  expect((await readCopy(store, at(13)))?.jobs).toHaveLength(2);
});
