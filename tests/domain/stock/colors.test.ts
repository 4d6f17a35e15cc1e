import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { contrast, inkOn, parseHex } from "@domain/stock/colors";

const anyHex = fc
  .integer({ min: 0, max: 0xffffff })
  .map((value) => `#${value.toString(16).padStart(6, "0")}`);

describe("hex values", () => {
  it.each([
    ["#8b5a2b", "#8b5a2b"],
    ["8B5A2B", "#8b5a2b"],
    [" #FFF ", "#ffffff"],
    ["#852", "#885522"],
    ["", null],
    ["brown", null],
    ["#12345", null],
    ["#1234567", null],
    ["url(#x)", null],
  ])("a hex value written %j is %j", (text, hex) => {
    expect(parseHex(text)).toBe(hex);
  });
});

describe("the contrast of two colors", () => {
  it.each([
    ["#000000", "#ffffff", 21],
    ["#ffffff", "#ffffff", 1],
    ["#777777", "#ffffff", 4.48],
    ["#ff0000", "#ffffff", 4],
  ])("the contrast of %s and %s is %d", (a, b, ratio) => {
    expect(contrast(a, b)).toBeCloseTo(ratio, 2);
    expect(contrast(b, a)).toBeCloseTo(ratio, 2);
  });
});

describe("the text color on a coil color", () => {
  it.each([
    ["#ffffff", "#000000"],
    ["#f4f1e4", "#000000"],
    ["#ffd500", "#000000"],
    ["#000000", "#ffffff"],
    ["#3b2a20", "#ffffff"],
    ["#1d3557", "#ffffff"],
    // Perceived mid-gray is far darker than the numeric middle.
    ["#808080", "#000000"],
    ["#757575", "#ffffff"],
  ])("the text color on the coil color %s is %s", (ground, ink) => {
    expect(inkOn(ground)).toBe(ink);
  });

  it("the text color on a coil color is readable on any color", () => {
    fc.assert(
      fc.property(anyHex, (ground) => {
        expect(contrast(ground, inkOn(ground))).toBeGreaterThanOrEqual(4.5);
      }),
    );
  });
});
