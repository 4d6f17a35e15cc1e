import { expect, it } from "vitest";
import { groupBy } from "@domain/text/groups";

it("groups values by key in input order", () => {
  const groups = groupBy([3, 1, 4, 1, 5, 9], (value) => value % 2 === 1);
  expect([...groups]).toEqual([
    [true, [3, 1, 1, 5, 9]],
    [false, [4]],
  ]);
  expect(groupBy([], String).size).toBe(0);
});
