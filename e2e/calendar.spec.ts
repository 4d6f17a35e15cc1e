import { seedJobs } from "./support/jobs";
import { signUp } from "./support/people";
import { DESKTOP, PHONE, expect, test } from "./support/test";

// The Sunday on which New York's clocks were set back: a day of 25 hours.
const SUNDAY = new Date("2026-11-01T15:00:00-05:00");
const at = (text: string) => new Date(text).getTime();

test.use({ timezoneId: "America/New_York" });

for (const [device, viewport] of Object.entries({ PHONE, DESKTOP })) {
  // Spec 0.3, 2.47
  test(`the month shows the jobs and links to the day: ${device.toLowerCase()}`, async ({
    page,
  }) => {
    await page.setViewportSize(viewport);
    await page.clock.install({ time: SUNDAY });
    await signUp(page);
    await seedJobs(page, [
      {
        customer: { customer_name: "Olivia Hart" },
        job_address: "418 Maple Ridge Drive",
        // The first and the last minute of the day of 25 hours.
        job_estimate_date: at("2026-11-01T00:00:00-04:00"),
        job_install_date: at("2026-11-01T23:59:00-05:00"),
      },
      ...Array.from({ length: 8 }, (_, index) => ({
        customer: { customer_name: `Customer ${index}` },
        job_address: `${index} Gable Street`,
        job_install_date: at(`2026-11-18T1${index}:00:00-05:00`),
      })),
    ]);

    await page.goto("/calendar");
    await expect(page.getByRole("heading", { name: "November 2026" })).toBeVisible();
    await expect(page.getByRole("columnheader")).toHaveText([
      "Sun",
      "Mon",
      "Tue",
      "Wed",
      "Thu",
      "Fri",
      "Sat",
    ]);
    const today = page.getByRole("cell").filter({
      has: page.getByRole("link", {
        name: "Sunday, November 1, 2026, 2 entries",
      }),
    });
    await expect(today.getByRole("listitem")).toHaveCount(2);
    await expect(today.locator('[aria-current="date"] > span').first()).toHaveText("1");

    const crowded = page.getByRole("cell").filter({
      has: page.getByRole("link", {
        name: "Wednesday, November 18, 2026, 8 entries, 2 not shown",
      }),
    });
    await expect(crowded.getByRole("listitem")).toHaveCount(6);
    // A phone has all of them as a number.
    if (viewport === DESKTOP) await expect(crowded.getByText("+2")).toBeVisible();
    else
      expect(await crowded.evaluate((day) => getComputedStyle(day, "::before").content)).toBe(
        '"8"',
      );
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - window.innerWidth,
    );
    expect(overflow).toBeLessThanOrEqual(0);

    await crowded.getByText("Customer 3").click();
    await expect(page).toHaveURL(/\/dashboard\?date=2026-11-18$/);
    await expect(page.getByRole("main")).toContainText("Customer 7");
    await page.goBack();
    await expect(crowded.getByRole("listitem")).toHaveCount(6);
    await page.getByRole("link", { name: "Tuesday, November 24, 2026" }).click();
    await expect(page).toHaveURL(/\/dashboard\?date=2026-11-24$/);
  });
}
