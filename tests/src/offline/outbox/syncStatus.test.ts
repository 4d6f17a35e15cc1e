import { act, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { OutboxItem } from "convex-outbox";
import {
  isSlow,
  useSyncStatusClock,
  syncStatusOf,
  syncStatusOfAll,
} from "@/offline/outbox/syncStatus";

const NOW = Date.UTC(2026, 5, 1);
const REFUSED = { kind: "refused", code: "INVALID", message: "No." } as const;

const change = (at: number, state: OutboxItem["state"]): OutboxItem => ({
  id: "a",
  order: 1,
  call: "jobs:update",
  args: {},
  subject: { key: "job-1", label: "612 Oak Street" },
  field: "jobs_price",
  label: "Price",
  at,
  release: "r1",
  attempts: 1,
  state,
});
const waiting = (age: number) => change(NOW - age, { kind: "waiting" });
const sending = (age: number) => change(NOW - age, { kind: "sending", since: NOW - age });

beforeEach(() => vi.useFakeTimers({ now: NOW }));
afterEach(() => vi.useRealTimers());

test.each([
  ["Sending", sending(500), false],
  ["Waiting", sending(2000), false],
  ["Waiting", waiting(500), false],
  ["Sign in", waiting(500), true],
  ["Refused", change(NOW, REFUSED), true],
] as const)("says %s", (syncStatus, item, isSignedOut) => {
  expect(syncStatusOf(item, { now: NOW, isSignedOut })).toBe(syncStatus);
});

test("the status of several changes is the most urgent one", () => {
  const facts = { now: NOW, isSignedOut: false };
  expect(syncStatusOfAll([sending(500), waiting(3000)], facts)).toBe("Waiting");
  const refused = change(NOW, REFUSED);
  expect(syncStatusOfAll([waiting(3000), refused], facts)).toBe("Refused");
  expect(syncStatusOfAll([sending(100)], facts)).toBeNull();
});

test("a waiting change becomes slow after 2 s, without another render of the page", () => {
  const items = [waiting(0)];
  const { result } = renderHook(() => isSlow(items[0]!, useSyncStatusClock(items)));
  act(() => void vi.advanceTimersByTime(1999));
  expect(result.current).toBe(false);
  act(() => void vi.advanceTimersByTime(1));
  expect(result.current).toBe(true);
});

test.each([
  ["", 0],
  [" on a device whose clock was set back by a day", 24 * 60 * 60 * 1000],
])("a change without a response soon shows Waiting%s", (_, ahead) => {
  const at = NOW + ahead;
  const items = [change(at, { kind: "sending", since: at })];
  const { result } = renderHook(() => {
    const now = useSyncStatusClock(items);
    return syncStatusOfAll(items, { now, isSignedOut: false });
  });
  expect(result.current).toBeNull();
  act(() => void vi.advanceTimersByTime(2000));
  act(() => void vi.advanceTimersByTime(2000));
  expect(result.current).toBe("Waiting");
});

test.each([
  ["a change without an answer for 2 s", waiting(2000), true],
  ["one that is being sent for 2 s", sending(2000), true],
  ["one that is younger", waiting(1999), false],
  ["a refused one", change(NOW - 60_000, REFUSED), false],
] as const)("a change counts as slow, or not: %s", (_, item, slow) => {
  expect(isSlow(item, NOW)).toBe(slow);
});
