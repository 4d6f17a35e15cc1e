import { expect, it } from "vitest";
import { dateEvidence, readFileDate } from "@domain/imports/dates";
import { inZone } from "../../support/zones";

const NOW = new Date(2026, 5, 17, 12).getTime();

function read(text: string, order: "month" | "day" = "month"): string | null {
  const date = readFileDate(text, order, NOW);
  return date && [date.day, date.time].filter(Boolean).join(" ");
}

it.each([
  ["2026-11-20", "2026-11-20"],
  ["2026-1-5 8:05", "2026-01-05 08:05"],
  ["11/20/2026", "2026-11-20"],
  ["11-20-26", "2026-11-20"],
  ["11/20/2026 2:00 PM", "2026-11-20 14:00"],
  ["11/20/2026, 12:05 am", "2026-11-20 00:05"],
  ["11/20/2026 12:30:00 p.m.", "2026-11-20 12:30"],
  ["11/20/2026 13:00 PM", null],
  ["11/20/2026 24:10", null],
  ["13/20/2026", null],
  ["2026-02-30", null],
  ["Nov 20, 2026 2:00 PM", "2026-11-20 14:00"],
  ["Nov 20", null],
  ["2026", null],
])("the date %j of a file is %j", (text, date) => {
  expect(read(text)).toBe(date);
});

it("reads the day before the month only in the order that was chosen", () => {
  expect(read("03/04/2026")).toBe("2026-03-04");
  expect(read("03/04/2026", "day")).toBe("2026-04-03");
  expect(read("20.11.2026 14:00", "day")).toBe("2026-11-20 14:00");
  expect(read("2026-03-04", "day")).toBe("2026-03-04");
});

it.each([
  ["2026-11-20T19:00:00Z", "2026-11-20 14:00"],
  ["2026-11-20 01:30 UTC", "2026-11-19 20:30"],
  ["2026-11-20T01:30:00.000+02:00", "2026-11-19 18:30"],
])("shows the instant %s of a file in local time: %s", (text, date) => {
  inZone("America/New_York", () => expect(read(text)).toBe(date));
});

it.each([
  [[], "none"],
  [["2026-11-20", "soon"], "none"],
  [["03/04/2026", "12/12/2026"], "unclear"],
  [["03/04/2026", "03/13/2026"], "month"],
  [["13/03/2026", "03/04/2026"], "day"],
  [["13/03/2026", "03/13/2026"], "mixed"],
])("dates %j show the order %s", (texts, evidence) => {
  expect(dateEvidence(texts)).toBe(evidence);
});
