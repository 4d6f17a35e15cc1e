import { expect, it } from "vitest";
import { SendLoop } from "../src/sendLoop";

/** A loop that sends nothing, on a clock that the test moves. */
function aLoop() {
  const timers = new Map<() => void, number>();
  const lengths: number[] = [];
  let sends = 0;
  const loop = new SendLoop({
    server: { isReady: () => true },
    lock: { hold: async (work) => await work() },
    clock: {
      now: () => 0,
      after: (ms, callback) => {
        lengths.push(ms);
        timers.set(callback, ms);
        return () => timers.delete(callback);
      },
    },
    sendNext: () => {
      sends += 1;
      return Promise.resolve(false);
    },
  });
  const endTimers = () => {
    for (const end of timers.keys()) end();
    timers.clear();
  };
  return { loop, lengths, endTimers, sends: () => sends, timers };
}

it("doubles the pause of what fails again, to a minute at most", () => {
  const { loop, lengths, endTimers } = aLoop();
  for (let failed = 0; failed < 9; failed += 1) {
    loop.pause("job-1");
    endTimers();
  }
  expect(lengths).toEqual([1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000, 60_000]);
  loop.forgetFailures("job-1");
  loop.pause("job-1");
  expect(lengths.at(-1)).toBe(1000);
});

it("counts the failures of each key by itself", () => {
  const { loop, lengths } = aLoop();
  loop.pause("job-1");
  loop.pause("job-1");
  loop.pause("job-2");
  expect(lengths).toEqual([1000, 2000, 1000]);
  expect([...loop.pausedKeys()]).toEqual(["job-1", "job-2"]);
});

it("sends again when a pause ends by itself", async () => {
  const { loop, endTimers, sends } = aLoop();
  loop.pause("job-1");
  expect(sends()).toBe(0);
  endTimers();
  await Promise.resolve();
  expect(sends()).toBe(1);
  expect(loop.pausedKeys().size).toBe(0);
});

it("leaves what is blocked for 5 minutes, unless the person chooses it", () => {
  const { loop, lengths } = aLoop();
  loop.pause("job-1");
  loop.pause("photo-1", true);
  expect(lengths).toEqual([1000, 300_000]);
  loop.retryNow();
  expect([...loop.pausedKeys()]).toEqual(["photo-1"]);
  loop.retryNow("photo-1");
  expect(loop.pausedKeys().size).toBe(0);
  loop.pause("photo-1");
  loop.retryNow();
  expect(loop.pausedKeys().size).toBe(0);
});

it("pauses nothing once it has stopped", () => {
  const { loop, timers } = aLoop();
  loop.pause("job-1");
  loop.stop();
  expect(timers.size).toBe(0);
  loop.pause("job-2");
  loop.pause("photo-1", true);
  expect(loop.pausedKeys().size).toBe(1);
  expect(timers.size).toBe(0);
});

it("sends what comes at whichever moment the loop ends", async () => {
  for (let moment = 0; moment < 12; moment += 1) {
    const { loop, sends } = aLoop();
    loop.wake();
    for (let turn = 0; turn < moment; turn += 1) await Promise.resolve();
    loop.wake();
    await new Promise((resolve) => setImmediate(resolve));
    expect(sends(), `after ${moment} turns`).toBe(2);
  }
});
