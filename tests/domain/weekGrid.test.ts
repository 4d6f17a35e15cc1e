import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addDays, dayKeyOf, daysTitle, weekOf } from "@domain/days";
import {
  layOutDay,
  MAX_LANES,
  minuteOfDay,
  shownHours,
  skippedRows,
  snappedMinute,
  STEP_MINUTES,
  stepped,
  timeAt,
  VISIT_MINUTES,
} from "@domain/weekGrid";
import { inZone, ZONES } from "../support/zones";

const MINUTE = 60_000;
const STEPS = (24 * 60) / STEP_MINUTES;

const anyZone = fc.constantFrom(...ZONES);
const anyDay = fc
  .integer({ min: 0, max: 2000 })
  .map((at) => addDays("2024-01-01", at));
const anyMinute = fc.integer({ min: 0, max: STEPS - 1 }).map(rowOf);
/** Every instant of six years, to the millisecond. */
const anyInstant = fc.integer({
  min: Date.UTC(2024, 0, 1),
  max: Date.UTC(2029, 11, 31),
});

function rowOf(step: number): number {
  return step * STEP_MINUTES;
}

describe("weeks of days", () => {
  it("a week goes from Sunday to Saturday and holds its day", () => {
    fc.assert(
      fc.property(anyDay, (day) => {
        const week = weekOf(day);
        expect(week).toHaveLength(7);
        expect(week).toContain(day);
        expect(new Date(`${week[0]}T12:00Z`).getUTCDay()).toBe(0);
        for (const each of week) expect(weekOf(each)).toEqual(week);
      }),
    );
  });

  it("the first and the last week there is have fewer days", () => {
    expect(weekOf("0001-01-01")).toHaveLength(6);
    expect(weekOf("9999-12-31").at(-1)).toBe("9999-12-31");
  });

  it("titles several days by their months and one day by itself", () => {
    const text = (days: string[]) => daysTitle(days).replace(/\s/gu, " ");
    expect(text(weekOf("2026-11-25"))).toBe("Nov 22 – 28, 2026");
    expect(text(weekOf("2026-12-31"))).toBe("Dec 27, 2026 – Jan 2, 2027");
    expect(text(["2026-11-25"])).toBe("Nov 25, 2026");
  });
});

describe("rows of the wall clock", () => {
  it("a time is in the row that a clock on the wall shows, in every zone", () => {
    fc.assert(
      fc.property(anyZone, anyInstant, (zone, at) => {
        inZone(zone, () => {
          const slot = { day: dayKeyOf(at), minute: minuteOfDay(at) };
          expect(timeAt(slot, at)).toBe(at);
          const first = timeAt(slot)!;
          expect(minuteOfDay(first)).toBe(slot.minute);
          expect(dayKeyOf(first)).toBe(slot.day);
          expect(first).toBeLessThanOrEqual(at);
        });
      }),
    );
  });

  it("a row has a time unless the clock skips it", () => {
    fc.assert(
      fc.property(anyZone, anyDay, anyMinute, (zone, day, minute) => {
        inZone(zone, () => {
          const isSkipped = skippedRows(day).some(
            ({ from, until }) => minute >= from && minute < until,
          );
          expect(timeAt({ day, minute }) === null).toBe(isSkipped);
        });
      }),
    );
  });

  it.each([
    ["America/New_York", "2026-03-08", [{ from: 120, until: 180 }]],
    ["America/New_York", "2026-11-01", []],
    ["Australia/Lord_Howe", "2026-10-04", [{ from: 120, until: 150 }]],
    ["America/Phoenix", "2026-03-08", []],
  ])("in %s the clock skips on %s the rows %j", (zone, day, rows) => {
    expect(inZone(zone, () => skippedRows(day))).toEqual(rows);
  });

  it("the row of a repeated hour holds both times, and each stays itself", () => {
    inZone("America/New_York", () => {
      const first = Date.parse("2026-11-01T01:30:00-04:00");
      const second = Date.parse("2026-11-01T01:30:00-05:00");
      const slot = { day: "2026-11-01", minute: 90 };
      expect([first, second].map(minuteOfDay)).toEqual([90, 90]);
      expect(timeAt(slot)).toBe(first);
      expect(timeAt(slot, second)).toBe(second);
    });
  });

  it("a step leads to the next quarter of an hour, and back", () => {
    fc.assert(
      fc.property(anyZone, anyInstant, (zone, at) => {
        inZone(zone, () => {
          const later = stepped(at, 1);
          expect(later - at).toBeGreaterThan(0);
          expect(later - at).toBeLessThanOrEqual(STEP_MINUTES * MINUTE);
          expect(minuteOfDay(later) % STEP_MINUTES).toBe(0);
          const earlier = stepped(at, -1);
          expect(at - earlier).toBeGreaterThan(0);
          expect(at - earlier).toBeLessThanOrEqual(STEP_MINUTES * MINUTE);
          expect(minuteOfDay(earlier) % STEP_MINUTES).toBe(0);
          expect(stepped(stepped(later, 1), -1)).toBe(later);
        });
      }),
    );
  });

  it("steps pass a skipped hour at once and a repeated hour twice", () => {
    inZone("America/New_York", () => {
      const before = Date.parse("2026-03-08T01:45:00-05:00");
      expect(minuteOfDay(stepped(before, 1))).toBe(180);
      let at = Date.parse("2026-11-01T01:45:00-04:00");
      at = stepped(at, 1);
      expect(minuteOfDay(at)).toBe(60);
      for (let step = 0; step < 4; step++) at = stepped(at, 1);
      expect(minuteOfDay(at)).toBe(120);
    });
  });

  it("a snapped row is a whole step of the day, at most half a step away within it", () => {
    fc.assert(
      fc.property(
        fc.double({ min: -500, max: 2000, noNaN: true }),
        (minute) => {
          const snapped = snappedMinute(minute);
          expect(snapped % STEP_MINUTES).toBe(0);
          expect(snapped).toBeGreaterThanOrEqual(0);
          expect(snapped).toBeLessThanOrEqual(rowOf(STEPS - 1));
          if (minute >= 0 && minute <= rowOf(STEPS - 1))
            expect(Math.abs(snapped - minute)).toBeLessThanOrEqual(
              STEP_MINUTES / 2,
            );
        },
      ),
    );
  });
});

describe("shown hours", () => {
  const at = (hours: number, minutes = 0) =>
    new Date(2026, 10, 25, hours, minutes).getTime();

  it.each([
    [[], 7, 19],
    [[at(9), at(17)], 7, 19],
    [[at(6, 30)], 6, 19],
    [[at(18, 15)], 7, 20],
    [[at(0), at(23, 45)], 0, 24],
  ])(
    "of visits at %j, the hours from %i to %i are shown",
    (times, ...hours) => {
      const { from, until } = shownHours(times);
      expect([from, until]).toEqual(hours);
    },
  );

  it.each([
    [{ opens_at: 480, closes_at: 1020 }, [], 8, 17],
    [{ opens_at: 450, closes_at: 1050 }, [], 7, 18],
    [{ opens_at: 0, closes_at: 1440 }, [], 0, 24],
    [{ opens_at: 480, closes_at: 1020 }, [at(7), at(18)], 7, 19],
    [{ opens_at: 480 }, [], 7, 19],
    [{ opens_at: 600, closes_at: 540 }, [], 7, 19],
  ])(
    "of an office with %j and visits at %j, the hours from %i to %i are shown",
    (office, times, ...hours) => {
      const { from, until } = shownHours(times, office);
      expect([from, until]).toEqual(hours);
    },
  );
});

describe("visits side by side", () => {
  const anyVisits = fc.array(
    fc
      .integer({ min: 0, max: 24 * 60 - 1 })
      .map((minute) => ({ at: new Date(2026, 10, 25, 0, minute).getTime() })),
    { maxLength: 30 },
  );

  it("every visit is shown or counted once, and none covers another one", () => {
    fc.assert(
      fc.property(anyVisits, (visits) => {
        const { placed, more } = layOutDay(visits);
        const all = [
          ...placed.map(({ visit }) => visit),
          ...more.flatMap(({ visits: counted }) => counted),
        ];
        expect(all).toHaveLength(visits.length);
        expect(new Set(all)).toEqual(new Set(visits));
        for (const one of placed) {
          expect(one.lane).toBeLessThan(one.lanes);
          expect(one.lanes).toBeLessThanOrEqual(MAX_LANES);
          for (const other of placed)
            if (one !== other && areClose(one, other)) {
              expect(one.lane).not.toBe(other.lane);
              expect(one.lanes).toBe(other.lanes);
            }
        }
      }),
    );
  });

  it("a visit is counted only where three others stand side by side", () => {
    fc.assert(
      fc.property(anyVisits, (visits) => {
        const { placed, more } = layOutDay(visits);
        for (const { at } of more.flatMap(({ visits: counted }) => counted)) {
          const minute = minuteOfDay(at);
          const beside = placed.filter((each) => areClose(each, { minute }));
          expect(beside.length).toBeGreaterThanOrEqual(MAX_LANES);
          expect(beside.every(({ isBesideMore }) => isBesideMore)).toBe(true);
        }
      }),
    );
  });

  /** Visits at these hours, each so many times. */
  const visitsAt = (...counts: readonly (readonly [number, number])[]) =>
    counts.flatMap(([hour, count]) =>
      Array.from({ length: count }, () => ({
        at: new Date(2026, 10, 25, 0, hour * 60).getTime(),
      })),
    );

  it("a visit an hour after the last of several has the whole width", () => {
    const { placed } = layOutDay(visitsAt([9, 2], [10, 1], [11, 1]));
    expect(placed.map(({ lanes }) => lanes)).toEqual([2, 2, 1, 1]);
  });

  it("visits in the row of a repeated hour stand in the order of their times", () => {
    inZone("America/New_York", () => {
      const [first, second] = ["04:00", "05:00"].map((offset) => ({
        at: Date.parse(`2026-11-01T01:30:00-${offset}`),
      }));
      const { placed } = layOutDay([second!, first!]);
      expect(placed.map(({ visit }) => visit)).toEqual([first, second]);
    });
  });

  it("visits without room that begin an hour apart have two numbers", () => {
    const { more } = layOutDay(visitsAt([9, 4], [9.5, 1], [10, 4]));
    expect(more.map(({ minute, visits }) => [minute, visits.length])).toEqual([
      [9 * 60, 2],
      [10 * 60, 1],
    ]);
  });

  function areClose(
    one: { readonly minute: number },
    other: { readonly minute: number },
  ): boolean {
    return Math.abs(one.minute - other.minute) < VISIT_MINUTES;
  }
});
