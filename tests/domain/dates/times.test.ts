import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatShortTime, formatTime } from "@domain/dates/times";
import { fromDateTimeField, toDateTimeField } from "@domain/dates/dateTimeField";
import { inZone, ZONES } from "../../support/zones";

const anyInstant = fc.integer({
  min: Date.UTC(2024, 0, 1),
  max: Date.UTC(2030, 11, 31),
});

describe("times of day", () => {
  // Spec 2.35
  it.each([
    [0, 0, "12:00 AM"],
    [0, 5, "12:05 AM"],
    [9, 30, "9:30 AM"],
    [11, 59, "11:59 AM"],
    [12, 0, "12:00 PM"],
    [14, 0, "2:00 PM"],
    [23, 59, "11:59 PM"],
  ])("the time %d:%d is shown as %s", (hours, minutes, shown) => {
    expect(formatTime(new Date(2026, 10, 20, hours, minutes).getTime())).toBe(shown);
  });
});

describe("short times of day", () => {
  it.each([
    [0, 0, "12a"],
    [9, 30, "9:30a"],
    [10, 0, "10a"],
    [12, 0, "12p"],
    [14, 5, "2:05p"],
    [23, 0, "11p"],
  ])("the short time of %d:%d is %s", (hours, minutes, shown) => {
    const instant = new Date(2026, 10, 20, hours, minutes).getTime();
    expect(formatShortTime(instant)).toBe(shown);
  });
});

describe("date-time fields", () => {
  // Spec 5.13
  it("a date-time field is empty for an unset date, and unset when empty", () => {
    expect(toDateTimeField(undefined)).toBe("");
    expect(toDateTimeField(null)).toBe("");
    expect(fromDateTimeField("")).toBeNull();
    expect(fromDateTimeField("  ", 5)).toBeNull();
  });

  // Spec 5.11
  it("shows and reads local time", () => {
    inZone("America/New_York", () => {
      const at = Date.UTC(2026, 10, 20, 19, 0);
      expect(toDateTimeField(at)).toBe("2026-11-20T14:00");
      expect(fromDateTimeField("2026-11-20T14:00")).toBe(at);
      expect(fromDateTimeField("2026-11-20T14:00:00")).toBe(at);
    });
  });

  it.each([
    "2026-11-20",
    "2026-13-20T14:00",
    "2026-00-20T14:00",
    "2026-02-30T14:00",
    "2026-11-00T14:00",
    "2026-11-20T24:00",
    "2026-11-20T14:60",
    "20.11.2026 14:00",
    "soon",
  ])("rejects %j", (text) => {
    expect(fromDateTimeField(text)).toBeNaN();
  });

  it("reads leap days and early years", () => {
    inZone("America/Phoenix", () => {
      expect(toDateTimeField(fromDateTimeField("2028-02-29T08:15"))).toBe("2028-02-29T08:15");
      expect(toDateTimeField(fromDateTimeField("0020-01-05T08:15"))).toBe("0020-01-05T08:15");
    });
  });

  // Spec 5.12
  it.each(ZONES)("a date-time field saved twenty times unchanged in %s keeps its value", (zone) => {
    inZone(zone, () => {
      fc.assert(
        fc.property(anyInstant, (start) => {
          let saved: number | null = start;
          for (let save = 0; save < 20; save++)
            saved = fromDateTimeField(toDateTimeField(saved), saved);
          expect(saved).toBe(start);
        }),
      );
    });
  });

  it("keeps both halves of the hour that a clock change repeats", () => {
    inZone("America/New_York", () => {
      const first = Date.UTC(2026, 10, 1, 5, 30);
      const second = first + 3_600_000;
      expect(toDateTimeField(first)).toBe(toDateTimeField(second));
      expect(fromDateTimeField(toDateTimeField(first), first)).toBe(first);
      expect(fromDateTimeField(toDateTimeField(second), second)).toBe(second);
    });
  });

  it("a date-time field is stable after one save where the clock skips the typed hour", () => {
    inZone("America/New_York", () => {
      const typed = fromDateTimeField("2026-03-08T02:30");
      expect(toDateTimeField(typed)).toBe("2026-03-08T03:30");
      expect(fromDateTimeField(toDateTimeField(typed))).toBe(typed);
    });
  });

  it("parses a changed text instead of keeping the previous value", () => {
    inZone("America/New_York", () => {
      const before = Date.UTC(2026, 10, 20, 19, 0, 12, 345);
      expect(fromDateTimeField("2026-11-20T15:00", before)).toBe(Date.UTC(2026, 10, 20, 20, 0));
    });
  });
});

it("shows the time of every day from the year 1 to the year 9999", () => {
  for (const year of [2, 1850, 2150, 9998])
    expect(
      toDateTimeField(new Date(`${String(year).padStart(4, "0")}-06-01T08:15`).getTime()),
    ).toBe(`${String(year).padStart(4, "0")}-06-01T08:15`);
});

it("takes any stored number, also one that is no date", () => {
  for (const value of [NaN, Infinity, -Infinity, 8.64e15, -8.64e15, 1e300]) {
    expect(formatTime(value)).toBe("unknown time");
    expect(toDateTimeField(value)).toBe("");
  }
  fc.assert(
    fc.property(fc.double(), (value) => {
      formatTime(value);
      formatShortTime(value);
      toDateTimeField(value);
    }),
  );
});
