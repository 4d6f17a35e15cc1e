import { describe, expect, it } from "vitest";
import { importRecords } from "../../support/importRows";

/** The rows of one record, or the sentences that refuse it. */
function read(cells: Readonly<Record<string, string>>): unknown {
  const { rows, faults } = importRecords([
    Object.keys(cells),
    Object.values(cells),
  ]);
  return faults.length > 0 ? faults.map(({ sentence }) => sentence) : rows;
}

describe("a counted quantity", () => {
  const stock = (cells: Readonly<Record<string, string>>) =>
    read({ "Color number": "180", Quantity: "12", ...cells });

  it.each([
    ["", "gutter"],
    ["Filter", "filter"],
    ["GUTTERS", "gutter"],
    ["soffits", "soffit"],
  ])("of the category %j is stock of %s", (text, category) => {
    expect(stock({ Category: text })).toMatchObject([
      { category, quantity: 12 },
    ]);
  });

  it.each([
    ["5", 5],
    ["6 in", 6],
    ["any", undefined],
    ["", undefined],
  ])("of the size %j is stock of %j inch", (text, size) => {
    const [row] = stock({ Size: text }) as [{ size?: number }];
    expect(row.size).toBe(size);
  });

  it.each([
    [{ Size: "5 & 6" }, "The sizes are 5 and 6 inch."],
    [{ Size: "7" }, "The sizes are 5 and 6 inch."],
    [{ Category: "Paint" }, "Choose one of the categories of the inventory."],
    [{ Quantity: "1,000,001" }, "Enter a whole number from 0 to 1,000,000."],
    [{ "Color number": "" }, "A color number is required."],
  ])("with %j is refused: %s", (cells, sentence) => {
    expect(stock(cells)).toEqual([sentence]);
  });

  it("may have a comma, and be the largest one", () => {
    expect(stock({ Quantity: "1,000,000" })).toMatchObject([
      { quantity: 1_000_000 },
    ]);
  });
});

describe("a price", () => {
  it("a price is of the size in its column, else of any size", () => {
    expect(read({ Item: "Elbow", Size: "6", Price: "$3.10" })).toMatchObject([
      { item: "Elbow", size: 6, price: 3.1 },
    ]);
    const [any] = read({ Item: "Elbow", Price: "0" }) as [object];
    expect(any).toMatchObject({ item: "Elbow", price: 0 });
    expect(any).not.toHaveProperty("size");
  });

  it("names its item by the SKU, else by the name", () => {
    const cells = { "Item name": "Elbow", Price: "3" };
    expect(read({ ...cells, SKU: "ELB-A" })).toMatchObject([{ item: "ELB-A" }]);
    expect(read({ ...cells, SKU: "" })).toMatchObject([{ item: "Elbow" }]);
  });

  it.each([
    [{ Item: "", Price: "3" }, "The name or the SKU of an item is required."],
    [{ Item: "Elbow", Price: "" }, "This row has no price."],
    [{ Item: "Elbow", Price: "100,001" }, "Enter a price from $0 to $100,000."],
  ])("with %j is refused: %s", (cells, sentence) => {
    expect(read(cells)).toEqual([sentence]);
  });
});
