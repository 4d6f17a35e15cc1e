import fc from "fast-check";
import { expect, it } from "vitest";
import {
  countSizes,
  lowStock,
  lowStockText,
  stockedSizes,
  withSizeMove,
  type CountedColor,
  type SizeStock,
} from "@domain/stock/reorder";

const BOTH = ["5", "6"];

const texts = (color: Partial<CountedColor>) =>
  lowStock({
    quantity: 0,
    sizeOptions: BOTH,
    sizes: [],
    levels: [],
    ...color,
  }).map(lowStockText);

const stock = (size: SizeStock["size"], quantity: number, hadStock = true): SizeStock => ({
  size,
  quantity,
  hadStock,
});

it("orders nothing of a color that never had stock and has no level", () => {
  expect(texts({})).toEqual([]);
  expect(texts({ sizes: [stock("5", 0, false)] })).toEqual([]);
});

it("orders a size that ran out, and one below its level", () => {
  const sizes = [stock("5", 0), stock("6", 9)];
  expect(texts({ sizes })).toEqual(["5 in: none left"]);
  const levels = [{ size: "6" as const, level: 10 }];
  expect(texts({ sizes, levels })).toEqual(["5 in: none left", "6 in: 9 of 10"]);
  expect(texts({ levels })).toEqual(["6 in: none left"]);
});

it("orders nothing at the level itself, and never with the level 0", () => {
  const sizes = [stock("5", 0), stock("6", 10)];
  const levels = [
    { size: "5" as const, level: 0 },
    { size: "6" as const, level: 10 },
  ];
  expect(texts({ sizes, levels })).toEqual([]);
});

it("says how many are missing up to the level", () => {
  const levels = [{ size: "6" as const, level: 10 }];
  const [low] = lowStock({
    quantity: 3,
    sizeOptions: BOTH,
    sizes: [stock("6", 3)],
    levels,
  });
  expect(low?.missing).toBe(7);
});

it("warns of a whole color whose sizes were never counted", () => {
  expect(texts({ sizes: null })).toEqual(["5 & 6: none left"]);
  expect(texts({ sizes: null, quantity: 1 })).toEqual([]);
  expect(texts({ sizes: null, sizeOptions: [] })).toEqual(["Any size: none left"]);
});

it("offers any size only for a color without sizes or with stock that has none", () => {
  expect(stockedSizes({ sizeOptions: BOTH, sizes: [] })).toEqual(BOTH);
  expect(stockedSizes({ sizeOptions: [], sizes: [] })).toEqual(["any"]);
  const sizes = [stock("any", 4)];
  expect(stockedSizes({ sizeOptions: BOTH, sizes })).toEqual([...BOTH, "any"]);
  const undone = [stock("any", 0, false), stock("5", 4)];
  expect(stockedSizes({ sizeOptions: BOTH, sizes: undone })).toEqual(BOTH);
  expect(stockedSizes({ sizeOptions: BOTH, sizes: null })).toEqual(BOTH);
});

it("forgets stock that came in by mistake and was undone", () => {
  const taken = { _id: "a", size: "5" as const, quantity: 10 };
  const undone = { size: "5" as const, quantity: -10, undoes: "a" };
  expect(countSizes([taken, undone])).toEqual([stock("5", 0, false)]);
  const sold = { _id: "b", size: "5" as const, quantity: -10 };
  expect(countSizes([taken, sold])).toEqual([stock("5", 0)]);
});

it("takes a count that comes back from below 0 for no stock", () => {
  const sizes = [-3, 3].reduce<SizeStock[]>(
    (before, delta) => withSizeMove(before, { size: "5", delta }),
    [],
  );
  expect(sizes).toEqual([stock("5", 0, false)]);
});

it("counts sizes as the moves one after another do, to the sum of all moves", () => {
  const move = fc.record({
    size: fc.constantFrom("5" as const, "6" as const, undefined),
    quantity: fc.integer({ min: -20, max: 20 }),
  });
  fc.assert(
    fc.property(fc.array(move), (txns) => {
      const counted = countSizes(txns);
      const moved = txns.reduce<SizeStock[]>(
        (sizes, { size, quantity }) => withSizeMove(sizes, { size, delta: quantity }),
        [],
      );
      expect(counted).toEqual(moved);
      const sum = (rows: readonly { quantity: number }[]) =>
        rows.reduce((total, { quantity }) => total + quantity, 0);
      expect(sum(counted)).toBe(sum(txns));
    }),
  );
});
