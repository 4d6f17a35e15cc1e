import { act, render, screen } from "@testing-library/react";
import { ConvexProvider } from "convex/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ConnectionNotice } from "@/components/ConnectionNotice";
import { reportFatalConnectionError } from "@/lib/fatalConnectionError";
import { beginPendingUpload } from "@/lib/pendingUploads";
import { FakeBackend } from "../../support/fakeBackend";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function show() {
  const client = new FakeBackend();
  render(
    <ConvexProvider client={client.asClient()}>
      <ConnectionNotice />
    </ConvexProvider>,
  );
  const set = (connected: boolean, changes = 0) =>
    act(() => client.setConnection(connected, changes));
  const wait = (ms: number) => act(() => void vi.advanceTimersByTime(ms));
  const neverConnect = () => act(() => client.neverConnected());
  return { set, wait, neverConnect };
}

const notice = () => document.body.textContent;

test("hides an interruption shorter than 3 s", () => {
  const { set, wait } = show();
  set(false);
  wait(2900);
  set(true);
  wait(5000);
  expect(notice()).toBe("");
});

// Spec 4.21
test("shows after 3 s, reports the reconnect, then disappears", () => {
  const { set, wait } = show();
  set(false);
  wait(3000);
  expect(notice()).toBe("Connection lost. Reconnecting...");
  set(true);
  expect(notice()).toBe("Connected.");
  wait(3000);
  expect(notice()).toBe("");
});

test("does not report a reconnect that was lost again", () => {
  const { set, wait } = show();
  set(false);
  wait(3000);
  set(true);
  set(false);
  expect(notice()).toBe("");
  wait(3000);
  expect(notice()).toBe("Connection lost. Reconnecting...");
});

test('says "Connecting..." before the first connection', () => {
  const { neverConnect, wait } = show();
  neverConnect();
  wait(3000);
  expect(notice()).toBe("Connecting...");
});

test("counts pending changes and uploads", () => {
  const { set, wait } = show();
  set(false, 1);
  wait(3000);
  expect(notice()).toContain("1 change is waiting.");
  let end = () => {};
  act(() => {
    end = beginPendingUpload();
  });
  set(false, 2);
  expect(notice()).toContain("2 changes and 1 upload are waiting.");
  act(() => end());
});

// Spec 8.12
test("asks to reload after a fatal connection error", () => {
  const { set, wait } = show();
  act(() => reportFatalConnectionError());
  set(false);
  wait(10_000);
  expect(notice()).toBe(
    "The connection has ended. Reload the page to go on.Reload",
  );
  expect(screen.getByRole("button", { name: "Reload" })).toBeVisible();
});
