import fc from "fast-check";
import { expect, it } from "vitest";
import { formatDateTime, savedTime } from "@/lib/formatDateTime";
import { historyText } from "@domain/history/historyText";

it("shows the day and the time of an instant", () => {
  const instant = new Date(2026, 10, 20, 14).getTime();
  expect(formatDateTime(instant)).toBe("Nov 20, 26, 2:00 PM");
});

it("shows a stored number that is no date as an unknown time", () => {
  for (const value of [NaN, Infinity, -Infinity, 8.64e15, -1e14])
    expect(formatDateTime(value)).toBe("unknown time");
});

const anyValue = fc.oneof(
  fc.double(),
  fc.string(),
  fc.boolean(),
  fc.constant(null),
  fc.array(fc.string()),
);

it("shows every line of a history, whatever values are stored", () => {
  const fields = fc.constantFrom(
    "job_estimate_date",
    "job_install_date",
    "jobs_price",
    "job_status",
    "category",
    "job_photo_estimate",
    "obtained_date",
  );
  const values = fc.dictionary(fields, anyValue);
  fc.assert(
    fc.property(values, values, (before, after) => {
      const writes = [{ table: "jobs", before, after }] as const;
      const lines = historyText({ kind: "jobs.update", writes }, formatDateTime);
      for (const line of lines) expect(line).toMatch(/^[A-Z]/);
    }),
  );
});

it("shows the day of a time that is not of today, before or after it", () => {
  const now = new Date(2026, 10, 20, 0, 5).getTime();
  const minutes = (count: number) => savedTime(now + count * 60_000, now);
  expect([-6, -5, 0, 1434, 1435].map(minutes)).toEqual([
    "Nov 19, 26, 11:59 PM",
    "12:00 AM",
    "12:05 AM",
    "11:59 PM",
    "Nov 21, 26, 12:00 AM",
  ]);
});
