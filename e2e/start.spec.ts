import type { Page } from "@playwright/test";
import { closeDialog } from "./support/dialog";
import { signUp } from "./support/people";
import { expect, test } from "./support/test";

async function startEmpty(page: Page) {
  await signUp(page);
  await page.goto("/");
  await expect(
    page.getByRole("heading", { name: "How would you like to start?" }),
  ).toBeVisible();
  await page.getByRole("button", { name: "Start empty" }).click();
  return page.getByRole("region", { name: "Make the office ready" });
}

test("an empty office starts empty, and shows what makes it ready until somebody hides it", async ({
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

test("an empty office gets the usual items with prices by its first steps", async ({
  page,
}) => {
  const steps = await startEmpty(page);
  await steps.getByRole("button", { name: "Add items and prices" }).click();
  await expect(steps.getByText("The usual items with prices")).toBeHidden();
  await expect(
    steps.getByRole("button", { name: "Invite a teammate" }),
  ).toBeVisible();
});
