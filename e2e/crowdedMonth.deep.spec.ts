import type { Page } from "@playwright/test";
import { seedJobs } from "./support/jobs";
import { signUp } from "./support/people";
import { DESKTOP, expect, test } from "./support/test";

const VISITS_A_DAY = 6;
const NAMES = ["Olivia Hart", "Bo Li", "Christopher Vandenberg"];

test.use({ timezoneId: "America/New_York" });

/** November 2026, five weeks, with six visits on each third day. */
async function openCrowdedMonth(page: Page) {
  await signUp(page);
  const days = Array.from({ length: 10 }, (_, index) => 1 + index * 3);
  const visits = days.flatMap((day) =>
    Array.from({ length: VISITS_A_DAY }, (_, index) => ({ day, index })),
  );
  await seedJobs(
    page,
    visits.map(({ day, index }) => ({
      customer: { customer_name: NAMES[index % NAMES.length] },
      job_address: `${index + 1} Oak St`,
      // Before the first Wednesday all visits are finished.
      job_status: day < 5 ? "completed" : "install_scheduled",
      job_install_date: Date.UTC(2026, 10, day, 14 + index),
    })),
  );
  await page.goto("/calendar?month=2026-11");
  const table = page.getByRole("table");
  await expect(table.getByRole("listitem").first()).toBeVisible();
}

test("five weeks with six visits a day fit a window of 1440x900 without scrolling", async ({
  page,
}) => {
  await page.setViewportSize(DESKTOP);
  await openCrowdedMonth(page);
  await expect(page.getByRole("row")).toHaveCount(6);
  const overflow = await page.evaluate(() => document.documentElement.scrollHeight - innerHeight);
  expect(overflow).toBeLessThanOrEqual(0);
});

test("the code that drags visits is loaded when something is pressed", async ({ page }) => {
  await page.setViewportSize(DESKTOP);
  await openCrowdedMonth(page);
  const loaded = () =>
    page.evaluate(() =>
      performance
        .getEntriesByType("resource")
        .map(({ name }) => name)
        .filter((name) => /MonthDrag-/.test(name)),
    );
  const visit = page.getByRole("listitem").getByRole("link").first();
  await visit.hover();
  expect(await loaded()).toEqual([]);
  await page.mouse.down();
  await expect.poll(loaded).toHaveLength(1);
  await page.mouse.up();
  await expect(page).toHaveURL(/\/dashboard\?date=2026-11-01/);
});
