import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { LENGTH_OUT_OF_RANGE, MAX_LENGTH } from "@domain/job/jobInput";
import { spanWords } from "@domain/job/spanWords";
import { END_BEFORE_START, readSpan, readTypedVisits } from "@domain/job/typedSpans";
import { readTypedDates, spanOfRange } from "@domain/job/typedTimes";
import { SPAN_UNREADABLE, timeAfter } from "@domain/job/visitLength";
import { minuteOfDay } from "@domain/job/weekGrid";
import { inZone, ZONES } from "../../support/zones";

/** Tuesday. */
const at = (hour: number, minute = 0) => new Date(2026, 10, 24, hour, minute).getTime();
const office = {};

describe("a length or a window alone", () => {
  it.each([
    ["until 4", { length: 480 }],
    ["until noon", { length: 240 }],
    ["til 9:30p", { length: 13.5 * 60 }],
    ["takes until 4 PM", { length: 480 }],
    ["until midnight", { length: 16 * 60 }],
    ["until wed 2p", { length: 30 * 60 }],
    ["until thu", { length: 57 * 60 }],
    ["2 days", { length: 33 * 60 }],
    ["for 2d", { length: 33 * 60 }],
    ["all day", { length: 9 * 60 }],
    ["a day", { length: 9 * 60 }],
    ["3 h", { length: 180 }],
    ["1.5 hours", { length: 90 }],
    ["an hour", { length: 60 }],
    ["1 h 30 min", { length: 90 }],
    ["90m", { length: 90 }],
    ["between 8 and 10", { window: 120 }],
    ["arrive 8-10", { window: 120 }],
    ["arrives between 8 and 10 am", { window: 120 }],
    ["window 8 to noon", { window: 240 }],
    ["8-10 until 4", { window: 120, length: 480 }],
    ["arrives 8 to 10 AM, takes until 4 PM", { window: 120, length: 480 }],
    ["3 h, between 8 and 10", { window: 120, length: 180 }],
    ["2 days, 8-10", undefined],
    ["", {}],
    ["soon", undefined],
    ["4", undefined],
    ["0 h", undefined],
  ])("reads “%s” of an install at 8 AM", (typed, span) => {
    const read = readSpan(typed, { type: "install", at: at(8), office });
    expect(read.span).toEqual(span);
    if (span === undefined) expect(read.problem).toBe(SPAN_UNREADABLE);
  });

  it("a bare range is a window of an estimate and a length of an install", () => {
    const bare = (type: "estimate" | "install") =>
      readSpan("8-10", { type, at: at(8), office }).span;
    expect(bare("estimate")).toEqual({ window: 120 });
    expect(bare("install")).toEqual({ length: 120 });
  });

  it("days of work end when the office closes", () => {
    const closing = { opens_at: 420, closes_at: 16 * 60 };
    const read = (typed: string) =>
      readSpan(typed, { type: "install", at: at(8), office: closing }).span;
    expect(read("2 days")).toEqual({ length: 32 * 60 });
    expect(read("until thu")).toEqual({ length: 56 * 60 });
  });

  it.each([
    ["until 7 am", at(8), END_BEFORE_START],
    ["until 2", at(18), END_BEFORE_START],
    ["1 day", at(18), END_BEFORE_START],
    ["15 days", at(8), LENGTH_OUT_OF_RANGE],
    ["400 h", at(8), LENGTH_OUT_OF_RANGE],
    ["until dec 9", at(8), LENGTH_OUT_OF_RANGE],
    [
      "9-11",
      at(8),
      "The visit begins at 8:00 AM. Change its time first, or begin with that time here.",
    ],
  ])("refuses “%s” with a sentence", (typed, start, problem) => {
    const read = readSpan(typed, { type: "install", at: start, office });
    expect(read.problem).toBe(problem);
  });

  it("an end without AM or PM is after the start", () => {
    const read = (typed: string, start: number) =>
      readSpan(typed, { type: "install", at: start, office }).span;
    expect(read("until 11", at(20))).toEqual({ length: 180 });
    expect(read("8-10", at(20))).toEqual({ length: 120 });
    expect(read("8-10 am", at(20))).toBeUndefined();
  });
});

describe("words", () => {
  it.each([
    [{ window: 120, length: 480 }, "arrives 8 to 10 AM, takes until 4 PM"],
    [{ window: 300 }, "arrives 8 AM to 1 PM"],
    [{ length: 90 }, "takes until 9:30 AM"],
    [{ length: 33 * 60 }, "takes until Wed, Nov 25, 5 PM"],
    [{ length: 16 * 60 }, "takes until midnight"],
    [{}, ""],
  ])("a visit at 8 AM with %j is described in words", (span, words) => {
    expect(spanWords(at(8), span)).toBe(words);
  });

  it("the words are durations if the start is not known", () => {
    expect(spanWords(null, { window: 90, length: 480 })).toBe(
      "arrives within 1 h 30 min, takes 8 h",
    );
  });

  it("the words are read back as the same length and window, in every zone and over every change of the clock", () => {
    fc.assert(
      fc.property(
        fc.record({
          zone: fc.constantFrom(...ZONES),
          type: fc.constantFrom("estimate" as const, "install" as const),
          day: fc.integer({ min: 0, max: 6 * 366 }),
          minute: fc.integer({ min: 0, max: 95 }).map((step) => step * 15),
          length: fc.option(fc.integer({ min: 1, max: MAX_LENGTH }), {
            nil: undefined,
          }),
          window: fc.option(fc.integer({ min: 1, max: 720 }), {
            nil: undefined,
          }),
        }),
        ({ zone, type, day, minute, length, window }) => {
          inZone(zone, () => {
            const start = new Date(2024, 0, 1 + day, 0, minute).getTime();
            // A window is on one day, and the clock does not skip an end.
            fc.pre(minuteOfDay(start) + (window ?? 0) < 1440);
            for (const each of [length, window])
              fc.pre(
                each === undefined ||
                  minuteOfDay(timeAfter(start, each)) === (minuteOfDay(start) + each) % 1440,
              );
            const span = {
              ...(length !== undefined && { length }),
              ...(window !== undefined && { window }),
            };
            const words = spanWords(start, span);
            expect(
              readSpan(words, { type, at: start, office }).span,
              `${new Date(start).toString()} ${words}`,
            ).toEqual(span);
          });
        },
      ),
      { numRuns: 500 },
    );
  });
});

describe("beside a date", () => {
  const context = { now: at(7), shownDay: "2026-11-24" };
  const read = (typed: string, type: "estimate" | "install" = "install") =>
    readTypedVisits(typed, context, { type, office }).map(
      ({ value, span, problem }) => problem ?? [value?.slice(5), span],
    );

  it.each([
    ["thu 8-4", ["11-26T08:00", { length: 480 }]],
    ["wed between 8 and 10", ["11-25T08:00", { window: 120 }]],
    ["wed arrive 8-10", ["11-25T08:00", { window: 120 }]],
    ["wed 8 until 4", ["11-25T08:00", { length: 480 }]],
    ["wed 8 for 3h", ["11-25T08:00", { length: 180 }]],
    ["wed 8, 2 days", ["11-25T08:00", { length: 33 * 60 }]],
    ["wed 8 for 1 h 30 min", ["11-25T08:00", { length: 90 }]],
    ["wed 8-10 until 4", ["11-25T08:00", { window: 120, length: 480 }]],
    ["wed between 8 and 10, 2 days", ["11-25T08:00", { window: 120, length: 33 * 60 }]],
    ["wed 8 until fri 3p", ["11-25T08:00", { length: 55 * 60 }]],
    ["wed 10", ["11-25T10:00", undefined]],
    ["in 2 days", [undefined, undefined]],
    ["2 days", [undefined, undefined]],
    ["wed 8 until 7 am", END_BEFORE_START],
  ])("reads “%s”", (typed, expected) => {
    expect(read(typed)).toEqual([expected]);
  });

  it("a bare range is a window of an estimate, and “until” a length", () => {
    expect(read("wed 8-10", "estimate")).toEqual([["11-25T08:00", { window: 120 }]]);
    expect(read("wed 8 until 10", "estimate")).toEqual([["11-25T08:00", { length: 120 }]]);
  });

  it("a text that is a date stays the same date", () => {
    for (const typed of [
      "in 2 days",
      "tomorrow 9",
      "2 days 10am",
      "dec 8 8-10",
      "next week",
      "fri",
    ]) {
      const dates = readTypedDates(typed, context);
      const visits = readTypedVisits(typed, context, {
        type: "install",
        office,
      });
      expect(visits.map(({ value, day }) => [value, day])).toEqual(
        dates.map(({ value, day }) => [value, day]),
      );
    }
  });

  it("a range says what its words say", () => {
    const [reading] = readTypedDates("wed between 8 and 10", context);
    expect(spanOfRange(reading!, "install")).toEqual({
      span: { window: 120 },
    });
  });
});
