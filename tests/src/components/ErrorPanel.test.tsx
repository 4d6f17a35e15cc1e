import { act, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ErrorPanel } from "@/components/ErrorPanel";
import { setConnectionState } from "@/lib/connection/connectionState";

const setConnection = (state: Parameters<typeof setConnectionState>[0]) =>
  act(() => setConnectionState(state));

beforeEach(() => setConnection("live"));
afterEach(() => setConnection("connecting"));

test("tries again by itself when the connection is back, once", () => {
  const retry = vi.fn();
  render(<ErrorPanel error={new Error("Failed to fetch")} onRetry={retry} />);
  setConnection("offline");
  setConnection("connecting");
  expect(retry).not.toHaveBeenCalled();
  setConnection("live");
  expect(retry).toHaveBeenCalledOnce();
});

test("tries again when the browser has a network again", () => {
  const retry = vi.fn();
  render(<ErrorPanel error="No network" onRetry={retry} />);
  act(() => void window.dispatchEvent(new Event("online")));
  expect(retry).toHaveBeenCalledOnce();
});

test("Show Error shows the cause, which the sentence above it does not name", async () => {
  const cause = new Error("Failed to fetch /assets/JobsScreen-1.js");
  const error = new Error("This part could not be loaded.", { cause });
  render(<ErrorPanel error={error} onRetry={() => {}} hint="It could not be loaded." />);
  await userEvent.click(screen.getByRole("button", { name: "Show Error" }));
  expect(screen.getByText(/JobsScreen-1\.js/)).toBeVisible();
});
