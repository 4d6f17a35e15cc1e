import { act, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { onLive, setConnectionState, useLostSince } from "@/lib/connection/connectionState";

beforeEach(() => {
  vi.useFakeTimers({ now: 1000 });
  setConnectionState("live");
});
afterEach(() => void vi.useRealTimers());

const wait = (ms: number) => act(() => void vi.advanceTimersByTime(ms));
const set = (next: Parameters<typeof setConnectionState>[0]) => act(() => setConnectionState(next));

it("the page counts as lost 1.2 s after it stopped being live, from that moment", () => {
  const { result } = renderHook(useLostSince);
  set("connecting");
  wait(1199);
  expect(result.current).toBeNull();
  wait(1);
  expect(result.current).toBe(1000);
});

it("the page counts as lost at once if the server does not answer, from when it was last live", () => {
  const { result } = renderHook(useLostSince);
  set("connecting");
  wait(500);
  set("offline");
  expect(result.current).toBe(1000);
  set("connecting");
  wait(5000);
  expect(result.current).toBe(1000);
});

it("the page does not count as lost once it is live, and waits again for 1.2 s", () => {
  const { result } = renderHook(useLostSince);
  set("connecting");
  wait(2000);
  set("live");
  expect(result.current).toBeNull();
  set("connecting");
  expect(result.current).toBeNull();
  wait(1200);
  expect(result.current).toBe(3000);
});

it("calls back each time that the page becomes live, and not after the unsubscription", () => {
  const callback = vi.fn();
  const stop = onLive(callback);
  for (const next of ["connecting", "live", "live", "offline"] as const) setConnectionState(next);
  expect(callback).toHaveBeenCalledOnce();
  stop();
  setConnectionState("live");
  expect(callback).toHaveBeenCalledOnce();
});
