import { gzipSync } from "node:zlib";
import { signUp } from "./support/people";
import { expect, test } from "./support/test";

const BUDGET = 160_000;

test("the first load of the dashboard stays within 160 kB of script and style", async ({
  page,
  openWindow,
}) => {
  await signUp(page);
  const state = await page.context().storageState();
  const fresh = await openWindow();
  await fresh.context().addCookies(state.cookies);

  const sizes = new Map<string, number>();
  const reading: Promise<void>[] = [];
  fresh.on("response", (response) => {
    const { pathname } = new URL(response.url());
    if (!/\.(js|css)$/.test(pathname)) return;
    reading.push(
      response.body().then((body) => {
        sizes.set(pathname, gzipSync(body).length);
      }),
    );
  });
  await fresh.goto("/dashboard");
  await expect(
    fresh.getByText("No jobs scheduled for this day."),
  ).toBeVisible();
  await Promise.all(reading);

  const total = [...sizes.values()].reduce((sum, size) => sum + size, 0);
  expect(total, JSON.stringify([...sizes])).toBeLessThanOrEqual(BUDGET);
  expect(total).toBeGreaterThan(0);
});
