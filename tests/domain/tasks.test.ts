import { expect, it } from "vitest";
import { DELETIONS, isDeletion, TASKS } from "@domain/tasks";

it("knows which tasks are deletions", () => {
  expect(TASKS.filter(isDeletion)).toEqual(DELETIONS);
  expect(isDeletion("dedupe")).toBe(false);
});
