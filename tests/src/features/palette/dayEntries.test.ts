import { expect, it, vi } from "vitest";
import { dayEntries } from "@/features/palette/dayEntries";

const NOW = new Date(2026, 10, 24, 9).getTime();

it("goes to the day of a typed date", () => {
  const go = vi.fn();
  const [entry] = dayEntries("dec 8", NOW, go);
  expect(entry).toMatchObject({
    label: "Go to Tue, Dec 8",
    detail: "in 14 days",
  });
  entry?.choose();
  expect(go).toHaveBeenCalledWith({
    to: "/dashboard",
    search: { date: "2026-12-08" },
  });
});

it("offers every day that the words can mean", () => {
  const labels = dayEntries("next tue", NOW, vi.fn()).map(({ label }) => label);
  expect(labels).toEqual(["Go to Tue, Dec 1", "Go to Tue, Dec 8"]);
});

it.each(["april carter", "tom", "birch", "10"])("reads no day in %j", (typed) => {
  expect(dayEntries(typed, NOW, vi.fn())).toEqual([]);
});
