import { seedJobs } from "./support/jobs";
import { signInElsewhere, signUp } from "./support/people";
import { expect, test } from "./support/test";

// The Sunday on which New York's clocks were set back: a day of 25 hours.
const SUNDAY = new Date("2026-11-01T15:00:00-05:00");
const at = (text: string) => new Date(text).getTime();

test.use({ timezoneId: "America/New_York" });

// Spec 2.40
test("buttons and keys change the month, and Back returns to it", async ({ page }) => {
  await page.clock.install({ time: SUNDAY });
  await signUp(page);
  await page.goto("/calendar");
  const title = page.getByRole("heading", { level: 1 });
  await page.getByRole("button", { name: "Next month" }).click();
  await expect(title).toHaveText("December 2026");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await expect(title).toHaveText("February 2027");
  await page.getByRole("link", { name: "Sunday, February 14, 2027" }).click();
  await expect(page.getByRole("main")).toContainText("Sunday");
  await page.goBack();
  await expect(title).toHaveText("February 2027");
  await page.keyboard.press("t");
  await expect(title).toHaveText("November 2026");
  await page.getByRole("button", { name: "Previous month" }).click();
  await expect(title).toHaveText("October 2026");
  await page.getByRole("link", { name: "Home" }).click();
  await page.getByRole("link", { name: /Schedule and view events/ }).click();
  await expect(title).toHaveText("November 2026");
});

test("today changes at midnight in an open tab", async ({ page }) => {
  await signUp(page);
  await page.clock.install({ time: new Date("2026-11-01T23:59:15-05:00") });
  await page.goto("/calendar");
  const today = page.locator('[aria-current="date"]');
  await expect(today).toHaveText("1");
  // Less than a minute: the Convex client reconnects after a minute without a message.
  await page.clock.runFor("00:50");
  await expect(today).toHaveText("2");
});

// Spec 2.48
test("the month shows changes of jobs and customers in another window", async ({
  page,
  openWindow,
}) => {
  await page.clock.install({ time: SUNDAY });
  await signUp(page);
  await page.goto("/calendar");
  await expect(page.getByRole("table")).toHaveAttribute("aria-busy", "false");
  const office = await openWindow();
  await office.clock.install({ time: SUNDAY });
  await signInElsewhere(office);
  await seedJobs(office, [
    {
      customer: { customer_name: "Sam Whitfield" },
      job_address: "9 Quarry Lane",
      job_estimate_date: at("2026-11-01T12:00:00-05:00"),
    },
  ]);
  const entry = page.getByRole("link", { name: /Estimate.*Sam Whitfield/ });
  await expect(entry).toBeVisible();

  await office.goto("/dashboard");
  await office.getByRole("button", { name: /Sam Whitfield/ }).click();
  const name = office.getByRole("dialog", { name: "Edit Job" }).getByLabel("Customer");
  await name.fill("Samuel Whitfield");
  await name.press("Tab");
  await expect(page.getByRole("link", { name: /Estimate.*Samuel Whitfield/ })).toBeVisible();
});
