import { closeDialog } from "./support/dialog";
import { expect, test } from "./support/test";
import { day, openWeek } from "./support/week";

test.use({ timezoneId: "America/New_York" });

test("a job that waits is scheduled from the tray by its button and by a drag, and its status is offered", async ({
  page,
}) => {
  await openWeek(page);
  await page.getByRole("button", { name: "Schedule Ruth Okafor" }).click();
  const dialog = page.getByRole("dialog", { name: "Schedule for" });
  await dialog.getByLabel("New time").fill("thu 10a");
  await dialog.getByRole("button", { name: "Schedule" }).click();
  const thursday = day(page, "Thursday, November 12");
  await expect(thursday).toContainText("Ruth Okafor");
  await expect(page.getByText("The status stays Approved")).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).first().click();
  await expect(thursday).not.toContainText("Ruth Okafor");

  const card = page.getByRole("link", { name: /Ruth Okafor/ });
  await card.hover();
  await page.mouse.down();
  const column = (await thursday.boundingBox())!;
  const middle = column.x + column.width / 2;
  await page.mouse.move(middle, column.y + 200, { steps: 8 });
  await page.mouse.move(middle, column.y + 204, { steps: 2 });
  await expect(page.getByText(/is over Thursday, November 12/)).toBeAttached();
  await page.mouse.up();
  await expect(thursday).toContainText("Ruth Okafor");
  await page.getByRole("button", { name: "Mark as Install Scheduled" }).last().click();
  await expect(page.getByText("Marked as Install Scheduled")).toBeVisible();
});

test("an empty slot opens Create Job at its time", async ({ page }) => {
  await openWeek(page);
  const slot = page.getByRole("button", { name: /new job on/ });
  await slot.focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await expect(slot).toHaveAccessibleName("+ 10:00 AM new job on Thursday, November 12, 2026");
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Create Job" });
  await expect(dialog.getByLabel("Estimate date", { exact: true })).toHaveValue(
    "Thu, Nov 12, 26, 10:00 AM",
  );
  await closeDialog(dialog);
  await expect(day(page, "Thursday, November 12")).toBeVisible();
});
