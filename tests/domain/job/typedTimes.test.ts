import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readTypedDates, readTypedMinute, type DateReading } from "@domain/job/typedTimes";
import { dayKeyOf, formatLongDay, formatShortDay, weekdayName } from "@domain/dates/days";
import { formatTime } from "@domain/dates/times";
import { fromDateTimeField } from "@domain/dates/dateTimeField";
import { DATE_PHRASES, PHRASES_NOW, PHRASES_SHOWN_DAY } from "../../support/datePhrases";
import { inZone, ZONES } from "../../support/zones";

/** 1:00 PM on Sunday, November 22, 2026. */
const sunday = () => new Date(2026, 10, 22, 13).getTime();

function read(text: string, now = sunday()) {
  const context = { now, shownDay: dayKeyOf(now) };
  return readTypedDates(text, context).map(textOf);
}

/** "2026-12-08 10:00-12:00". */
function textOf({ day, value, end }: DateReading): string {
  return `${(value ?? day).replace("T", " ")}${end === null ? "" : `-${end}`}`;
}

/** The value as a field shows it, or the day. */
function printed({ day, value }: DateReading): string {
  if (value === null) return formatLongDay(day);
  const weekday = weekdayName(day).slice(0, 3);
  const time = formatTime(Number(fromDateTimeField(value)));
  return `${weekday}, ${formatShortDay(day)}, ${time}`;
}

describe("the new day of a moved one", () => {
  // The visits of Wednesday, December 2, on the Sunday ten days before.
  it.each([
    ["fri", ["2026-12-04"]],
    ["wed", ["2026-12-09"]],
    ["tue", ["2026-12-08"]],
    ["next fri", ["2026-12-04", "2026-12-11"]],
    ["fri next week", ["2026-12-11"]],
    ["next week", ["2026-12-07", "2026-12-09"]],
    ["next month", ["2027-01-01", "2027-01-02"]],
    ["next day", ["2026-12-03"]],
    ["+3", ["2026-12-05"]],
    ["+ 10 days", ["2026-12-12"]],
    ["in 2 days", ["2026-12-04"]],
    ["2 days later", ["2026-12-04"]],
    ["a week", ["2026-12-09"]],
    ["a week from fri", ["2026-12-11"]],
    ["the 1st", ["2027-01-01"]],
    ["today", ["2026-11-22"]],
    ["tomorrow", ["2026-11-23"]],
    ["2 days from now", ["2026-11-24"]],
    ["2 days ago", ["2026-11-20"]],
    ["12/1", ["2026-12-01"]],
    ["dec 9", ["2026-12-09"]],
    ["wed 10", ["2026-12-02 10:00", "2026-12-09 10:00"]],
    ["fri 10", ["2026-12-04 10:00"]],
  ])("%j means %j", (text, expected) => {
    const context = {
      now: sunday(),
      shownDay: "2026-12-02",
      moved: "2026-12-02",
    };
    expect(readTypedDates(text, context).map(textOf)).toEqual(expected);
  });

  it.each([
    ["sun", ["2026-11-22"]],
    ["fri", ["2026-11-27"]],
    ["next day", ["2026-11-23"]],
    ["+2", ["2026-11-24"]],
  ])("of a day that is over, %j counts from today: %j", (text, expected) => {
    const context = {
      now: sunday(),
      shownDay: "2026-11-20",
      moved: "2026-11-20",
    };
    expect(readTypedDates(text, context).map(textOf)).toEqual(expected);
  });

  it("a day alone keeps a time that is given, and a typed time replaces it", () => {
    const context = {
      now: sunday(),
      shownDay: "2026-12-02",
      keptTime: "09:30",
    };
    const readings = (text: string) => readTypedDates(text, context).map(textOf);
    expect(readings("12/9")).toEqual(["2026-12-09 09:30"]);
    expect(readings("fri 2p")).toEqual(["2026-11-27 14:00"]);
    // That time is over on this Sunday.
    expect(readings("sun")).toEqual(["2026-11-29 09:30", "2026-11-22 09:30"]);
  });
});

describe("times as people say them", () => {
  it.each([
    ["tomorrow morning", "2026-11-23 08:00"],
    ["fri afternoon", "2026-11-27 13:00"],
    ["fri evening", "2026-11-27 17:00"],
    ["fri night", "2026-11-27 18:00"],
    ["tues 9ish", "2026-11-24 09:00"],
    ["tues 9-ish", "2026-11-24 09:00"],
    ["fri after lunch", "2026-11-27 13:00"],
    ["fri lunchtime", "2026-11-27 12:00"],
    ["first thing monday", "2026-11-23 08:00"],
    ["Monday first thing in the morning", "2026-11-23 08:00"],
    ["nine thirty tomorrow", "2026-11-23 09:30"],
    ["tomorrow one forty-five", "2026-11-23 13:45"],
    ["tomorrow morning 10", "2026-11-23 10:00"],
  ])("%j is %s where the reading is shown", (text, expected) => {
    const context = { now: sunday(), shownDay: "2026-11-22", isSpoken: true };
    expect(readTypedDates(text, context).map(textOf)).toEqual([expected]);
  });

  it.each(["tomorrow morning", "first thing monday", "fri after lunch"])(
    "%j names no time where nobody sees the reading",
    (text) => {
      const context = {
        now: sunday(),
        shownDay: "2026-11-22",
        keptTime: "14:00",
      };
      for (const { value } of readTypedDates(text, context)) expect(value).toBeNull();
    },
  );
});

describe("a time of day alone", () => {
  it.each([
    ["8", "morning", 480],
    ["8", "evening", 1200],
    ["5:30", "evening", 1050],
    ["3", "morning", 900],
    ["7 a.m.", "evening", 420],
    ["half past 6", "morning", 390],
    ["5 in the evening", "morning", 1020],
    ["17:45", "morning", 1065],
    ["noon", "morning", 720],
    ["midnight", "evening", 0],
    ["8-5", "morning", null],
    ["tomorrow 8", "morning", null],
    ["25", "morning", null],
    ["soon", "evening", null],
    ["", "morning", null],
    [`${" ".repeat(60)}8`, "morning", null],
  ] as const)("%j is read, rather in the %s, as %j", (text, likely, minute) => {
    expect(readTypedMinute(text, likely)).toBe(minute);
  });
});

const DAY_TEXTS = [
  "",
  "tue",
  "this fri",
  "next wed",
  "sun after next",
  "mon next week",
  "tomorrow",
  "in 3 days",
  "a week from sat",
  "in 6 months",
  "next week",
  "next month",
  "13",
  "28th",
  "the 31st",
  "12 9",
  "2/3",
  "dec 31",
  "jan 1",
  "11-22",
];

describe("typed days and times", () => {
  it.each([
    ["wed 10", "2026-11-25T10:00"],
    ["11/26 2p", "2026-11-26T14:00"],
    ["tomorrow 9:30", "2026-11-23T09:30"],
    ["Today at 4", "2026-11-22T16:00"],
    ["yesterday 8am", "2026-11-21T08:00"],
    ["thurs 12", "2026-11-26T12:00"],
    ["tue 6", "2026-11-24T18:00"],
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
    ["tom 12am", "2026-11-23T00:00"],
    ["mon midnight", "2026-11-23T00:00"],
  ])("the typed time %j is %s", (text, value) => {
    expect(read(text)).toEqual([value.replace("T", " ")]);
  });

  it.each([
    ["wed", "2026-11-25"],
    ["11/26", "2026-11-26"],
    ["Nov 26", "2026-11-26"],
    ["nov 26 2026", "2026-11-26"],
    ["tomorrow", "2026-11-23"],
  ])("the typed time %j is a day without a time", (text, day) => {
    expect(read(text)).toEqual([day]);
  });

  // "Now" is 1:00 PM on the day that stands before the typed text.
  it.each([
    ["2026-01-31 in a month", ["2026-02-28"]],
    ["2027-12-30 in 2 months", ["2028-02-29"]],
    ["2026-10-31 in a month", ["2026-11-30"]],
    ["2024-02-29 in a year", ["2025-02-28"]],
    ["2026-12-31 2 months ago", ["2026-10-31"]],
    ["2026-12-31 a week ago", ["2026-12-24"]],
    ["2026-11-24 the 24th of this month", ["2026-11-24"]],
    ["2026-11-24 the 23rd of this month", []],
    ["2026-11-24 tue this week", ["2026-11-24"]],
    ["2026-11-24 mon this week", []],
    ["2026-11-22 9/1", ["2026-09-01", "2027-09-01"]],
    ["2026-11-22 8/20", ["2027-08-20"]],
    ["2026-11-22 tomorow", ["2026-11-23"]],
    ["2026-11-22 tommorow", ["2026-11-23"]],
    ["2026-11-22 tommorrow", ["2026-11-23"]],
  ])("of the day and the text in %j the readings are %j", (text, readings) => {
    const now = new Date(`${text.slice(0, 10)}T13:00`).getTime();
    expect(read(text.slice(11), now).toSorted()).toEqual(readings);
  });

  it.each([
    ["wed quarter to 1", "2026-11-25 12:45"],
    ["wed quarter past 1", "2026-11-25 13:15"],
    ["wed half past 12", "2026-11-25 12:30"],
    ["wed 5 in the morning", "2026-11-25 05:00"],
    ["wed 4 in the afternoon", "2026-11-25 16:00"],
    ["wed 12:30 in the afternoon", "2026-11-25 12:30"],
    ["wed evening 5", "2026-11-25 17:00"],
    ["wed night 7", "2026-11-25 19:00"],
    ["wed 0630", "2026-11-25 06:30"],
    ["wed 630", "2026-11-25 18:30"],
    ["wed 06:30", "2026-11-25 06:30"],
    ["wed 8-8", "2026-11-25 08:00-20:00"],
  ])("the half of the day of %j is that of %s", (text, reading) => {
    expect(read(text)).toEqual([reading]);
  });

  it.each(DATE_PHRASES)("an office that types %j means %j", (phrase, means) => {
    const readings = readTypedDates(phrase, {
      now: PHRASES_NOW(),
      shownDay: PHRASES_SHOWN_DAY,
    });
    expect(readings.map(textOf).toSorted()).toEqual(means);
  });

  it.each([
    ["10/1 9", ["2027-10-01 09:00", "2026-10-01 09:00"]],
    ["9", ["2026-11-23 09:00", "2026-11-22 09:00"]],
    ["today 8", ["2026-11-22 20:00", "2026-11-22 08:00"]],
    ["next week", ["2026-11-23", "2026-11-29", "2026-11-30"]],
    ["tue next week", ["2026-11-24", "2026-12-01"]],
  ])("the typed time %j is a choice of %j", (text, readings) => {
    expect(read(text)).toEqual(readings);
  });

  it.each([
    "",
    "soon",
    "11202026",
    "13/1 9",
    "2/30 9",
    "2/29 9",
    "wed 26",
    "wed 14",
    "wed 13p",
    "wed 9:60",
    "11/26 2026",
    "nov 20 10 2",
    "thu nov 25 10",
    "t 9",
    "constructor 9",
    `wed ${" ".repeat(80)} 10`,
  ])("the typed text %j is no time", (text) => {
    expect(read(text)).toEqual([]);
  });

  it.each(ZONES)("a typed day and time in %s is read back from how it is shown", (zone) => {
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
          const now = nowMinute * 60_000;
          const found = readTypedDates(shown, {
            now,
            shownDay: dayKeyOf(now),
          });
          expect(found).toHaveLength(1);
          expect(fromDateTimeField(found[0]?.value ?? "", at)).toBe(at);
        }),
      );
    });
  });

  it("a typed time keeps its time of day over a clock change, and takes the hour after a skipped one", () => {
    inZone("America/New_York", () => {
      const saturday = new Date(2026, 9, 31, 12).getTime();
      expect(read("mon 9", saturday)).toEqual(["2026-11-02 09:00"]);
      expect(fromDateTimeField("2026-11-02T09:00")).toBe(Date.UTC(2026, 10, 2, 14));
      expect(read("3/8/26 02:30")).toEqual(["2026-03-08 03:30"]);
    });
  });

  const instants = fc.integer({
    min: Date.UTC(2024, 0, 1),
    max: Date.UTC(2030, 11, 31),
  });
  const phrases = fc
    .tuple(
      fc.constantFrom(...DAY_TEXTS),
      fc.constantFrom("", "9", "830", "2p", "at 11", "noon", "8-10", "1 to 3"),
      fc.boolean(),
    )
    .map(([day, time, isFirst]) => (isFirst ? [time, day] : [day, time]).join(" ").trim());

  it("for every phrase, each reading reads back from how it is printed", () => {
    fc.assert(
      fc.property(phrases, instants, (phrase, now) => {
        const context = { now, shownDay: dayKeyOf(now) };
        for (const reading of readTypedDates(phrase, context))
          expect(readTypedDates(printed(reading), context)).toEqual([{ ...reading, end: null }]);
      }),
    );
  });

  it("for every phrase that does not name the past, a reading in the past stands beside one to come", () => {
    fc.assert(
      fc.property(phrases, instants, instants, (phrase, now, shown) => {
        const readings = readTypedDates(phrase, {
          now,
          shownDay: dayKeyOf(shown),
        });
        const isToCome = ({ day, value }: DateReading) =>
          value === null ? day >= dayKeyOf(now) : Number(fromDateTimeField(value)) >= now - 60_000;
        if (readings.length > 0) expect(readings.some(isToCome)).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });
});
