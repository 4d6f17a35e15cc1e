import type { Locator, Page } from "@playwright/test";
import { expectClosed } from "./support/dialog";
import { jobCard, todayAt } from "./support/jobs";
import { OWNER } from "./support/people";
import { expect, testOnFreshServer as test } from "./support/test";

test("a person signs up and saves a job with only the keyboard", async ({ page }) => {
  await page.goto("/");
  await tabTo(page, page.getByRole("button", { name: "Sign In", exact: true }));
  await page.keyboard.press("Enter");

  const modal = page.getByRole("dialog");
  await tabTo(page, modal.getByLabel("Name"));
  await page.keyboard.type(OWNER.name);
  await tabTo(page, modal.getByLabel("E-mail"));
  await page.keyboard.type(OWNER.email);
  await tabTo(page, modal.getByLabel("Password"));
  await page.keyboard.type(OWNER.password);
  await page.keyboard.press("Enter");
  await expectClosed(modal);

  await tabTo(page, page.getByRole("navigation").getByRole("link", { name: "Dashboard" }));
  await page.keyboard.press("Enter");
  const add = page.getByRole("button", { name: "Add job" });
  await tabTo(page, add);
  await page.keyboard.press("Enter");

  const dialog = page.getByRole("dialog", { name: "Create Job" });
  await tabTo(page, dialog.getByLabel("Customer"));
  await page.keyboard.type("Greta Lindqvist");
  await tabTo(page, dialog.getByLabel("Address", { exact: true }));
  await page.keyboard.type("5 Harbour View");
  const estimate = dialog.getByLabel("Estimate date", { exact: true });
  await tabTo(page, estimate);
  const [day = ""] = (await todayAt(page, "16:15")).split("T");
  const [year = "", month = "", date = ""] = day.split("-");
  await page.keyboard.type(`${month}/${date}/${year} 415p`);
  await tabTo(page, dialog.getByRole("button", { name: "Save Job" }));
  await expect(estimate).toHaveValue(/, 4:15 PM$/);
  await page.keyboard.press("Enter");

  await expectClosed(dialog);
  await expect(jobCard(page, "Greta Lindqvist")).toContainText("4:15 PM");
  await expect(add).toBeFocused();
});

/** Presses Tab until the control has the focus. */
async function tabTo(page: Page, target: Locator) {
  await expect(target).toBeVisible();
  for (let presses = 0; presses < 60; presses++) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab never reached ${target.toString()}`);
}
