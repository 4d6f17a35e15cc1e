import { expect, it } from "vitest";
import { colorInput } from "@domain/colorInput";
import { checkInput, parseInput } from "@domain/inputRules";

const COLOR = {
  colorNumber: "180",
  colorName: "Musket Brown",
  hexColor: "#4b3a2f",
  sizeOptions: ["5", "6"],
};
const INCOMPLETE =
  "This color is not in your inventory. To add it, the row needs its name, hex color and sizes.";

it("takes a color with a number, a name, a hex color and a size", () => {
  expect(parseInput(colorInput, COLOR)).toEqual(COLOR);
});

it.each([
  [{ colorNumber: "180-A" }, "Give a new color a number without a dash."],
  [{ colorNumber: " 180" }, "Give a new color a number without a dash."],
  [{ colorName: " " }, INCOMPLETE],
  [{ colorName: undefined }, INCOMPLETE],
  [{ hexColor: undefined }, INCOMPLETE],
  [{ hexColor: "4B3A2F" }, "Enter a hex color such as #8b5a2b."],
  [{ sizeOptions: undefined }, INCOMPLETE],
  [{ sizeOptions: [] }, INCOMPLETE],
])("refuses a color with %j", (change, sentence) => {
  const { errors } = checkInput(colorInput, { ...COLOR, ...change });
  expect(errors?.map(({ message }) => message)).toEqual([sentence]);
});
