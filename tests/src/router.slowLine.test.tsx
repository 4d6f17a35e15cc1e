import { act, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { api } from "@convex/_generated/api";
import { setConnectionState } from "@/lib/connection/connectionState";
import { writeCopy } from "@/offline/days/copyTables";
import { copiedRange } from "@/offline/days/copyRules";
import { DeviceStore } from "@/offline/device/deviceStore";
import { emptyDevice, OWNER } from "../support/deviceStores";
import { FakeBackend, stubLayout } from "../support/fakeBackend";
import { renderApp } from "../support/renderApp";

const NOW = new Date(2026, 10, 20, 13, 15).getTime();
/** The connection, the sign-in and the queries take a way there and back each, of 300 ms. */
const LATENCY_MS = 6 * 300;

beforeEach(() => {
  stubLayout();
  window.scrollTo = () => {};
  emptyDevice();
  vi.useFakeTimers({
    shouldAdvanceTime: true,
    now: NOW,
    // fake-indexeddb ends a transaction in setImmediate, after the promises of its requests.
    toFake: ["Date", "setTimeout", "clearTimeout", "setInterval", "clearInterval"],
  });
});
afterEach(() => {
  act(() => setConnectionState("live"));
  vi.useRealTimers();
});

/** Words of a screen that is not loading any more. */
const SAID = /Offline|\bNo [a-z]+ |not saved on|this (phone|device)/;

const text = () => document.body.textContent ?? "";

async function opened(path: string) {
  const client = new FakeBackend();
  client.neverConnected();
  const page = renderApp({ path, client, deployment: OWNER.deployment });
  await screen.findByRole("heading", { level: 1 });
  return { ...page, client };
}

const NO_JOBS = { page: [], isDone: true, continueCursor: "end" };

/** A screen, what it says once the server has answered that there is nothing, and without signal. */
const SCREENS = [
  ["/dashboard", /No jobs scheduled for this day\./, /This day/],
  ["/jobs", /No jobs yet\. Use the Add button/, /The list of jobs/],
  ["/calendar", null, /This month/],
  ["/inventory", /No colors yet/, /The inventory/],
  ["/prices", /No items yet/, /The price list/],
] as const;

describe.each(SCREENS)("%s", (path, empty, subject) => {
  it("a screen loads on a slow line without calling itself offline or empty", async () => {
    const { client } = await opened(path);
    await act(() => vi.advanceTimersByTimeAsync(LATENCY_MS));
    expect(text()).not.toMatch(SAID);
    await act(() => vi.advanceTimersByTimeAsync(LATENCY_MS));
    expect(text()).not.toMatch(SAID);

    act(() => client.setConnection(true));
    expect(text()).not.toMatch(SAID);
    client.answer(api.jobs.getScheduledForDay, () => []);
    client.answer(api.jobs.listDates, () => []);
    client.answer(api.jobs.list, () => NO_JOBS);
    client.answer(api.inventory.listColors, () => []);
    client.answer(api.inventory.listItems, () => []);
    await act(() => vi.advanceTimersByTimeAsync(300));
    if (empty !== null) expect(text()).toMatch(empty);
    expect(text()).not.toMatch(/Offline/);
  });

  it("a screen says without signal that this device has no copy, and not that the list is empty", async () => {
    await opened(path);
    act(() => setConnectionState("offline"));
    await vi.waitFor(() => expect(text()).toMatch(/is not saved on this device\. It opens when/));
    expect(text()).toMatch(subject);
    if (empty !== null) expect(text()).not.toMatch(empty);
  });
});

describe("/jobs", () => {
  it("an empty copy of jobs reads as none saved, not as no jobs", async () => {
    const store = new DeviceStore({
      ...OWNER,
      workspaceId: "user-1",
      userName: "Ana Silva",
    });
    await writeCopy(store, {
      jobs: [],
      customers: new Map(),
      range: copiedRange(NOW),
      savedAt: NOW,
    });
    store.close();
    await opened("/jobs");
    act(() => setConnectionState("offline"));
    expect(
      await screen.findByText(/^No jobs of these days are saved on this device/),
    ).toBeVisible();
    expect(screen.queryByText(/No jobs yet/)).not.toBeInTheDocument();
    expect(screen.queryByText("New job")).not.toBeInTheDocument();
  });
});
