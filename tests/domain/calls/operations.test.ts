import { expect, it } from "vitest";
import {
  changedMark,
  DELETIONS,
  isDeletion,
  operationCounts,
  OPERATIONS,
} from "@domain/calls/operations";

it("distinguishes deletions from other operations", () => {
  expect(OPERATIONS.filter(isDeletion)).toEqual(DELETIONS);
  expect(isDeletion("dedupe")).toBe(false);
});

it("counts one of anything in the singular", () => {
  expect(operationCounts({ groupsAffected: 1, duplicatesRemoved: 1 })).toBe(
    "1 group affected, 1 duplicate removed",
  );
  expect(operationCounts({ jobsDeleted: 2, cleaned: 1 })).toBe("2 jobs, 1 cleaned");
});

it("names each count of a run, and leaves out those of 0 and those that are not known", () => {
  const counts = {
    customersCreated: 2,
    jobsCreated: 2,
    customersDeleted: 2,
    jobsDeleted: 2,
    inventoryItemsDeleted: 2,
    inventoryPricesDeleted: 2,
    inventoryColorsDeleted: 2,
    inventoryTxnsDeleted: 2,
    groupsAffected: 2,
    duplicatesRemoved: 2,
    cleaned: 2,
    scanned: 2,
    rowsRestored: 2,
    changesUndone: 2,
    rowsKept: 2,
    colorsCreated: 2,
    quantitiesSet: 2,
    pricesSet: 2,
    customersMatched: 2,
  };
  expect(operationCounts(counts).split(", ")).toEqual([
    "2 customers",
    "2 jobs",
    "2 customers",
    "2 jobs",
    "2 items",
    "2 prices",
    "2 colors",
    "2 transactions",
    "2 groups affected",
    "2 duplicates removed",
    "2 cleaned",
    "2 scanned",
    "2 restored",
    "2 undone",
    "2 kept",
    "2 colors",
    "2 stock counts set",
    "2 prices set",
    "2 known customers",
  ]);
  expect(operationCounts({ jobsDeleted: 0, steps: 4 })).toBe("");
});

it("marks a generated row as changed once a person edits it, and no other row", () => {
  expect(changedMark({ demo: "unchanged" })).toEqual({ demo: "changed" });
  expect(changedMark({ demo: "changed" })).toEqual({ demo: "changed" });
  expect(changedMark({})).toEqual({});
});
