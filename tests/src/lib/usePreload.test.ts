import { act, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { setConnectionState } from "@/lib/connection/connectionState";
import { usePreload } from "@/lib/usePreload";

beforeEach(() => {
  vi.useFakeTimers();
  setConnectionState("connecting");
});
afterEach(() => void vi.useRealTimers());

const wait = (ms: number) => act(() => void vi.advanceTimersByTime(ms));
const set = (next: Parameters<typeof setConnectionState>[0]) => act(() => setConnectionState(next));

it("loads the code once the page has been live for 10 s", () => {
  const preload = vi.fn();
  renderHook(() => usePreload(preload));
  wait(60_000);
  set("live");
  wait(9999);
  set("connecting");
  wait(60_000);
  expect(preload).not.toHaveBeenCalled();
  set("live");
  wait(10_000);
  expect(preload).toHaveBeenCalledOnce();
});

it("loads nothing for a screen that was left before", () => {
  const preload = vi.fn();
  set("live");
  renderHook(() => usePreload(preload)).unmount();
  wait(60_000);
  expect(preload).not.toHaveBeenCalled();
});
