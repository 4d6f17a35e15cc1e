import { expect, it } from "vitest";
import { recordIntake } from "@domain/changes/recordIntake";
import type { ColorRow, ItemRow } from "@domain/changes/rows";
import { MAX_STOCK, TOO_MUCH_STOCK } from "@domain/stock/inventoryInput";
import { rowsOf } from "../../support/changeRows";

const ITEM: ItemRow = {
  ...{ _id: "i1", name: "Gutter", category: "gutter" },
  ...{ sizeOptions: ["5"], _prices: [] },
};
const COLOR: ColorRow = {
  ...{ colorNumber: "180", colorName: "Musket Brown" },
  ...{ sizeOptions: ["6"], quantity: 7 },
};
const ROWS = rowsOf({
  item: (id) => (id === "i1" ? ITEM : undefined),
  color: (number, category) => (number === "180" && category === "gutter" ? COLOR : undefined),
});

type Row = Parameters<typeof recordIntake.apply>[1]["entries"][number];

const row = (fields: Partial<Row>): Row => ({
  ...{ type: "intake", itemId: "i1", quantity: 3 },
  ...fields,
});
const moves = (...entries: readonly Partial<Row>[]) =>
  recordIntake.apply(ROWS, { entries: entries.map(row) });

it.each([
  ["180 - Musket Brown", "180", 10],
  [" 180 ", "180", 10],
  ["", undefined, undefined],
  [undefined, undefined, undefined],
])("an intake of the typed color %j is of the color %j", (typed, number, after) => {
  expect(moves({ colorNumber: typed })).toMatchObject([
    {
      ...{ itemId: "i1", category: "gutter", colorNumber: number, after },
      ...{ delta: 3, field: "quantity" },
    },
  ]);
});

it("the rows of one delivery add up, and a color gets the size that it did not come in", () => {
  const added = moves({ colorNumber: "180", size: "5" }, { colorNumber: "180", quantity: 2 });
  expect(added.map(({ after }) => after)).toEqual([10, 12]);
  expect(added.map(({ isNewSize }) => isNewSize)).toEqual([true, false]);
});

it.each([
  [{ itemId: "i2" }, "entries.1.itemId", "That item is no longer there."],
  [{ size: "6" }, "entries.1.size", "Gutter does not come in 6 inch."],
  [
    { colorNumber: "999" },
    "entries.1.colorNumber",
    "There is no color 999. Choose one from the list.",
  ],
  [
    { colorNumber: "- Brown" },
    "entries.1.colorNumber",
    "There is no color - Brown. Choose one from the list.",
  ],
  [{ colorNumber: "180", quantity: 100_000 }, "entries.1.quantity", TOO_MUCH_STOCK],
] as const)("a delivery is refused whole for its row %j", (wrong, field, sentence) => {
  const rows = rowsOf({
    ...ROWS,
    color: (...of) => {
      const color = ROWS.color(...of);
      return color && { ...color, quantity: MAX_STOCK - 10 };
    },
  });
  const entries = [row({ colorNumber: "180" }), row(wrong)];
  const data = { field, message: `Row 2: ${sentence}` };
  try {
    recordIntake.apply(rows, { entries });
  } catch (error) {
    expect(error).toMatchObject({ data });
  }
  expect.assertions(1);
});
