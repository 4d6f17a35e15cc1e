import { mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, it, vi } from "vitest";
import { DailyBackups } from "../../../server/backup/dailyBackups";
import { createLog } from "../../../server/monitoring/log";
import { temporaryFolder } from "../../../packages/embedded-convex/tests/support/temporaryFolder";

afterEach(() => vi.useRealTimers());

const MINUTE_MS = 60_000;

/** Backups of a folder without data: each look at it is counted, and makes none. */
function aWatch(clock = () => Date.UTC(2026, 2, 1, 8)) {
  const dataDir = temporaryFolder();
  const isWorthwhile = vi.fn(() => false);
  const backups = new DailyBackups({
    dataDir,
    isWorthwhile,
    clock,
    log: createLog("silent"),
    copyDatabase: () => Promise.reject(new Error("There is no data.")),
  });
  return { dataDir, isWorthwhile, backups };
}

it("daily backups look a minute after the start and then every ten minutes, until they stop", async () => {
  vi.useFakeTimers();
  const { isWorthwhile, backups } = aWatch();
  backups.start();
  const looks = async (minutes: number) => {
    await vi.advanceTimersByTimeAsync(minutes * MINUTE_MS);
    return isWorthwhile.mock.calls.length;
  };
  expect(await looks(0.9)).toBe(0);
  expect(await looks(0.1)).toBe(1);
  expect(await looks(8.9)).toBe(1);
  expect(await looks(0.1)).toBe(2);
  expect(await looks(30)).toBe(5);
  await backups.stop(new Promise(() => undefined));
  expect(vi.getTimerCount()).toBe(0);
});

it("daily backups make no backup while the clock is behind the last one", async () => {
  const { dataDir, isWorthwhile, backups } = aWatch();
  const [yesterday, tomorrow] = ["2026-02-28", "2026-03-02"].map((day) =>
    join(dataDir, "backups", `${day}T08-00-00Z`),
  ) as [string, string];
  mkdirSync(yesterday, { recursive: true });
  await backups.runIfDue();
  expect(isWorthwhile).toHaveBeenCalledTimes(1);
  mkdirSync(tomorrow);
  await backups.runIfDue();
  expect(isWorthwhile).toHaveBeenCalledTimes(1);
  expect(readdirSync(join(dataDir, "backups"))).toHaveLength(2);
});
