import { signUp } from "./support/people";
import { expect, test } from "./support/test";

// The evening before New York's clocks are set forward.
const SATURDAY = new Date("2027-03-13T18:30:00-05:00");

test.use({ timezoneId: "America/New_York" });

test.beforeEach(async ({ page }) => {
  await page.clock.install({ time: SATURDAY });
  await signUp(page);
});

// Spec 2.21
test("the day navigator moves by one day across a day of 23 hours", async ({ page }) => {
  await page.goto("/dashboard");
  const shown = page.getByRole("main");
  await expect(shown).toContainText("Saturday");
  await expect(shown).toContainText("Today · Mar 1");
  await expect(shown).toContainText("Mar 13, 27");

  await page.getByRole("button", { name: "Next day" }).click();
  await expect(page).toHaveURL(/\/dashboard\?date=2027-03-14$/);
  await expect(shown).toContainText("Sunday");
  await expect(shown).toContainText("Tomorrow");

  await page.getByRole("button", { name: "Next day" }).click();
  await expect(shown).toContainText("Monday");
  await expect(shown).toContainText("in 2 days");

  for (let step = 0; step < 3; step++)
    await page.getByRole("button", { name: "Previous day" }).click();
  await expect(shown).toContainText("Friday");
  await expect(shown).toContainText("Yesterday");
  await page.getByRole("button", { name: "Previous day" }).click();
  await expect(shown).toContainText("2 days ago");
});

// Spec 5.24
test("the dashboard ignores an invalid date and shows today", async ({ page }) => {
  for (const date of [
    "2027-3-14",
    "14-03-2027",
    "2027-02-30",
    "2027-13-01",
    "tomorrow",
    "20270314",
    "2027-03-14T00:00",
    "",
  ]) {
    await page.goto(`/dashboard?date=${date}`);
    await expect(page.getByRole("main")).toContainText("Saturday");
    await expect(page.getByRole("main")).toContainText("Today · Mar 1");
  }
  await page.goto("/dashboard?date=2027-03-20");
  await expect(page.getByRole("main")).toContainText("in 7 days");
});

test("an open tab moves to the new day at midnight", async ({ page }) => {
  await page.goto("/dashboard");
  await expect(page.getByRole("main")).toContainText("Saturday");
  await page.clock.runFor("05:31:00");
  await expect(page.getByRole("main")).toContainText("Sunday");
  await expect(page.getByRole("main")).toContainText("Today · Mar 1");
});

// Spec 2.26
test("the header links to the inventory and the calendar", async ({ page }) => {
  await page.goto("/dashboard");
  const main = page.getByRole("main");
  await main.getByRole("link", { name: "Inventory" }).click();
  await expect(page).toHaveURL(/\/inventory$/);
  await page.goBack();
  await main.getByRole("link", { name: "Open calendar" }).click();
  await expect(page).toHaveURL(/\/calendar$/);
});
