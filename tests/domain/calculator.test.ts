import { describe, expect, it } from "vitest";
import {
  convertGutter,
  formatDecimal,
  gutterResult,
  NO_RESULT,
  otherUnit,
  parseDecimal,
} from "@domain/calculator";

describe("gutter by length and by weight", () => {
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
  ] as const)("of %j %s in %s inch is %s", (text, unit, size, result) => {
    expect(gutterResult(text, unit, size)).toBe(result);
  });

  it.each(["", " ", "abc", "ft 10", ".", "-", "1,5", "Infinity", "NaN"])(
    "of %j is a dash",
    (text) => {
      expect(gutterResult(text, "ft", "5")).toBe(NO_RESULT);
    },
  );

  it("goes to the other unit", () => {
    expect(otherUnit("ft")).toBe("lb");
    expect(otherUnit("lb")).toBe("ft");
    expect(convertGutter({ amount: 2, from: "lb", size: "6" })).toBeCloseTo(
      3.54,
    );
  });

  it("shows at most three decimals and no trailing zeros", () => {
    expect(formatDecimal(1 / 3)).toBe("0.333");
    expect(formatDecimal(2.5)).toBe("2.5");
    expect(formatDecimal(-0.0001)).toBe("0");
    expect(parseDecimal("3.")).toBe(3);
  });
});
