import { expect, it } from "vitest";
import {
  compareName,
  nameCost,
  nameReadings,
  nameWordText,
  nameWords,
  parseNameWord,
  similarPairs,
} from "@domain/names/similarNames";

const KNOWN = ["smith", "john", "mcdonald", "ann"].map((word) => parseNameWord(nameWordText(word)));

/** How far a known name is from a typed one, by the nearest of its readings; null if it is like none. */
function costOf(name: string, typed: string): number | null {
  const costs = nameReadings(typed).flatMap((reading, at) => {
    const compared = compareName(reading, KNOWN, at > 0);
    const cost = compared && nameCost(nameWords(name), compared);
    return cost === null ? [] : [cost];
  });
  return costs.length === 0 ? null : Math.min(...costs);
}

it.each([
  ["John Smith", "smith john", 0],
  ["John Smith", "smi j", 0],
  ["John Smith", "smyth jon", 1.5],
  ["John Smith", "smiht", 0.75],
  ["McDonald", "mc donald", 0.5],
  ["McDonald", "mcdonald", 0],
  ["John Smith", "john john", null],
  ["John Smith", "zebra", null],
  ["John Smith", "john 2", null],
])("the name %j is as far from %j as %j", (name, typed, cost) => {
  expect(costOf(name, typed)).toBe(cost);
});

it("looks up pairs of similar words in both orders, as a customer's row has either", () => {
  const typed = compareName(["jon", "smyth"], KNOWN, false);
  expect(similarPairs(typed!).slice(0, 2)).toEqual([
    ["smith", "john"],
    ["john", "smith"],
  ]);
  expect(similarPairs(compareName(["smyth"], KNOWN, false)!)).toEqual([]);
});
