import { expect, it } from "vitest";
import {
  DELETIONS,
  isDeletion,
  operationCounts,
  OPERATIONS,
} from "@domain/operations";

it("distinguishes deletions from other operations", () => {
  expect(OPERATIONS.filter(isDeletion)).toEqual(DELETIONS);
  expect(isDeletion("dedupe")).toBe(false);
});

it("counts one of anything in the singular", () => {
  expect(operationCounts({ groupsAffected: 1, duplicatesRemoved: 1 })).toBe(
    "1 group affected, 1 duplicate removed",
  );
  expect(operationCounts({ jobsDeleted: 2, cleaned: 1 })).toBe(
    "2 jobs, 1 cleaned",
  );
});
