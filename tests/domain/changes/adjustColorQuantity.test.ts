import { expect, it } from "vitest";
import { adjustColorQuantity } from "@domain/changes/adjustColorQuantity";
import type { ColorRow } from "@domain/changes/rows";
import { setReorderLevel } from "@domain/changes/setReorderLevel";
import { rowsOf } from "../../support/changeRows";

const COLOR: ColorRow = {
  ...{ colorNumber: "180", colorName: "Musket Brown" },
  ...{ sizeOptions: ["5"], quantity: 7 },
};
const ROWS = rowsOf({ color: () => COLOR });

it("an adjustment and a reorder level are of the named category, else of gutters", () => {
  const adjusted = { colorNumber: "180", size: "5", delta: -3 } as const;
  const level = { colorNumber: "180", size: "any", level: 4 } as const;
  const written = (category?: "trim") => [
    ...adjustColorQuantity.apply(ROWS, { ...adjusted, category }),
    ...setReorderLevel.apply(ROWS, { ...level, category }),
  ];
  expect(written()).toMatchObject([
    { ...adjusted, category: "gutter", after: 4, field: "delta" },
    { ...level, category: "gutter" },
  ]);
  expect(written("trim").map(({ category }) => category)).toEqual(["trim", "trim"]);
});

it("no size is adjusted or watched in which the color does not come", () => {
  const of = { colorNumber: "180", size: "6" } as const;
  const sentence = "Musket Brown does not come in 6 inch.";
  expect(() => adjustColorQuantity.apply(ROWS, { ...of, delta: 1 })).toThrow(sentence);
  expect(() => setReorderLevel.apply(ROWS, { ...of, level: 1 })).toThrow(sentence);
});
