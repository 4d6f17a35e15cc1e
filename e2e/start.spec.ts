import type { Page } from "@playwright/test";
import { closeDialog } from "./support/dialog";
import { signUp } from "./support/people";
import { expect, test } from "./support/test";

async function startEmpty(page: Page) {
  await signUp(page);
  await page.goto("/");
  await expect(page.getByRole("heading", { name: "How would you like to start?" })).toBeVisible();
  await page.getByRole("button", { name: "Start empty" }).click();
  return page.getByRole("region", { name: "Make the office ready" });
}

test("an empty office starts empty, and shows the steps that make it ready until somebody hides them", async ({
  page,
}) => {
  const steps = await startEmpty(page);
  await steps.getByRole("button", { name: "Invite a teammate" }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await closeDialog(page.getByRole("dialog"));

  // Whether a backup is there by now depends on the server's age; prices are missing still.
  await page.reload();
  await expect(steps).toBeVisible();
  await expect(steps.getByText("Put Downspout on a phone")).toBeVisible();
  await steps.getByRole("button", { name: "Hide for everyone" }).click();
  await expect(steps).toBeHidden();
});

test("an empty office gets the usual items with prices by its first steps", async ({ page }) => {
  const steps = await startEmpty(page);
  await steps.getByRole("button", { name: "Add items and prices" }).click();
  await expect(steps.getByText("The usual items with prices")).toBeHidden();
  await expect(steps.getByRole("button", { name: "Invite a teammate" })).toBeVisible();
});

test("example data fills all sections of an empty office, and removing it keeps only what somebody used", async ({
  page,
}) => {
  await signUp(page);
  await page.goto("/");
  await page.getByRole("button", { name: "Try example data" }).click();
  await expect(page.getByText(/Example office: 10 visits/)).toBeVisible();
  await page
    .getByRole("link", { name: /^Open to/ })
    .first()
    .click();
  await expect(page.getByRole("article")).toHaveCount(10);
  await expect(
    page.locator("article[style*=url], article [style*=url], article img"),
  ).not.toHaveCount(0);

  await page.goto("/inventory");
  const card = page.getByRole("button", { name: /^Musket Brown/ });
  await expect(card).toContainText("Demo");
  await card.click();
  await page.getByRole("button", { name: "Add 1", exact: true }).click();
  await expect(card).not.toContainText("Demo");

  await page.goto("/settings");
  await page.getByRole("button", { name: "Remove demo data" }).click();
  await page.getByRole("button", { name: "Confirm Remove" }).click();
  await expect(page.getByText(/^Removed 50 demo customers and 100 demo jobs/)).toBeVisible();
  await page.goto("/inventory");
  await expect(card).toBeVisible();
  await expect(page.getByRole("article")).toHaveCount(1);
});
