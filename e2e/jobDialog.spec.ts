import type { Page } from "@playwright/test";
import { closeDialog, expectClosed } from "./support/dialog";
import { editDialog, fillJob, openJob, instantToday, openNewJob, seedJobs } from "./support/jobs";
import { signUp } from "./support/people";
import { expect, test } from "./support/test";

test.beforeEach(async ({ page }) => {
  await signUp(page);
  await page.goto("/dashboard");
});

async function seedHugo(page: Page) {
  await seedJobs(page, [
    {
      customer: { customer_name: "Hugo Pratt" },
      job_address: "88 Canal Street",
      job_estimate_date: await instantToday(page, "23:50"),
    },
  ]);
}

test("a job requires a customer and an address, with errors at the fields", async ({ page }) => {
  const dialog = await openNewJob(page);
  const save = dialog.getByRole("button", { name: "Save Job" });
  await expect(save).toBeDisabled();
  await dialog.getByLabel("Customer").press("Tab");
  await expect(dialog.getByText("Select a customer or enter a name.")).toBeVisible();
  await dialog.getByLabel("Address", { exact: true }).focus();
  await dialog.getByLabel("Address", { exact: true }).blur();
  await expect(dialog.getByText("Address is required.")).toBeVisible();
  await fillJob(dialog, { customer: "Lena Fox", address: "1 Elm Street" });
  await expect(save).toBeEnabled();
});

test("Esc, Back, the X and a click outside save the focused field of an existing job", async ({
  page,
}) => {
  await seedHugo(page);
  const dialog = editDialog(page);
  const ways = [
    () => page.keyboard.press("Escape"),
    () => page.goBack(),
    () => dialog.getByRole("button", { name: "Close" }).click(),
    () => page.mouse.click(4, 300),
  ];
  for (const [at, leave] of ways.entries()) {
    await openJob(page, "Hugo Pratt");
    await dialog.getByLabel("Notes").fill(`Left the ${at + 1}. way`);
    await leave();
    await expectClosed(dialog);
    await expect(page).toHaveURL(/\/dashboard/);
    await openJob(page, "Hugo Pratt");
    await expect(dialog.getByLabel("Notes")).toHaveValue(`Left the ${at + 1}. way`);
    await closeDialog(dialog);
  }
});

test("a job is deleted after a confirmation", async ({ page }) => {
  await seedHugo(page);
  const dialog = editDialog(page);
  await openJob(page, "Hugo Pratt");
  await dialog.getByRole("button", { name: "Delete", exact: true }).click();
  const confirm = dialog.getByRole("button", { name: "Confirm Delete" });
  await expect(confirm).toBeEnabled();
  await confirm.click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText("No jobs scheduled for this day.")).toBeVisible();
});
