import { expect, it } from "vitest";
import { addDays, dayKeyOf, dayRange } from "@domain/dates/days";
import { copiedDay } from "@/offline/days/copiedDay";
import { copiedRange } from "@/offline/days/copyRules";

it("has the days from yesterday to six days ahead, and no other day", () => {
  const now = new Date(2026, 10, 20, 13).getTime();
  const range = copiedRange(now);
  const copy = { jobs: [], customers: new Map(), range, savedAt: now };
  const isCopied = (days: number) =>
    copiedDay(copy, dayRange(addDays(dayKeyOf(now), days))) !== null;
  expect([-2, -1, 0, 6, 7].map(isCopied)).toEqual([false, true, true, true, false]);
});
