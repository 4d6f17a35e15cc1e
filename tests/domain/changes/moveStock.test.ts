import { expect, it } from "vitest";
import { moveOfAdjustment, moveOfIntake } from "@domain/changes/moveStock";
import { levelOfChange } from "@domain/changes/setLevel";

it.each([
  ["180 - Musket Brown", "180"],
  [" 180 ", "180"],
  // No color has this number: the person is told so.
  [" - Brown", "- Brown"],
  ["", undefined],
  [undefined, undefined],
])("an intake of the typed color %j is of the color %j", (typed, number) => {
  expect(
    moveOfIntake({ colorNumber: typed, size: "6", quantity: 3 }, "trim"),
  ).toEqual({
    category: "trim",
    colorNumber: number,
    size: "6",
    delta: 3,
    field: "quantity",
  });
});

it("an adjustment and a reorder level are of the named category, else of gutters", () => {
  const adjusted = { colorNumber: "180", size: "5" as const, delta: -3 };
  expect(moveOfAdjustment(adjusted)).toEqual({
    ...adjusted,
    category: "gutter",
    field: "delta",
  });
  expect(moveOfAdjustment({ ...adjusted, category: "trim" }).category).toBe(
    "trim",
  );
  const level = { colorNumber: "180", size: "any" as const, level: 4 };
  expect(levelOfChange(level)).toEqual({ ...level, category: "gutter" });
  expect(levelOfChange({ ...level, category: "trim" }).category).toBe("trim");
});
