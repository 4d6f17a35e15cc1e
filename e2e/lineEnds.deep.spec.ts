import { editDialog, jobCard, openDay, openJob } from "./support/jobs";
import { expect, test } from "./support/test";

test.use({ permissions: ["clipboard-read", "clipboard-write"] });

test("lines that are pasted into an address are joined with commas, and Ctrl+Z takes them back", async ({
  page,
}) => {
  await openDay(page);
  await page.evaluate(() => navigator.clipboard.writeText("12 Elm St\r\nApt 4\n"));
  const dialog = await openJob(page, "Ruth Okafor");
  const address = dialog.getByLabel("Address", { exact: true });
  await address.focus();
  await page.keyboard.press("Control+a");
  await page.keyboard.press("Control+v");
  await expect(address).toHaveValue("12 Elm St, Apt 4");
  await page.keyboard.press("Control+z");
  await expect(address).toHaveValue("72 Birch Street");
  await page.keyboard.press("Control+v");
  await page.keyboard.press("Tab");
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(editDialog(page)).toBeHidden();
  await expect(jobCard(page, "Ruth Okafor")).toContainText("12 Elm St, Apt 4");
});
