import { skipToIdle } from "./support/pageParts";
import { expect, test } from "./support/test";
import { day, openWeek, visit } from "./support/week";

test.use({ timezoneId: "America/New_York" });

test("a visit is moved by keys, with its time shown, and by the field, and is undone", async ({
  page,
}) => {
  await openWeek(page);
  const olivia = visit(page, "Olivia Hart");
  await olivia.focus();
  await page.keyboard.down("Alt");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await expect(page.getByText("Thu, Nov 12, 26, 2:30 PM").first()).toBeVisible();
  await page.keyboard.up("Alt");
  const thursday = day(page, "Thursday, November 12");
  await expect(thursday).toContainText("Olivia Hart");
  await expect(olivia).toBeFocused();
  await expect(olivia).toHaveAccessibleName(/Estimate, 2:30 PM/);
  await skipToIdle(page);
  await page.getByRole("button", { name: "Undo" }).first().click();
  await expect(day(page, "Wednesday, November 11")).toContainText("Olivia Hart");

  await day(page, "Wednesday, November 11").hover();
  await page.getByRole("button", { name: "Move Olivia Hart to another time" }).click();
  const dialog = page.getByRole("dialog", { name: "Move to" });
  await dialog.getByLabel("New time").fill("fri 8:15a");
  await dialog.getByRole("button", { name: "15 minutes earlier" }).click();
  await dialog.getByRole("button", { name: "Move", exact: true }).click();
  await expect(day(page, "Friday, November 13")).toContainText("8:00 AM");
  await page.reload();
  await expect(day(page, "Friday, November 13")).toContainText("Olivia Hart");
  await visit(page, "Olivia Hart").click();
  await expect(page).toHaveURL(/\/dashboard\?date=2026-11-13/);
  await page.goBack();
  await expect(page).toHaveURL(/view=week/);
  await page.getByRole("link", { name: "Calendar", exact: true }).click();
  await expect(page).toHaveURL(/calendar$/);
});
