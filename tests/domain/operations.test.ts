import { expect, it } from "vitest";
import { DELETIONS, isDeletion, OPERATIONS } from "@domain/operations";

it("distinguishes deletions from other operations", () => {
  expect(OPERATIONS.filter(isDeletion)).toEqual(DELETIONS);
  expect(isDeletion("dedupe")).toBe(false);
});
