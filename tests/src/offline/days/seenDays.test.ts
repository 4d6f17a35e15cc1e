// @vitest-environment node
import { afterEach, beforeEach, expect, it } from "vitest";
import { addDays, dayRange } from "@domain/dates/days";
import type { SeenVisit } from "@domain/job/dayChanges";
import { DeviceStore } from "@/offline/device/deviceStore";
import { readSeenDay, writeSeenDay } from "@/offline/days/seenDays";
import { emptyDevice, OWNER } from "../../../support/deviceStores";

const TODAY = "2026-11-20";
const NOON = new Date(2026, 10, 20, 12).getTime();
const startOf = (days: number) => dayRange(addDays(TODAY, days)).from;

let store: DeviceStore;
beforeEach(() => {
  emptyDevice();
  store = new DeviceStore(OWNER);
});
afterEach(() => store.close());

const visitsOf = (jobId: string): SeenVisit[] => [
  { jobId, name: jobId, type: "estimate", at: NOON, isCancelled: false },
];

/** Shows the day that is so many days after today. */
const show = (days: number, visits = visitsOf("a"), now = NOON) =>
  writeSeenDay(store, { from: startOf(days), visits }, now);

/** Of these days, those that the device has shown. */
async function seenOf(days: readonly number[]): Promise<number[]> {
  const seen = await Promise.all(days.map((each) => readSeenDay(store, startOf(each))));
  return days.filter((_, at) => seen[at] !== null);
}

it("the device has each day as it last showed it", async () => {
  await show(0);
  await show(1, []);
  await show(0, visitsOf("b"));
  expect(await readSeenDay(store, startOf(0))).toEqual(visitsOf("b"));
  expect(await readSeenDay(store, startOf(1))).toEqual([]);
  expect(await readSeenDay(store, startOf(2))).toBeNull();
});

it("keeps the days from yesterday on", async () => {
  const week = 7 * 24 * 60 * 60 * 1000;
  for (const days of [-2, -1, 0, 3]) await show(days, [], NOON - week);
  await show(1);
  expect(await seenOf([-2, -1, 0, 1, 3])).toEqual([-1, 0, 1, 3]);
});

it("keeps the twenty days that were shown last", async () => {
  const days = Array.from({ length: 21 }, (_, at) => at);
  for (const each of days) await show(each);
  expect(await seenOf(days)).toEqual(days.slice(1));
  await show(1);
  await show(21);
  expect(await seenOf([1, 2, 3])).toEqual([1, 3]);
});
