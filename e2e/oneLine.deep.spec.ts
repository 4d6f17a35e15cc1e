import { expectClosed } from "./support/dialog";
import { editDialog, seedJobs } from "./support/jobs";
import { openPalette } from "./support/palette";
import { signUp } from "./support/people";
import { expect, test } from "./support/test";

test("one line with a word too many opens the form with that word in Notes", async ({ page }) => {
  await signUp(page);
  await page.goto("/jobs");
  const palette = await openPalette(page);
  await page.keyboard.type("jordan sample 6145559876 88 elm st columbus dog in yard $450");
  await expect(palette.getByRole("option", { name: /New job: Jordan Sample/ })).toBeVisible();
  await page.keyboard.press("Control+Enter");
  const dialog = page.getByRole("dialog", { name: "Create Job" });
  await expect(dialog.getByLabel("Customer name")).toHaveValue("Jordan Sample");
  await expect(dialog.getByLabel("Address", { exact: true })).toHaveValue("88 Elm St");
  await expect(dialog.getByLabel("Notes")).toHaveValue("columbus dog in yard");
  await expect(dialog.getByLabel("Price")).toHaveValue("450.00");
});

test("the palette acts on the open job and returns to it", async ({ page }) => {
  await signUp(page);
  await seedJobs(page, [
    {
      customer: {
        customer_name: "Ruth Okafor",
        customer_phone: "6145550100",
      },
      job_address: "72 Birch Street",
      job_status: "estimate_sent",
    },
  ]);
  await page.goto("/jobs");
  await page.getByRole("button", { name: /Ruth Okafor/ }).click();
  const dialog = editDialog(page);
  await expect(dialog).toBeVisible();
  const palette = await openPalette(page);
  await expect(palette.getByRole("option", { name: /Call/ })).toContainText("(614) 555-0100");
  await palette.getByRole("option", { name: /Mark as Approved/ }).click();
  await expectClosed(palette);
  await expect(dialog.getByLabel("Status")).toHaveValue("approved");
  await page.keyboard.press("Escape");
  await expectClosed(dialog);
  await openPalette(page);
  await expect(palette.getByRole("group", { name: "Recent jobs" })).toContainText("Ruth Okafor");
});
