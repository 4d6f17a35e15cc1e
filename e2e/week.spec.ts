import type { Locator, Page } from "@playwright/test";
import { closeDialog } from "./support/dialog";
import { seedJobs } from "./support/jobs";
import { signUp } from "./support/people";
import { expect, test } from "./support/test";

const NOW = new Date("2026-11-11T10:00:00-05:00");
const at = (text: string) => new Date(text).getTime();

test.use({ timezoneId: "America/New_York" });

async function openWeek(page: Page) {
  await page.clock.setFixedTime(NOW);
  await signUp(page);
  await seedJobs(page, [
    {
      customer: { customer_name: "Olivia Hart" },
      job_address: "418 Maple Ridge Drive",
      job_estimate_date: at("2026-11-11T14:00:00-05:00"),
    },
    {
      customer: { customer_name: "Ruth Okafor" },
      job_address: "72 Birch Street",
      job_status: "approved",
    },
  ]);
  await page.goto("/calendar");
  await page.getByRole("radio", { name: "Week" }).click();
  await expect(page).toHaveURL(/view=week/);
  await expect(visit(page, "Olivia Hart")).toBeVisible();
}

function visit(page: Page, name: string): Locator {
  return page.getByRole("listitem").getByRole("link", { name });
}

/** The column of a day of 2026, such as "Friday, November 13". */
function day(page: Page, name: string): Locator {
  return page.getByRole("region", { name: `${name}, 2026` });
}

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
  await expect(
    page.getByText("Thu, Nov 12, 26, 2:30 PM").first(),
  ).toBeVisible();
  await page.keyboard.up("Alt");
  const thursday = day(page, "Thursday, November 12");
  await expect(thursday).toContainText("Olivia Hart");
  await expect(olivia).toBeFocused();
  await expect(olivia).toHaveAccessibleName(/Estimate, 2:30 PM/);
  await page.getByRole("button", { name: "Undo" }).first().click();
  await expect(day(page, "Wednesday, November 11")).toContainText(
    "Olivia Hart",
  );

  await day(page, "Wednesday, November 11").hover();
  await page
    .getByRole("button", { name: "Move Olivia Hart to another time" })
    .click();
  const dialog = page.getByRole("dialog", { name: "Move to" });
  await dialog.getByLabel("New time").fill("fri 8:15a");
  await dialog.getByRole("button", { name: "15 minutes earlier" }).click();
  await dialog.getByRole("button", { name: "Move", exact: true }).click();
  await expect(day(page, "Friday, November 13")).toContainText("8:00 AM");
  await page.reload();
  await expect(day(page, "Friday, November 13")).toContainText("Olivia Hart");
  await visit(page, "Olivia Hart").click();
  await expect(page).toHaveURL(/\/dashboard\?date=2026-11-13/);
  await page.getByRole("link", { name: "Calendar", exact: true }).click();
  await expect(page).toHaveURL(/view=week/);
});

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
  await page
    .getByRole("button", { name: "Mark as Install Scheduled" })
    .last()
    .click();
  await expect(page.getByText("Marked as Install Scheduled")).toBeVisible();
});

test("an empty slot opens Create Job at its time", async ({ page }) => {
  await openWeek(page);
  const slot = page.getByRole("button", { name: /new job on/ });
  await slot.focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await expect(slot).toHaveAccessibleName(
    "+ 10:00 AM new job on Thursday, November 12, 2026",
  );
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Create Job" });
  await expect(dialog.getByLabel("Estimate date", { exact: true })).toHaveValue(
    "Thu, Nov 12, 26, 10:00 AM",
  );
  await closeDialog(dialog);
  await expect(day(page, "Thursday, November 12")).toBeVisible();
});
