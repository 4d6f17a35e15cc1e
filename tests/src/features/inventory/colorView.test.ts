import { describe, expect, it } from "vitest";
import { DEFAULT_COLOR_VIEW, toggleColorSort, visibleColors } from "@/features/inventory/colorView";
import { aColor } from "../../../support/builders";

const COLORS = [
  aColor({
    colorNumber: "200",
    colorName: "Terratone",
    sizeOptions: ["6"],
    quantity: 9,
  }),
  aColor({
    colorNumber: "001",
    colorName: "30 Degree White",
    sizeOptions: ["5", "6"],
    quantity: 2,
  }),
  aColor({
    colorNumber: "1000",
    colorName: "Musket Brown",
    sizeOptions: ["5"],
    quantity: 40,
  }),
];

const numbers = (view: Partial<typeof DEFAULT_COLOR_VIEW>) =>
  visibleColors(COLORS, { ...DEFAULT_COLOR_VIEW, ...view }).map(({ colorNumber }) => colorNumber);

describe("the colors that are shown", () => {
  it("the shown colors are all at first, sorted by number as text", () => {
    expect(numbers({})).toEqual(["001", "1000", "200"]);
  });

  it("the shown colors are sorted by quantity, highest first", () => {
    expect(numbers({ sort: toggleColorSort("number") })).toEqual(["1000", "200", "001"]);
    expect(toggleColorSort("quantity")).toBe("number");
  });

  it.each([
    ["00", ["001", "1000", "200"]],
    ["BROWN", ["1000"]],
    ["tone", ["200"]],
    ["", ["001", "1000", "200"]],
    ["teal", []],
  ])("the shown colors match %j in their number or name", (search, found) => {
    expect(numbers({ search })).toEqual(found);
  });

  it.each([
    ["both", ["001", "1000", "200"]],
    ["5", ["001", "1000"]],
    ["6", ["001", "200"]],
  ] as const)("the shown colors of size %s are those that offer it", (size, found) => {
    expect(numbers({ size })).toEqual(found);
  });
});
