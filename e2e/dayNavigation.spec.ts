import { signUp } from "./support/people";
import { expect, test } from "./support/test";

// The evening before New York's clocks are set forward.
const SATURDAY = new Date("2027-03-13T18:30:00-05:00");

test.use({ timezoneId: "America/New_York" });

test.beforeEach(async ({ page }) => {
  await page.clock.install({ time: SATURDAY });
  await signUp(page);
});

// Spec 2.25
test("changing the day replaces the history entry", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("navigation").getByRole("link", { name: "Dashboard" }).click();
  await expect(page.getByRole("main")).toContainText("Today · Mar 1");
  for (let step = 0; step < 3; step++) await page.getByRole("button", { name: "Next day" }).click();
  await expect(page).toHaveURL(/date=2027-03-16$/);
  await page.goBack();
  await expect(page.getByRole("heading", { name: "Choose a section" })).toBeVisible();
});
