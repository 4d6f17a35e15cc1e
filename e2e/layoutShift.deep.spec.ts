import type { Page } from "@playwright/test";
import { seedJobs } from "./support/jobs";
import { signUp } from "./support/people";
import { expect, PHONE, test } from "./support/test";

const DESK = { width: 1440, height: 900 };
/** Below it, people do not notice that something moved. */
const MAX_SHIFT = 0.02;

/** A line of 1.6 Mbit/s with 150 ms, on which the code, the font and the data arrive one after another. */
async function slowDown(page: Page) {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send("Network.enable");
  await devTools.send("Network.setCacheDisabled", { cacheDisabled: true });
  await devTools.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: 150,
    downloadThroughput: 200_000,
    uploadThroughput: 200_000,
  });
}

type Watched = typeof globalThis & { shift: number };

/** Adds up how far content moves in each page that is opened from now on: the cumulative layout shift. */
async function watchShifts(page: Page) {
  await page.addInitScript(() => {
    const watched = globalThis as Watched;
    watched.shift = 0;
    new PerformanceObserver((list) => {
      const shifts = list.getEntries() as (PerformanceEntry & {
        value: number;
      })[];
      for (const { value } of shifts) watched.shift += value;
    }).observe({ type: "layout-shift", buffered: true });
  });
}

/** Once the fonts are there, and all shifts until then are counted. */
async function shiftOf(page: Page): Promise<number> {
  return await page.evaluate(async () => {
    await document.fonts.ready;
    for (let frame = 0; frame < 5; frame += 1) await new Promise(requestAnimationFrame);
    return (globalThis as Watched).shift;
  });
}

for (const [device, viewport] of [
  ["a phone", PHONE],
  ["a desk", DESK],
] as const) {
  test(`nothing moves on ${device} when the data arrives`, async ({ page }) => {
    await page.setViewportSize(viewport);
    await signUp(page);
    await page.goto("/dashboard");
    const noon = await page.evaluate(() => new Date().setHours(12, 0, 0, 0));
    await seedJobs(
      page,
      Array.from({ length: 8 }, (_, index) => ({
        customer: { customer_name: `Ruth Okafor ${index}` },
        job_address: "72 Birch Street",
        job_status: "estimate_scheduled",
        job_estimate_date: noon,
      })),
    );
    await slowDown(page);
    await watchShifts(page);
    for (const [path, content] of [
      ["/dashboard", page.getByRole("article").first()],
      ["/jobs", page.getByRole("list", { name: "Jobs" })],
      ["/calendar", page.getByRole("table").getByRole("listitem").first()],
      ["/inventory", page.getByText("No colors yet.")],
    ] as const) {
      await page.goto(path);
      await expect(content).toBeVisible();
      expect(await shiftOf(page), path).toBeLessThan(MAX_SHIFT);
    }
  });
}

for (const [device, viewport] of [
  ["a phone", PHONE],
  ["a desk", DESK],
] as const) {
  test(`nothing moves on ${device} when Home asks an empty office how to start`, async ({
    page,
  }) => {
    await page.setViewportSize(viewport);
    await signUp(page);
    await slowDown(page);
    await watchShifts(page);
    for (const visit of ["first", "second"]) {
      await page.goto("/");
      await expect(page.getByRole("button", { name: "Try example data" })).toBeVisible();
      await expect(page.getByText("No items yet")).toBeVisible();
      expect(await shiftOf(page), visit).toBeLessThan(MAX_SHIFT);
    }
  });
}
