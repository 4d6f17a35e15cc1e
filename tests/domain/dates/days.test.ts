import fc from "fast-check";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import {
  addDays,
  addMonths,
  dayKeyOf,
  dayOfMonth,
  dayRange,
  daysFrom,
  distanceText,
  formatLongDay,
  formatShortDay,
  isWithin,
  monthGrid,
  monthOf,
  monthTitle,
  nextDay,
  nextMidnight,
  parseDayKey,
  parseMonthKey,
  previousDay,
  relativeDayLabel,
  WEEKDAY_LABELS,
  weekdayName,
} from "@domain/dates/days";
import { inZone, ZONES } from "../../support/zones";

const FIRST = "2024-01-01";
const DAYS = daysFrom(FIRST, "2031-01-01");
const HOUR = 3_600_000;

/** Every day of 2024 to 2030. */
const everyDay = Array.from({ length: DAYS }, (_, at) => addDays(FIRST, at));
const anyDay = fc.integer({ min: 0, max: DAYS - 1 }).map((at) => addDays(FIRST, at));
const anyInstant = fc.integer({
  min: Date.UTC(2024, 0, 1),
  max: Date.UTC(2030, 11, 31),
});

describe("day keys", () => {
  // Spec 5.24
  it.each([
    ["2026-11-20", "2026-11-20"],
    ["2024-02-29", "2024-02-29"],
    ["0001-01-01", "0001-01-01"],
    ["9999-12-31", "9999-12-31"],
    ["0000-12-31", null],
    ["0000-01-01", null],
    ["10000-01-01", null],
    ["-000001-01-01", null],
    ["2026-02-29", null],
    ["2026-13-01", null],
    ["2026-00-10", null],
    ["2026-04-31", null],
    ["2026-4-01", null],
    ["2026-04-01 ", null],
    ["20260401", null],
    ["today", null],
    ["", null],
    [undefined, null],
    [20260401, null],
  ])("a day key is parsed from %j as %j", (text, key) => {
    expect(parseDayKey(text)).toBe(key);
  });

  it("a day key is parsed back from the key of every day", () => {
    expect(everyDay.every((day) => parseDayKey(day) === day)).toBe(true);
  });
});

describe.each(ZONES)("the calendar in %s", (zone) => {
  it("a day has a next and a previous day that never repeat or skip", () => {
    inZone(zone, () => {
      expect(new Set(everyDay).size).toBe(DAYS);
      const wrong = everyDay.filter((day) => {
        const { from, until } = dayRange(day);
        const holdsItsOwn = dayKeyOf(from) === day && dayKeyOf(until - 1) === day;
        const nextBegins =
          dayKeyOf(until) === nextDay(day) && dayRange(nextDay(day)).from === until;
        return !holdsItsOwn || !nextBegins || previousDay(nextDay(day)) !== day;
      });
      expect(wrong).toEqual([]);
    });
  });

  it("ends a day at the next local midnight", () => {
    inZone(zone, () => {
      const wrong = everyDay.filter((day) => {
        const end = new Date(dayRange(day).until);
        return end.getHours() !== 0 || end.getMinutes() !== 0;
      });
      expect(wrong).toEqual([]);
    });
  });

  it("puts every instant in the range of its own day only", () => {
    inZone(zone, () => {
      fc.assert(
        fc.property(anyInstant, anyDay, (instant, other) => {
          const day = dayKeyOf(instant);
          expect(isWithin(instant, dayRange(day))).toBe(true);
          if (other !== day) expect(isWithin(instant, dayRange(other))).toBe(false);
        }),
      );
    });
  });

  // Spec 2.38
  it("a month has a grid of whole weeks of distinct days", () => {
    inZone(zone, () => {
      for (let at = 0; at < 84; at++) {
        const month = addMonths("2024-01", at);
        const days = monthGrid(month).flat();
        expect(days.length % 7).toBe(0);
        expect(new Set(days).size).toBe(days.length);
        expect(weekdayName(days[0] ?? "")).toBe("Sunday");
        expect(days.filter((day) => monthOf(day) === month).length).toBe(
          daysFrom(`${month}-01`, `${addMonths(month, 1)}-01`),
        );
      }
    });
  });

  it("finds the next midnight from any instant", () => {
    inZone(zone, () => {
      fc.assert(
        fc.property(anyInstant, (now) => {
          const midnight = nextMidnight(now);
          expect(midnight).toBeGreaterThan(now);
          expect(dayKeyOf(midnight)).toBe(nextDay(dayKeyOf(now)));
        }),
      );
    });
  });
});

describe("the days on which clocks change", () => {
  it.each([
    ["America/New_York", "2026-03-08", 23],
    ["America/New_York", "2026-11-01", 25],
    ["America/Phoenix", "2026-03-08", 24],
    ["Australia/Lord_Howe", "2026-04-05", 24.5],
    ["Australia/Lord_Howe", "2026-10-04", 23.5],
    // Midnight itself is skipped: the day begins at one o'clock.
    ["America/Havana", "2026-03-08", 23],
    ["America/Santiago", "2026-09-06", 23],
    ["America/Sao_Paulo", "2018-11-04", 23],
    ["Asia/Beirut", "2026-03-29", 23],
  ])("a day on which clocks change in %s %s has %d hours", (zone, day, hours) => {
    inZone(zone, () => {
      const { from, until } = dayRange(day);
      expect((until - from) / HOUR).toBe(hours);
      expect(dayKeyOf(from)).toBe(day);
      expect(dayKeyOf(until)).toBe(nextDay(day));
    });
  });
});

describe("calendar days that a zone skipped (Samoa, December 30, 2011)", () => {
  it("a skipped calendar day is empty between the days beside it, which adjoin", () => {
    inZone("Pacific/Apia", () => {
      const skipped = dayRange("2011-12-30");
      expect(skipped.from).toBe(skipped.until);
      expect(dayRange("2011-12-29").until).toBe(skipped.from);
      expect(dayRange("2011-12-31").from).toBe(skipped.until);
    });
  });

  it("a skipped calendar day is a day like any other in the arithmetic of days and months", () => {
    inZone("Pacific/Apia", () => {
      expect(nextDay("2011-12-29")).toBe("2011-12-30");
      expect(previousDay("2011-12-31")).toBe("2011-12-30");
      expect(daysFrom("2011-12-29", "2011-12-31")).toBe(2);
      expect(monthGrid("2011-12").flat()).toHaveLength(35);
    });
  });
});

describe.each(ZONES)("the first and the last day in %s", (zone) => {
  it.each(["0001-01-01", "9999-12-31"])("%s is a day with a range and labels", (day) => {
    inZone(zone, () => {
      const { from, until } = dayRange(day);
      expect(dayKeyOf(from)).toBe(day);
      expect(dayKeyOf(until - 1)).toBe(day);
      expect(relativeDayLabel(day, "2026-11-20")).toMatch(/days/);
      expect(monthTitle(monthOf(day))).toMatch(/ (1|9999)$/);
    });
  });

  it("the first and the last day have no day before or after them", () => {
    inZone(zone, () => {
      expect(previousDay("0001-01-01")).toBe("0001-01-01");
      expect(nextDay("9999-12-31")).toBe("9999-12-31");
      expect(addDays("0001-01-02", -40)).toBe("0001-01-01");
      expect(addDays("9999-12-30", 40)).toBe("9999-12-31");
    });
  });

  it("the first and the last day bound the months to those whose weeks are whole", () => {
    inZone(zone, () => {
      for (const [month, count] of [
        ["0001-02", -1],
        ["9999-11", 1],
      ] as const) {
        expect(addMonths(month, count)).toBe(month);
        const days = monthGrid(month).flat();
        expect(new Set(days).size).toBe(days.length);
        expect(days.map(parseDayKey)).toEqual(days);
      }
    });
  });
});

describe("the relative label", () => {
  // Spec 2.22
  it.each([
    ["2026-11-20", "Today"],
    ["2026-11-21", "Tomorrow"],
    ["2026-11-19", "Yesterday"],
    ["2026-11-22", "in 2 days"],
    ["2026-11-18", "2 days ago"],
    ["2027-11-20", "in 365 days"],
    ["2025-11-20", "365 days ago"],
  ])("the relative label of %s is %s", (day, label) => {
    expect(relativeDayLabel(day, "2026-11-20")).toBe(label);
  });
});

describe("the names of days and months", () => {
  // Spec 2.20
  it("the names of days are the weekday, and the short month, day and two-digit year", () => {
    expect(weekdayName("2026-11-20")).toBe("Friday");
    expect(formatShortDay("2026-11-20")).toBe("Nov 20, 26");
    expect(formatShortDay("2005-01-02")).toBe("Jan 2, 05");
    expect(formatLongDay("2026-11-20")).toBe("Friday, November 20, 2026");
    expect(dayOfMonth("2026-11-09")).toBe(9);
    expect(monthTitle("2026-11")).toBe("November 2026");
    expect(WEEKDAY_LABELS).toEqual(["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]);
  });

  it("the names of days and months are alike wherever the page was opened", async () => {
    vi.stubEnv("TZ", "America/Los_Angeles");
    onTestFinished(() => void vi.unstubAllEnvs());
    vi.resetModules();
    const days = await import("@domain/dates/days");
    expect(days.weekdayName("2026-11-20")).toBe("Friday");
    expect(days.formatShortDay("2026-11-20")).toBe("Nov 20, 26");
    expect(days.formatLongDay("2026-11-01")).toBe("Sunday, November 1, 2026");
    expect(days.monthTitle("2026-11")).toBe("November 2026");
    expect(days.daysTitle(["2026-11-01"])).toBe("Nov 1, 2026");
  });

  it("the days before and after cross the ends of a year", () => {
    expect(addMonths("2026-12", 1)).toBe("2027-01");
    expect(addMonths("2026-01", -1)).toBe("2025-12");
    expect(addMonths("2026-01", -13)).toBe("2024-12");
    expect(addDays("2026-12-31", 1)).toBe("2027-01-01");
    expect(addDays("2024-03-01", -1)).toBe("2024-02-29");
  });

  it("month grids lay out a month that needs four weeks, five or six", () => {
    expect(monthGrid("2026-02")).toHaveLength(4);
    expect(monthGrid("2026-11")).toHaveLength(5);
    expect(monthGrid("2026-08")).toHaveLength(6);
    expect(monthGrid("2026-11")[0]?.[0]).toBe("2026-11-01");
    expect(monthGrid("2026-08")[0]?.[0]).toBe("2026-07-26");
  });
});

describe("a half-open range", () => {
  // Spec 7.44
  it("includes its start, excludes its end and unset times", () => {
    const range = { from: 10, until: 20 };
    expect(isWithin(10, range)).toBe(true);
    expect(isWithin(19, range)).toBe(true);
    expect(isWithin(20, range)).toBe(false);
    expect(isWithin(9, range)).toBe(false);
    expect(isWithin(undefined, range)).toBe(false);
  });
});

it.each([
  ["2026-11", "2026-11"],
  ["0001-02", "0001-02"],
  ["0001-01", null],
  ["9999-12", null],
  ["2026-13", null],
  ["2026-1", null],
  ["2026-11-01", null],
  ["", null],
  [undefined, null],
])("the month of %j is %j", (text, month) => {
  expect(parseMonthKey(text)).toBe(month);
});

it.each([
  ["2026-11-22", "the same day"],
  ["2026-11-23", "1 day later"],
  ["2026-12-22", "30 days later"],
  ["2026-11-20", "2 days earlier"],
])("from November 22, 2026 to %s is %s", (day, text) => {
  expect(distanceText("2026-11-22", day)).toBe(text);
});
