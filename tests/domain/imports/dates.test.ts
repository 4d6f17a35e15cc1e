import { describe, expect, it } from "vitest";
import {
  dateEvidence,
  readerOfDates,
  readerOfTimes,
  readFileDate,
  readFileTime,
  type FileTime,
} from "@domain/imports/dates";
import { inZone } from "../../support/zones";

const NOW = new Date(2026, 5, 17, 12).getTime();

/** "2026-11-20 14:00-16:00", "2026-11-20 morning +": a plus stands for other words. */
function read(text: string, order: "month" | "day" = "month"): string | null {
  const date = readFileDate(text, order, NOW);
  if (date === null) return null;
  const at = date.instant === null ? "" : ` @${date.instant}`;
  return `${date.day} ${shown(date.clock)}`.trim() + at;
}

function shown({ time, end, part, isWhole }: FileTime): string {
  const clock = [time, end].filter(Boolean).join("-");
  return [clock, part, isWhole ? "" : "+"].filter(Boolean).join(" ");
}

it.each([
  ["2026-11-20", "2026-11-20"],
  ["2026/11/20", "2026-11-20"],
  ["20261120", "2026-11-20"],
  ["2026-1-5 8:05", "2026-01-05 08:05"],
  ["11/20/2026", "2026-11-20"],
  ["11-20-26", "2026-11-20"],
  ["11/20/2026 2:00 PM", "2026-11-20 14:00"],
  ["11/20/2026 9 AM", "2026-11-20 09:00"],
  ["11/20/2026 at 9a", "2026-11-20 09:00"],
  ["11/20/2026 1330", "2026-11-20 13:30"],
  ["11/20/2026 9-11", "2026-11-20 09:00-11:00"],
  ["2026-11-20 9:00-11:00", "2026-11-20 09:00-11:00"],
  ["11/20/2026 - 9:00 AM to 11:00 AM", "2026-11-20 09:00-11:00"],
  ["11/20/2026, 12:05 am", "2026-11-20 00:05"],
  ["11/20/2026 12:30:00 p.m.", "2026-11-20 12:30"],
  ["11/20/2026 Morning", "2026-11-20 morning +"],
  ["11/20/2026 13:00 PM", "2026-11-20 +"],
  ["11/20/2026 24:10", "2026-11-20 +"],
  ["11/20/2026 - 11/22/2026", "2026-11-20 +"],
  ["13/20/2026", null],
  ["2026-02-30", null],
  ["Nov 20, 2026 2:00 PM", "2026-11-20 14:00"],
  ["2:00 PM Nov 20, 2026", "2026-11-20 14:00"],
  ["2:00 PM 11/20/2026", "2026-11-20 14:00"],
  ["Morning 11/20/2026", "2026-11-20 morning +"],
  ["14:00:00, 2026-11-20", "2026-11-20 14:00"],
  ["Fri, 20 Nov 2026 09:00:00", "2026-11-20 09:00"],
  ["Thu, 20 Nov 2026", null],
  ["20-Nov-2026", "2026-11-20"],
  ["20-Nov-26", "2026-11-20"],
  ["Nov 20", null],
  ["Nov 20 10 AM", null],
  ["2026", null],
  ["46346", "2026-11-20"],
  ["46346.375", "2026-11-20 09:00"],
  ["463460", null],
  ["Fri., 14 May 2027", "2027-05-14"],
  ["Morning 14-May-2027", null],
  ["999", null],
])("the date %j of a file is %j", (text, date) => {
  expect(read(text)).toBe(date);
});

it.each([
  ["8 AM", "08:00"],
  ["1:30pm", "13:30"],
  ["1330", "13:30"],
  ["0900 hrs", "09:00"],
  ["2000", "20:00"],
  ["09:00:00", "09:00"],
  ["0.375", "09:00"],
  ["2:30", "14:30"],
  ["noon", "12:00"],
  ["9-11", "09:00-11:00"],
  ["1-3 PM", "13:00-15:00"],
  ["9:00 AM - 11:00 AM", "09:00-11:00"],
  ["8:00AM\u20138:30AM", "08:00-08:30"],
  ["9:00 AM (call first)", "09:00 +"],
  ["after 3pm", "15:00 +"],
  ["starting at 10:30 AM", "10:30 +"],
  ["by 3 PM", "+"],
  ["1/0/1900 8:00", "08:00"],
  ["9:00 AM - 9:00 AM", "09:00 +"],
  ["Morning", "morning +"],
  ["Morning, 9", "09:00 morning +"],
  ["PM", "afternoon +"],
  ["late afternoon", "afternoon +"],
  ["Anytime", "+"],
  ["25:00", "+"],
  ["", ""],
])("the time %j of a file is %j", (text, time) => {
  expect(shown(readFileTime(text))).toBe(time);
});

it("reads the day before the month only in the order that was chosen", () => {
  expect(read("03/04/2026")).toBe("2026-03-04");
  expect(read("03/04/2026", "day")).toBe("2026-04-03");
  expect(read("20.11.2026 14:00", "day")).toBe("2026-11-20 14:00");
  expect(read("2026-03-04", "day")).toBe("2026-03-04");
});

/** The days and times of a column, in New York. */
const columnOf = (texts: readonly string[]) =>
  inZone("America/New_York", () => {
    const reader = readerOfDates(texts, "month", { now: NOW, isTimed: false });
    return texts.map((text) => {
      const date = reader(text);
      return date && `${date.day} ${shown(date.clock)}`.trim();
    });
  });

it.each([
  ["2026-11-20T19:00:00Z", "2026-11-20 14:00"],
  ["2026-11-20 01:30 UTC", "2026-11-19 20:30"],
  ["2026-11-20T01:30:00.000+02:00", "2026-11-19 18:30"],
  ["2027-05-14 09:00:00 -0400", "2027-05-14 09:00"],
  ["2027-05-14T08:00-10:00", "2027-05-14 14:00"],
  ["2027-05-14 09:00 EDT", "2027-05-14 09:00"],
  ["5/14/2027 9:00 AM PST", "2027-05-14 13:00"],
  ["Fri May 14 2027 09:00:00 GMT-0400 (Eastern Daylight Time)", "2027-05-14 09:00"],
])("shows the instant %s of a file in local time: %s", (text, date) => {
  expect(columnOf([text])).toEqual([date]);
});

const timesOf = (texts: readonly string[]) => {
  const reader = readerOfTimes(texts, "month", NOW);
  return texts.map((text) => shown(reader(text)));
};

describe("a column of dates", () => {
  it.each([
    [
      ["2027-05-14T00:00:00.000Z", "5/16/2027 0:00"],
      ["2027-05-14", "2027-05-16"],
    ],
    [
      ["2027-05-14T04:00:00Z", "2027-12-14T05:00:00Z"],
      ["2027-05-14", "2027-12-14"],
    ],
    [
      ["2027-05-14T00:00:00Z", "2027-05-14T13:00:00Z"],
      ["2027-05-13 20:00", "2027-05-14 09:00"],
    ],
    [
      ["5/14/2027 12:00 AM", "5/15/2027", "5/16/2027 Morning"],
      ["2027-05-14", "2027-05-15", "2027-05-16 morning +"],
    ],
  ])("a column of dates that is written as %j is %j", (texts, dates) => {
    expect(columnOf(texts)).toEqual(dates);
  });

  it("a column of dates has no time if its column of times is midnight throughout", () => {
    expect(timesOf(["12:00 AM", "0:00", "Morning"])).toEqual(["", "", "morning +"]);
    expect(timesOf(["0:00", "9 AM"])).toEqual(["00:00", "09:00"]);
  });

  it("a column of dates has the times of its column of times, also behind a date", () => {
    expect(timesOf(["1899-12-30 09:00:00", "5/14/2027 1:30 PM", "9-11", ""])).toEqual([
      "09:00",
      "13:30",
      "09:00-11:00",
      "",
    ]);
  });
});

it.each([
  [[], "none"],
  [["2026-11-20", "soon"], "none"],
  [["03/04/2026", "12/12/2026"], "unclear"],
  [["03/04/2026", "03/13/2026"], "month"],
  [["13/03/2026", "03/04/2026"], "day"],
  [["13/03/2026", "03/13/2026"], "mixed"],
  [["03/13/2026", "99/99/2026"], "month"],
])("dates %j show the order %s", (texts, evidence) => {
  expect(dateEvidence(texts)).toBe(evidence);
});
