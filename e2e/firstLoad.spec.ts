import { countFirstLoad, freshWindow, sum } from "./support/firstLoad";
import { expect, test } from "./support/test";

/** Bytes of script, style and the page, as they are sent, with the store that keeps a change. */
const BUDGET = 160_000;

test("the first load of the dashboard stays within 160 kB of page, script and style", async ({
  page,
  openWindow,
}) => {
  const fresh = await freshWindow(page, openWindow);

  const sizes = await countFirstLoad(fresh);
  const total = sum(sizes);
  expect(total, JSON.stringify([...sizes])).toBeLessThanOrEqual(BUDGET);
  expect(total).toBeGreaterThan(0);
});
