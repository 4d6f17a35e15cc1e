import { expect, it } from "vitest";
import { DELETIONS, isDeletion, OPERATIONS } from "@domain/operations";

it("tells deletions from other operations", () => {
  expect(OPERATIONS.filter(isDeletion)).toEqual(DELETIONS);
  expect(isDeletion("dedupe")).toBe(false);
});
