/** The limits of the end-to-end tests (e2e/support/within.ts). */
import { expect, it } from "vitest";
import { within } from "../e2e/support/within";

it("resolves to the result of work that ends within the limit", async () => {
  const work = Promise.resolve("done");
  expect(await within(60_000, () => "the work", work)).toBe("done");
});

it("rejects work that does not end within the limit, by its name", async () => {
  const never = new Promise(() => undefined);
  let line = "GOOD";
  const limited = within(10, () => `step 3 of 44, line: ${line}`, never);
  line = "DEAD";
  await expect(limited).rejects.toThrow("Not done within 10 ms: step 3 of 44, line: DEAD.");
});
