import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatMoney, parseMoney, roundToCents } from "@domain/text/money";

const anyCents = fc.integer({ min: -1_000_000_000, max: 1_000_000_000 });

describe("rounding to cents", () => {
  it.each([
    [0, 0],
    [1.005, 1.01],
    [1.004999, 1],
    [1234.565, 1234.57],
    [8.345, 8.35],
    [-1.005, -1.01],
    [-0.001, 0],
    [0.1 + 0.2, 0.3],
    [9_999_999.995, 10_000_000],
  ])("%d rounded to cents is %d", (amount, rounded) => {
    expect(roundToCents(amount)).toBe(rounded);
  });

  it("leaves whole cents unchanged", () => {
    fc.assert(
      fc.property(anyCents, (cents) => {
        expect(roundToCents(cents / 100)).toBe(cents / 100);
      }),
    );
  });
});

describe("money as shown", () => {
  // Spec 9.4
  it.each([
    [0, "$0.00"],
    [5, "$5.00"],
    [1234.5, "$1,234.50"],
    [1_000_000, "$1,000,000.00"],
    [999.999, "$1,000.00"],
    [-12.5, "-$12.50"],
    [-0.001, "$0.00"],
  ])("the amount %d is shown as %s", (amount, shown) => {
    expect(formatMoney(amount)).toBe(shown);
  });
});

describe("money fields", () => {
  // Spec 5.10
  it.each([
    ["", null],
    ["   ", null],
    ["$", null],
    ["0", 0],
    ["0.00", 0],
    ["12", 12],
    ["12.", 12],
    [".5", 0.5],
    ["$1,234.50", 1234.5],
    ["1,250,000", 1_250_000],
    ["450 USD", 450],
    ["usd 450", 450],
    ["US$ 12.50", 12.5],
    ["12.345", 12.35],
    ["-3", -3],
    ["-$12.50", -12.5],
    ["$-12.50", -12.5],
    ["$ 1 234.50", 1234.5],
    ["12 $", 12],
    ["12$", 12],
    ["$1 234 567", 1_234_567],
    ["  450  ", 450],
    ["usd", null],
  ])("a money field holding %j means %j", (text, amount) => {
    expect(parseMoney(text)).toBe(amount);
  });

  it.each([
    "abc",
    "1.2.3",
    "12x",
    "--1",
    "1e5",
    "-",
    "12,50",
    "1.250,00",
    "1,2500",
    // Two amounts are none.
    "1330 $12.50",
    "$12.50 1330",
    "46521 1330",
    "12 34",
    "-$-3",
  ])("a money field holding %j is no amount", (text) => {
    expect(parseMoney(text)).toBeNaN();
  });

  it("parses what it formats", () => {
    fc.assert(
      fc.property(anyCents, (cents) => {
        expect(parseMoney(formatMoney(cents / 100))).toBe(cents / 100);
      }),
    );
  });
});
