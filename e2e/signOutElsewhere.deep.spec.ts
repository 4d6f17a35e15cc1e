import type { Page } from "@playwright/test";
import { expectClosed } from "./support/dialog";
import { savedRows } from "./support/device";
import { addJob, editDialog, openJob, openNewJob, reloadOpenJob, todayAt } from "./support/jobs";
import { fillSignIn, signIn, signUp } from "./support/people";
import { expect, test } from "./support/test";

// The server refuses the token requests of the tab that is still open.
test.use({ expectedConsoleErrors: /status of 401/ });

test("signing out leaves nothing of the person in the browser's storage", async ({ page }) => {
  await signUp(page);
  await page.goto("/dashboard");
  const dialog = await openNewJob(page);
  await dialog.getByLabel("Address", { exact: true }).fill("88 Canal Street");
  await dialog.getByRole("button", { name: "Discard" }).click();
  await dialog.getByRole("button", { name: "Keep as draft" }).click();
  await expectClosed(dialog);
  await expect.poll(() => savedRows(page, "drafts")).toBe(1);
  await page.goto("/jobs");
  await page.getByLabel("Search jobs").fill("Hugo Pratt");
  await expect.poll(() => stored(page)).toContain("Hugo Pratt");

  const other = await page.context().newPage();
  await other.goto("/jobs");
  await other.getByLabel("Search jobs").fill("Noor Haddad");
  await expect.poll(() => stored(other)).toContain("Noor Haddad");

  await signOut(page);
  for (const tab of [page, other])
    await expect.poll(() => stored(tab)).not.toMatch(/Hugo|Noor|downspout\./);
  await expect.poll(() => savedRows(page, "drafts")).toBe(0);
});

test("a tab with unsaved text stays when another tab signs out, and saves it after a new sign-in", async ({
  page,
}) => {
  await signUp(page);
  await page.goto("/dashboard");
  await addJob(page, {
    customer: "Hugo Pratt",
    address: "88 Canal Street",
    estimate: await todayAt(page, "23:50"),
  });
  const dialog = await openJob(page, "Hugo Pratt");
  await dialog.getByLabel("Notes").fill("Gate code 4412");
  await expect.poll(() => savedRows(page, "typed")).toBe(1);

  const other = await page.context().newPage();
  await other.goto("/");
  await signOut(other);

  const notice = page.getByText("Sign in again to save what you typed here.");
  await expect(notice).toBeVisible();
  await expect(dialog.getByLabel("Notes")).toHaveValue("Gate code 4412");
  // Nothing can be saved now, and it does not say so.
  await dialog.getByLabel("Notes").blur();
  await expect(page.getByText("Saved", { exact: true })).toBeHidden();
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await fillSignIn(page);
  await expect(notice).toBeHidden();
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();
  await reloadOpenJob(page);
  await expect(dialog.getByLabel("Notes")).toHaveValue("Gate code 4412");

  // Discarded: then the page is closed to the visitor.
  await dialog.getByLabel("Notes").fill("Gate code 1");
  await expect.poll(() => savedRows(page, "typed")).toBe(1);
  await other.reload();
  await signOut(other);
  await expect(notice).toBeVisible();
  await dialog.getByRole("button", { name: "Discard" }).click();
  await expect(page.getByText("Sign in required")).toBeVisible();
  await expect(notice).toBeHidden();
  await signIn(page);
  await page.goto("/dashboard");
  await openJob(page, "Hugo Pratt");
  await expect(editDialog(page).getByLabel("Notes")).toHaveValue("Gate code 4412");
});

async function signOut(page: Page) {
  await page.getByRole("button", { name: /^User menu of/ }).click();
  await page.getByRole("button", { name: "Sign out", exact: true }).click();
  // What is kept on the device would go with the sign-out.
  await page.getByRole("button", { name: "Sign out and discard" }).click();
  await expect(page.getByRole("banner").getByRole("button", { name: "Sign In" })).toBeVisible();
}

/** Everything in the tab's storage, as text. */
function stored(page: Page) {
  return page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }));
}
