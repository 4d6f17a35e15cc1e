import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readTypedDateTime } from "@domain/typedTimes";
import { dayKeyOf, formatShortDay, weekdayName } from "@domain/days";
import { formatTime, fromDateTimeField } from "@domain/times";
import { inZone, ZONES } from "../support/zones";

/** 1:00 PM on Sunday, November 22, 2026. */
const sunday = () => new Date(2026, 10, 22, 13).getTime();

function read(text: string, now = sunday()) {
  const found = readTypedDateTime(text, now);
  return found && (found.value ?? found.day);
}

describe("typed days and times", () => {
  it.each([
    ["wed 10", "2026-11-25T10:00"],
    ["11/26 2p", "2026-11-26T14:00"],
    ["tomorrow 9:30", "2026-11-23T09:30"],
    ["Today at 4", "2026-11-22T16:00"],
    ["yesterday 8am", "2026-11-21T08:00"],
    ["thurs 12", "2026-11-26T12:00"],
    ["Wednesday, 930a", "2026-11-25T09:30"],
    ["sun 2:15", "2026-11-22T14:15"],
    ["sun 10", "2026-11-29T10:00"],
    ["nov 26 2", "2026-11-26T14:00"],
    ["26th November 2 p.m.", "2026-11-26T14:00"],
    ["Nov. 26, 2027, 2:05 PM", "2027-11-26T14:05"],
    ["wed nov 25 @ noon", "2026-11-25T12:00"],
    ["11/26/26 0:30", "2026-11-26T00:30"],
    ["11-26-2026 1430", "2026-11-26T14:30"],
    ["2026-11-26T02:00", "2026-11-26T02:00"],
    ["2026-11-26 18:45", "2026-11-26T18:45"],
    ["1/5 9", "2027-01-05T09:00"],
    ["10/1 9", "2026-10-01T09:00"],
    ["tom 12am", "2026-11-23T00:00"],
    ["mon midnight", "2026-11-23T00:00"],
  ])("the typed time %j is %s", (text, value) => {
    expect(read(text)).toBe(value);
  });

  it.each([
    ["wed", "2026-11-25"],
    ["11/26", "2026-11-26"],
    ["Nov 26", "2026-11-26"],
    ["nov 26 2026", "2026-11-26"],
    ["tomorrow", "2026-11-23"],
  ])("the typed time %j is a day without a time", (text, day) => {
    expect(readTypedDateTime(text, sunday())).toEqual({ day, value: null });
  });

  it.each([
    "",
    "2p",
    "soon",
    "11202026",
    "13/1 9",
    "2/30 9",
    "2/29 9",
    "wed 25",
    "wed 13p",
    "wed 9:60",
    "11/26 2026",
    "nov 20 10 2",
    "thu nov 25 10",
    "t 9",
    "constructor 9",
    `wed ${" ".repeat(80)} 10`,
  ])("the typed text %j is no time", (text) => {
    expect(read(text)).toBeNull();
  });

  it.each(ZONES)(
    "a typed day and time in %s is read back from how it is shown",
    (zone) => {
      inZone(zone, () => {
        const instants = fc.integer({
          min: Date.UTC(2024, 0, 1) / 60_000,
          max: Date.UTC(2030, 11, 31) / 60_000,
        });
        fc.assert(
          fc.property(instants, instants, (minute, nowMinute) => {
            const at = minute * 60_000;
            const day = dayKeyOf(at);
            const shown = `${weekdayName(day).slice(0, 3)}, ${formatShortDay(day)}, ${formatTime(at)}`;
            const found = readTypedDateTime(shown, nowMinute * 60_000);
            expect(fromDateTimeField(found?.value ?? "", at)).toBe(at);
          }),
        );
      });
    },
  );

  it("a typed time keeps its time of day over a clock change, and takes the hour after a skipped one", () => {
    inZone("America/New_York", () => {
      const saturday = new Date(2026, 9, 31, 12).getTime();
      const after = read("mon 9", saturday) ?? "";
      expect(after).toBe("2026-11-02T09:00");
      expect(fromDateTimeField(after)).toBe(Date.UTC(2026, 10, 2, 14));
      expect(read("3/8/26 02:30")).toBe("2026-03-08T03:30");
    });
  });
});
