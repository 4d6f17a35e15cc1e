import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addDays, dayKeyOf, daysTitle, weekOf } from "@domain/dates/days";
import {
  COUNT_MINUTES,
  layOutDay,
  LINE_MINUTES,
  MAX_DELAY,
  minuteOfDay,
  shownHours,
  skippedRows,
  snappedMinute,
  STEP_MINUTES,
  stepped,
  timeAt,
  VISIT_MINUTES,
} from "@domain/job/weekGrid";
import { inZone, ZONES } from "../../support/zones";

const MINUTE = 60_000;
const STEPS = (24 * 60) / STEP_MINUTES;

const anyZone = fc.constantFrom(...ZONES);
const anyDay = fc.integer({ min: 0, max: 2000 }).map((at) => addDays("2024-01-01", at));
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
      fc.property(fc.double({ min: -500, max: 2000, noNaN: true }), (minute) => {
        const snapped = snappedMinute(minute);
        expect(snapped % STEP_MINUTES).toBe(0);
        expect(snapped).toBeGreaterThanOrEqual(0);
        expect(snapped).toBeLessThanOrEqual(rowOf(STEPS - 1));
        if (minute >= 0 && minute <= rowOf(STEPS - 1))
          expect(Math.abs(snapped - minute)).toBeLessThanOrEqual(STEP_MINUTES / 2);
      }),
    );
  });
});

describe("shown hours", () => {
  const at = (hours: number, minutes = 0) => new Date(2026, 10, 25, hours, minutes).getTime();

  it.each([
    [[], 7, 19],
    [[at(9), at(17)], 7, 19],
    [[at(6, 30)], 6, 19],
    [[at(18, 15)], 7, 20],
    [[at(0), at(23, 45)], 0, 24],
  ])("of visits at %j, the hours from %i to %i are shown", (times, ...hours) => {
    const { from, until } = shownHours(times.map((each) => ({ at: each })));
    expect([from, until]).toEqual(hours);
  });

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
      const { from, until } = shownHours(
        times.map((each) => ({ at: each })),
        office,
      );
      expect([from, until]).toEqual(hours);
    },
  );
});

describe("visits of a day", () => {
  const anyVisits = fc.array(
    fc
      .integer({ min: 0, max: 24 * 60 - 1 })
      .map((minute) => ({ at: new Date(2026, 10, 25, 0, minute).getTime() })),
    { maxLength: 30 },
  );

  it("every visit is shown or counted once, a line high or more, and none covers another one", () => {
    fc.assert(
      fc.property(anyVisits, (visits) => {
        const { placed, more } = layOutDay(visits);
        const all = [
          ...placed.map(({ visit }) => visit),
          ...more.flatMap(({ visits: counted }) => counted),
        ];
        expect(all).toHaveLength(visits.length);
        expect(new Set(all)).toEqual(new Set(visits));
        const boxes = [...placed, ...more].sort((a, b) => a.top - b.top);
        for (const [at, { top, height }] of boxes.entries()) {
          expect(height).toBeGreaterThanOrEqual(LINE_MINUTES);
          expect(height).toBeLessThanOrEqual(VISIT_MINUTES);
          expect(top + height).toBeLessThanOrEqual(boxes[at + 1]?.top ?? 24 * 60);
        }
        for (const { height } of more) expect(height).toBe(COUNT_MINUTES);
      }),
    );
  });

  it("a visit stands at its time, or a little later where others begin before it", () => {
    fc.assert(
      fc.property(anyVisits, (visits) => {
        const { placed } = layOutDay(visits);
        for (const { visit, minute, top } of placed) {
          expect(minute).toBe(minuteOfDay(visit.at));
          const wanted = Math.min(minute, 24 * 60 - LINE_MINUTES);
          expect(top - wanted).toBeGreaterThanOrEqual(0);
          expect(top - wanted).toBeLessThanOrEqual(MAX_DELAY);
          // Four at once take two lines and a count.
          const reach = 2 * LINE_MINUTES + COUNT_MINUTES;
          const isAlone = visits.every(
            ({ at }) => at === visit.at || Math.abs(minuteOfDay(at) - minute) >= reach,
          );
          const twins = visits.filter(({ at }) => at === visit.at);
          if (isAlone && twins.length === 1) expect(top).toBe(wanted);
        }
      }),
    );
  });

  it("visits are counted only where four of them begin within an hour", () => {
    fc.assert(
      fc.property(anyVisits, (visits) => {
        for (const { visits: counted } of layOutDay(visits).more) {
          const { at } = counted.at(-1)!;
          const minute = minuteOfDay(at);
          const isNear = (other: { readonly at: number }) => {
            const distance = minute - minuteOfDay(other.at);
            return distance >= 0 && distance < VISIT_MINUTES;
          };
          const isLate = minute > 24 * 60 - VISIT_MINUTES;
          if (!isLate) expect(visits.filter(isNear).length).toBeGreaterThanOrEqual(3);
          expect(counted.length).toBeGreaterThanOrEqual(2);
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

  it.each([
    [[[9, 1]], [[540, 60]], []],
    [
      [[9, 2]],
      [
        [540, 20],
        [560, 40],
      ],
      [],
    ],
    [
      [[9, 3]],
      [
        [540, 20],
        [560, 20],
        [580, 20],
      ],
      [],
    ],
    [
      [
        [9, 1],
        [9.75, 1],
        [10.75, 1],
      ],
      [
        [540, 45],
        [585, 60],
        [645, 60],
      ],
      [],
    ],
    [
      [
        [9, 5],
        [10, 1],
      ],
      [
        [540, 20],
        [560, 20],
        [620, 40],
      ],
      [[580, 40, 3]],
    ],
    [
      [
        [9, 4],
        [9.5, 1],
        [10, 4],
      ],
      [
        [540, 20],
        [560, 20],
        [620, 20],
      ],
      [
        [580, 40, 3],
        [640, 40, 3],
      ],
    ],
    [[[23.75, 1]], [[1420, 20]], []],
    [[[23.5, 3]], [], [[1400, 40, 3]]],
    [
      [
        [23, 2],
        [23.5, 2],
      ],
      [[1380, 20]],
      [[1400, 40, 3]],
    ],
    [
      [
        [23.25, 1],
        [23.5, 2],
      ],
      [],
      [[1395, 40, 3]],
    ],
  ] as const)(
    "of visits at these hours, so many each: %j, these tops and heights are shown: %j, and counted: %j",
    (counts, shown, counted) => {
      const { placed, more } = layOutDay(visitsAt(...counts));
      expect(placed.map(({ top, height }) => [top, height])).toEqual(shown);
      expect(more.map(({ top, height, visits }) => [top, height, visits.length])).toEqual(counted);
    },
  );

  it("a visit with a length reaches to its end below those that begin meanwhile, and a longer one to midnight", () => {
    const of = (hour: number, length?: number) => ({
      at: new Date(2026, 10, 25, hour).getTime(),
      length,
    });
    const { placed } = layOutDay([
      ...[of(8, 480), of(10), of(12, 30)],
      ...[of(15, 33 * 60), of(16)],
    ]);
    expect(
      placed.map(({ top, height, depth, free }) => [...[top / 60, height], ...[depth, free]]),
    ).toEqual([
      [8, 480, 0, 120],
      [10, 60, 1, 60],
      [12, 30, 1, 30],
      [15, 9 * 60, 1, 60],
      [16, 60, 1, 60],
    ]);
  });

  it("the hours reach to the end of a visit with a length, at most to midnight", () => {
    const until = (length: number) =>
      shownHours([{ at: new Date(2026, 10, 25, 16).getTime(), length }]).until;
    expect([30, 200, 300, 600].map(until)).toEqual([19, 20, 21, 24]);
    // Of a visit of several days.
    expect(until(1980)).toBe(19);
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
});
