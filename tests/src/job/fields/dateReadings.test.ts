import { expect, it } from "vitest";
import { readTypedDates } from "@domain/job/typedTimes";
import { dateProblem, readingText, shortDayText, slashedDay } from "@/job/fields/dateReadings";

/** Tuesday. */
const CONTEXT = {
  now: new Date(2026, 10, 24, 8).getTime(),
  shownDay: "2026-11-24",
};
const problemOf = (text: string) => dateProblem(text, readTypedDates(text, CONTEXT), CONTEXT);

it("writes a day so that it is read as the same day", () => {
  expect(shortDayText("2026-12-08")).toBe("Tue, Dec 8, 26");
  expect(slashedDay("2026-12-08")).toBe("12/8/26");
  expect(slashedDay("2009-01-31")).toBe("1/31/09");
});

it.each([
  ["2026-12-08T10:00", "11:30", "Tue, Dec 8, 26, 10:00 AM to 11:30 AM"],
  ["2026-12-08T13:15", null, "Tue, Dec 8, 26, 1:15 PM"],
  [null, null, "Tue, Dec 8, 26"],
])("the reading %j to %j is shown as %j", (value, end, text) => {
  expect(readingText({ day: "2026-12-08", value, end })).toBe(text);
});

it.each([
  ["monkey", /^Enter the whole date and time/],
  ["next tue 10", /type it in full, for example “12\/1\/26 10:00 am”\.$/],
  ["next tue", /type it in full, for example “12\/1\/26 10a”\.$/],
  ["wed", "Enter the time on Wednesday, November 25, 2026, for example “wed 10a”."],
  [" 12/8 ", /for example “12\/8 10a”\.$/],
])("the text %j lacks something: %s", (text, problem) => {
  expect(problemOf(text)).toEqual(
    typeof problem === "string" ? problem : expect.stringMatching(problem),
  );
});

it("every example is read as one day and time", () => {
  for (const text of ["next tue 10", "next tue", "wed", "in 2 days", "nov 30"]) {
    const [, example = ""] = /“([^”]+)”\.$/.exec(problemOf(text)) ?? [];
    const readings = readTypedDates(example, CONTEXT);
    expect([example, readings.length]).toEqual([example, 1]);
    expect(readings[0]?.value).not.toBeNull();
  }
});
