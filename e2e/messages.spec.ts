import { cutSignal } from "./support/cutSignal";
import { savedRows } from "./support/device";
import { closeDialog } from "./support/dialog";
import { jobCard, openJob } from "./support/jobs";
import { openVisits } from "./support/messages";
import { skipToIdle } from "./support/pageParts";
import { expect, NETWORK_ERRORS, test } from "./support/test";
import { TOUCH } from "./support/touch";

test.use({ ...TOUCH, expectedConsoleErrors: NETWORK_ERRORS });

test.beforeEach(async ({ page }) => {
  await page.clock.install();
  await openVisits(page);
});

test("a crew says that it is on its way, and marks the estimate as delivered", async ({ page }) => {
  const ruth = jobCard(page, "Ruth Okafor");
  const amir = jobCard(page, "Amir Haddad");
  await expect(amir.getByRole("button", { name: "On my way" })).toHaveCount(0);
  await ruth.getByRole("button", { name: "On my way" }).click();
  const message = page.getByRole("dialog", { name: "On my way" });
  await message.getByRole("button", { name: "30", exact: true }).click();
  const open = message.getByRole("link", { name: "Open message app" });
  await expect(open).toHaveAttribute(
    "href",
    "sms:+15550100001?&body=Hi%20Ruth%20Okafor!%20We%20are%20on%20our%20way%20and%20should%20be%20there%20in%20about%2030%20minutes.",
  );
  await message.getByLabel("Message").fill("Nearly there!");
  await expect(open).toHaveAttribute("href", "sms:+15550100001?&body=Nearly%20there!");
  await open.click();
  await expect(message).toHaveCount(0);

  const dialog = await openJob(page, "Ruth Okafor");
  await dialog.getByRole("button", { name: "History" }).click();
  await expect(dialog.getByText("Opened “On my way” for Ruth Okafor")).toBeVisible();
  await expect(dialog.getByText("Nearly there!")).toHaveCount(0);
  await closeDialog(dialog);

  const mark = page.getByRole("button", { name: "Mark Estimate Delivered" });
  await mark.click();
  await expect(mark).toHaveCount(0);
  await expect(amir.getByRole("button", { name: "Mark Install Complete" })).toBeVisible();
  await skipToIdle(page);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(ruth.getByRole("button", { name: "Mark Estimate Delivered" })).toBeVisible();
});

test("a status that is marked without signal can be undone, waits, and is sent once", async ({
  page,
}) => {
  await expect.poll(() => savedRows(page, "jobs")).toBe(2);
  const line = await cutSignal(page);
  await page.reload();
  await expect(page.getByText(/^Offline\. Saved copy from/)).toBeVisible();
  const mark = jobCard(page, "Ruth Okafor").getByRole("button", {
    name: "Mark Estimate Delivered",
  });
  await mark.click();
  await expect(mark).toHaveCount(0);
  await expect.poll(() => savedRows(page, "outbox")).toBe(1);
  await skipToIdle(page);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(mark).toBeVisible();
  await expect.poll(() => savedRows(page, "outbox")).toBe(0);

  // A text needs no signal either; the note that it was opened waits.
  await mark.click();
  await expect(mark).toHaveCount(0);
  await page.reload();
  await jobCard(page, "Amir Haddad").getByRole("button", { name: "On my way" }).click();
  const message = page.getByRole("dialog", { name: "On my way" });
  await message.getByRole("link", { name: "Open message app" }).click();
  await expect(message).toHaveCount(0);
  await expect.poll(() => savedRows(page, "outbox")).toBe(2);

  line.isCut = false;
  await expect.poll(() => savedRows(page, "outbox")).toBe(0);
  await expect(mark).toHaveCount(0);
  const dialog = await openJob(page, "Ruth Okafor");
  await expect(dialog.getByLabel("Status")).toHaveValue("estimate_sent");
  await dialog.getByRole("button", { name: "History" }).click();
  await expect(dialog.getByText(/→ Estimate Delivered/)).toHaveCount(1);
});
