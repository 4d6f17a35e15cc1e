import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createOutboxLock } from "../src/outboxLock";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

interface Options {
  readonly signal: AbortSignal;
}

/** A browser that grants a lock at once, or never, as while a frozen tab has it. */
function stubLocks(isGranted: boolean) {
  const request = vi.fn((_name: string, { signal }: Options, work: () => Promise<void>) =>
    isGranted
      ? work()
      : new Promise((_resolve, reject) => {
          signal.addEventListener("abort", () => reject(new Error("given up")));
        }),
  );
  vi.stubGlobal("navigator", { locks: { request } });
  return request;
}

const aWork = () => vi.fn(() => Promise.resolve("sent"));

it("does the work once while it has the lock", async () => {
  const request = stubLocks(true);
  const work = aWork();
  expect(await createOutboxLock("office").hold(work)).toBe("sent");
  expect(work).toHaveBeenCalledOnce();
  expect(request.mock.calls.map(([name]) => name)).toEqual(["office"]);
});

it("does the work without the lock after 10 s, or after its own limit", async () => {
  stubLocks(false);
  const [short, long] = [aWork(), aWork()];
  void createOutboxLock("office", 500).hold(short);
  void createOutboxLock("office").hold(long);
  await vi.advanceTimersByTimeAsync(499);
  expect(short).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(short).toHaveBeenCalledOnce();
  await vi.advanceTimersByTimeAsync(9499);
  expect(long).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(long).toHaveBeenCalledOnce();
});

it("does the work once over plain http, where there are no locks", async () => {
  vi.stubGlobal("navigator", {});
  const work = aWork();
  expect(await createOutboxLock("office").hold(work)).toBe("sent");
  expect(work).toHaveBeenCalledOnce();
});

it("fails as the work does, without doing it again", async () => {
  stubLocks(true);
  const work = vi.fn(() => Promise.reject(new Error("disk")));
  const held = createOutboxLock("office").hold(work);
  await expect(held).rejects.toThrow("disk");
  expect(work).toHaveBeenCalledOnce();
});
