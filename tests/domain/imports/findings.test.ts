import { expect, it } from "vitest";
import { foundLines, undoLine } from "@domain/imports/findings";

it.each([
  [{ jobs: 20 }, "20 jobs"],
  [{ inventoryPrices: 1, jobs: 1 }, "1 job and 1 price"],
  [
    { inventoryTxns: 2, customers: 5_000, inventoryColors: 1, jobs: 20 },
    "5,000 customers, 20 jobs, 1 color, and 2 stock counts",
  ],
])("the undo of an import with %j removes %s", (removed, list) => {
  expect(undoLine(removed, false)).toBe(`This removes ${list}.`);
  expect(undoLine(removed, true)).toBe(`Removed ${list}.`);
});

it("says that an undo removes nothing before it, and that it was done after it", () => {
  expect(undoLine({ jobs: 0 }, false)).toBe("This removes nothing.");
  expect(undoLine({}, true)).toBe("The import was undone.");
});

it("names each count of a check in the singular and in the plural", () => {
  const texts = (count: number) =>
    foundLines({
      joined: count,
      lookalikes: count,
      same: count,
      jobs: count,
      customers: count,
    }).map(({ text }) => text);
  expect(texts(0)).toEqual([]);
  expect(texts(1)).toEqual([
    "1 new customer",
    "1 new job",
    "1 row that is here already",
    "1 customer joined with one of the same name and contact",
    "1 look-alike to decide",
  ]);
  expect(texts(5_000)).toEqual([
    "5,000 new customers",
    "5,000 new jobs",
    "5,000 rows that are here already",
    "5,000 customers joined with ones of the same name and contact",
    "5,000 look-alikes to decide",
  ]);
});
