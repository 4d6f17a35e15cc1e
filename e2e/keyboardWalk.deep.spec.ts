import type { Locator, Page } from "@playwright/test";
import { closeDialog, expectClosed } from "./support/dialog";
import { editDialog, seedJobs, todayAt } from "./support/jobs";
import { signUp } from "./support/people";
import { expect, test } from "./support/test";

const CUSTOMERS = ["Ann Ames", "Bob Bell", "Cid Cole"];

test.beforeEach(async ({ page }) => {
  await signUp(page);
  await page.goto("/");
  const at = await page.evaluate((time) => new Date(time).getTime(), await todayAt(page, "23:00"));
  await seedJobs(
    page,
    CUSTOMERS.map((customer_name, index) => ({
      customer: { customer_name },
      job_address: `${index + 1} Elm Street`,
      job_estimate_date: at + index,
    })),
  );
});

/** By its name, where the whole element is the button. */
function entry(page: Page, name: string): Locator {
  return page.getByRole("button", { name }).first();
}

/** Until the page listens: it loads the code of some keys when it is idle. */
async function pressUntil(page: Page, key: string, isDone: () => Promise<void>) {
  await expect(async () => {
    await page.keyboard.press(key);
    await isDone();
  }).toPass();
}

test("lists, days and dialogs work with keys, and the focus is never lost", async ({ page }) => {
  const main = page.getByRole("main");
  await page.keyboard.press("2");
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(entry(page, "Ann Ames")).toBeVisible();
  await pressUntil(page, "j", () => expect(entry(page, "Ann Ames")).toBeFocused({ timeout: 1000 }));
  await page.keyboard.press("j");
  await expect(entry(page, "Bob Bell")).toBeFocused();
  await page.keyboard.press("k");
  await expect(entry(page, "Ann Ames")).toBeFocused();

  await page.keyboard.press("Enter");
  const dialog = editDialog(page);
  await expect(dialog.getByLabel("Price")).toBeVisible();
  for (const key of ["t", "c", "j", "/", "?", "ArrowRight"]) await page.keyboard.press(key);
  await expect(page.getByRole("dialog")).toHaveCount(1);
  await closeDialog(dialog);
  await expect(entry(page, "Ann Ames")).toBeFocused();

  // The focused card leaves with its day.
  await page.keyboard.press("ArrowRight");
  await expect(page.getByText("No jobs scheduled for this day.")).toBeVisible();
  await expect(main).toBeFocused();
  await page.keyboard.press("t");
  await pressUntil(page, "j", () => expect(entry(page, "Ann Ames")).toBeFocused({ timeout: 1000 }));

  await page.keyboard.press("Enter");
  await dialog.getByRole("button", { name: "Delete" }).focus();
  await page.keyboard.press("Enter");
  const confirm = dialog.getByRole("button", { name: "Confirm Delete" });
  await expect(confirm).toBeEnabled();
  await page.keyboard.press("Enter");
  await expectClosed(dialog);
  await expect(entry(page, "Ann Ames")).toBeHidden();
  await expect(main).toBeFocused();
  await pressUntil(page, "Control+z", () =>
    expect(entry(page, "Ann Ames")).toBeVisible({ timeout: 2000 }),
  );
});

test("J and K go through the visits of a month, and Ctrl+Z after Alt and an arrow moves a visit back", async ({
  page,
}) => {
  await page.goto("/calendar");
  const visit = (name: string) => page.getByRole("listitem").getByRole("link", { name });
  await expect(visit("Ann Ames")).toBeVisible();
  await pressUntil(page, "j", () => expect(visit("Ann Ames")).toBeFocused({ timeout: 1000 }));
  await page.keyboard.press("j");
  await expect(visit("Bob Bell")).toBeFocused();
  const day = visit("Bob Bell").locator("xpath=ancestor::td");
  await page.keyboard.press("Alt+ArrowUp");
  await expect(day).not.toContainText("Ann Ames");
  await expect(visit("Bob Bell")).toBeFocused();
  await expect(page.getByText(/^Moved to/)).toBeVisible();
  await pressUntil(page, "Control+z", () =>
    expect(day).toContainText("Ann Ames", { timeout: 2000 }),
  );
  await expect(page.locator("main:focus, main :focus")).toHaveCount(1);
});

test("a day is chosen by key in another month, and the focus stays in the month", async ({
  page,
}) => {
  await page.goto("/dashboard");
  await entry(page, "Ann Ames").click();
  const dialog = editDialog(page);
  const estimate = dialog.getByLabel("Estimate date", { exact: true });
  const before = await estimate.inputValue();
  await estimate.focus();
  await page.keyboard.press("ArrowDown");
  const month = page.getByRole("grid");
  await expect(month.locator(":focus")).toHaveCount(1);
  const shown = await month.getAttribute("aria-label");
  await page.keyboard.press("PageDown");
  await expect(month).not.toHaveAttribute("aria-label", String(shown));
  const day = month.locator(":focus");
  await expect(day).toHaveCount(1);
  await page.keyboard.press("Enter");
  await expect(estimate).not.toHaveValue(before);
  await expect(day).toHaveCount(1);
  await page.keyboard.press("Escape");
  await expect(estimate).toBeFocused();

  // What the field undoes is its own text: the saved job stays.
  const address = dialog.getByLabel("Address", { exact: true });
  await address.fill("9 Oak Street");
  await address.press("Tab");
  const undo = page.getByRole("button", { name: "Undo" });
  await expect(undo.first()).toBeVisible();
  await dialog.getByLabel("Notes").focus();
  await page.keyboard.press("Control+z");
  await closeDialog(dialog);
  await expect(page.getByText("Undone")).toBeHidden();
});

test("Alt+T reaches the messages from a dialog, and an undo there leaves the focus on the page", async ({
  page,
}) => {
  await page.goto("/dashboard");
  await entry(page, "Bob Bell").click();
  const dialog = editDialog(page);
  const price = dialog.getByLabel("Price");
  await price.fill("125");
  await price.press("Tab");
  const undo = page.getByRole("button", { name: "Undo" });
  await expect(undo).toBeVisible();
  await page.keyboard.press("Alt+t");
  await expect(async () => {
    await page.keyboard.press("Tab");
    await expect(undo).toBeFocused({ timeout: 500 });
  }).toPass();
  await page.keyboard.press("Enter");
  await expect(page.getByText("Undone")).toBeVisible();
  await expect(price).toHaveValue("");
  await expect(page.locator("body :focus")).toHaveCount(1);
});
