import fc from "fast-check";
import { expect, test } from "vitest";
import { dayPercents, HOURS_PERCENT } from "@/features/schedule/week/paperColumns";

const COUNTS = fc.array(fc.nat(60), { minLength: 7, maxLength: 7 });

test("the printed days share the sheet, and a day with more visits is never narrower", () => {
  fc.assert(
    fc.property(COUNTS, (counts) => {
      const widths = dayPercents(counts);
      const all = widths.reduce((sum, width) => sum + width, 0);
      expect(all + HOURS_PERCENT).toBeCloseTo(100);
      expect(Math.max(...widths) / Math.min(...widths)).toBeLessThanOrEqual(1.6 + 1e-9);
      for (const [one, count] of counts.entries())
        for (const [other, more] of counts.entries())
          if (count < more) expect(widths[one]).toBeLessThanOrEqual(widths[other]! + 1e-9);
    }),
  );
});

test("the printed days of an even or an empty week are equally wide", () => {
  for (const count of [0, 5]) {
    const widths = dayPercents(Array.from({ length: 7 }, () => count));
    expect(new Set(widths).size).toBe(1);
  }
});
