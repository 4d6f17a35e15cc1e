import { expect, test } from "vitest";
import { queriesShare } from "../../src/sync/queriesShare";

test("a connection may have at least 5,000 queries, and more the fewer connections there are", () => {
  expect([0, 1, 2, 3, 4, 5, 5_000].map(queriesShare)).toEqual([
    20_000, 20_000, 10_000, 6_666, 5_000, 5_000, 5_000,
  ]);
});
