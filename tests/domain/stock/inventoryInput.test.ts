import { describe, expect, it } from "vitest";
import {
  adjustmentInput,
  DELTA_OUT_OF_RANGE,
  intakeInput,
  intakeQuestion,
  MAX_INTAKE,
  MAX_QUANTITY,
  MAX_STOCK,
  QUANTITY_OUT_OF_RANGE,
  sizeNotOfferedSentence,
  stockRefusal,
  TOO_MUCH_STOCK,
  unknownColorSentence,
} from "@domain/stock/inventoryInput";
import { checkInput, parseInput } from "@domain/calls/inputRules";

describe("intakes", () => {
  it.each([1, 12, MAX_INTAKE])("an intake of %d is accepted", (quantity) => {
    expect(parseInput(intakeInput, { quantity })).toEqual({ quantity });
  });

  // Spec 5.23
  it.each([0, -3, 1.5, MAX_INTAKE + 1, Number.NaN, Infinity, "3", null])(
    "an intake of %s is refused",
    (quantity) => {
      const { errors } = checkInput(intakeInput, { quantity });
      expect(errors?.[0]?.message).toBe(QUANTITY_OUT_OF_RANGE);
    },
  );
});

describe("an unusual intake is asked about", () => {
  it.each([
    [10_001, null, "10,001 is more than 10,000."],
    [10_001, 9_000, "10,001 is more than 10,000."],
    [400, 39, "400 is more than ten times the 39 in stock."],
  ])("an intake of %d into %s is asked about", (quantity, inStock, question) => {
    expect(intakeQuestion(quantity, inStock)).toBe(question);
  });

  it.each([
    [10_000, null],
    [400, 40],
    [400, 0],
    [400, -3],
  ])("an intake of %d into %s is not asked about", (quantity, inStock) => {
    expect(intakeQuestion(quantity, inStock)).toBeNull();
  });
});

describe("adjustments", () => {
  it.each([1, -1, MAX_QUANTITY, -MAX_QUANTITY])("an adjustment by %d is accepted", (delta) => {
    expect(parseInput(adjustmentInput, { delta })).toEqual({ delta });
  });

  it.each([0, -0, 0.5, MAX_QUANTITY + 1, -MAX_QUANTITY - 1, Number.NaN])(
    "an adjustment by %d is refused",
    (delta) => {
      const { errors } = checkInput(adjustmentInput, { delta });
      expect(errors?.[0]?.message).toBe(DELTA_OUT_OF_RANGE);
    },
  );
});

describe("the stock after a movement", () => {
  it.each([
    [0, 1, null],
    [5, -5, null],
    [MAX_STOCK - 1, 1, null],
    [MAX_STOCK, 1, TOO_MUCH_STOCK],
    [0, -1, "There are none in stock to take off."],
    [3, -4, "Only 3 in stock, so 4 cannot be taken off."],
    [3000, -4000, "Only 3,000 in stock, so 4,000 cannot be taken off."],
    // Invalid stock can still be corrected.
    [-3, 1, null],
    [MAX_STOCK + 5, -1, null],
  ])("a movement of %d by %d is rejected with %j", (before, delta, sentence) => {
    expect(stockRefusal(before, delta)).toBe(sentence);
  });

  it("names the unknown color and the unavailable size", () => {
    expect(unknownColorSentence("999")).toContain("999");
    expect(sizeNotOfferedSentence("A Elbow", "6")).toBe("A Elbow does not come in 6 inch.");
  });
});
