import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  convertGutter,
  formatDecimal,
  gutterResult,
  NO_RESULT,
  otherUnit,
  parseDecimal,
} from "@domain/stock/calculator";

describe("gutter by length and by weight", () => {
  // Spec 9.5, 9.6
  it.each([
    ["100", "ft", "5", "38"],
    ["100", "ft", "6", "56"],
    ["100", "lb", "5", "265"],
    ["100", "lb", "6", "177"],
    ["1", "ft", "5", "0.38"],
    ["12.5", "ft", "6", "7"],
    ["0.001", "ft", "5", "0"],
    ["1.2345", "lb", "5", "3.271"],
    ["0", "lb", "6", "0"],
    ["-10", "ft", "5", "-3.8"],
    ["1,250", "ft", "5", "475"],
    [" 10 ft ", "ft", "5", "3.8"],
  ] as const)("a gutter of %j %s in %s inch is %s", (text, unit, size, result) => {
    expect(gutterResult(text, unit, size)).toBe(result);
  });

  // Spec 2.51, 5.25
  it.each(["", " ", "abc", "ft 10", ".", "-", "1,5", "Infinity", "NaN"])(
    "a gutter of %j is a dash",
    (text) => {
      expect(gutterResult(text, "ft", "5")).toBe(NO_RESULT);
    },
  );

  it.each([
    ["0.125", "ft", "5", "0.048"],
    ["0.375", "ft", "5", "0.143"],
    ["0.05", "lb", "5", "0.133"],
    ["1.05", "lb", "6", "1.859"],
    ["-0.125", "ft", "5", "-0.048"],
    ["999999.99", "lb", "5", "2649999.974"],
  ] as const)("rounds %j %s in %s inch to %s", (text, unit, size, result) => {
    expect(gutterResult(text, unit, size)).toBe(result);
  });

  it("matches exact decimal arithmetic, rounding halves up", () => {
    const hundredths = {
      ft: { "5": 38n, "6": 56n },
      lb: { "5": 265n, "6": 177n },
    };
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 100_000_000 }),
        fc.constantFrom("ft" as const, "lb" as const),
        fc.constantFrom("5" as const, "6" as const),
        (thousandths, unit, size) => {
          const product = BigInt(thousandths) * hundredths[unit][size];
          const exact = Number((product + 50n) / 100n) / 1000;
          const shown = gutterResult(String(thousandths / 1000), unit, size);
          expect(shown).toBe(String(exact));
        },
      ),
    );
  });

  it("converts to the other unit", () => {
    expect(otherUnit("ft")).toBe("lb");
    expect(otherUnit("lb")).toBe("ft");
    expect(convertGutter({ amount: 2, from: "lb", size: "6" })).toBeCloseTo(3.54);
  });

  // Spec 2.52, 9.7
  it("shows at most three decimals and no trailing zeros", () => {
    expect(formatDecimal(1 / 3)).toBe("0.333");
    expect(formatDecimal(2.5)).toBe("2.5");
    expect(formatDecimal(-0.0001)).toBe("0");
    expect(parseDecimal("3.")).toBe(3);
  });
});
