import { expectClosed } from "./support/dialog";
import { seedJobs, editDialog } from "./support/jobs";
import { fillSignIn, openSignIn, signUp } from "./support/people";
import { expect, test } from "./support/test";

const JOBS = [
  {
    customer: { customer_name: "Ruth Okafor" },
    job_address: "72 Birch Street",
    job_status: "approved",
  },
  {
    customer: { customer_name: "Sam Pell" },
    job_address: "8 Oak Street",
    job_status: "completed",
  },
];

test.use({ permissions: ["clipboard-read", "clipboard-write"] });

test("a copied link opens the job, also after a sign-in, and Back closes it", async ({
  page,
  openWindow,
}) => {
  await signUp(page);
  await seedJobs(page, JOBS);
  await page.goto("/jobs");
  await page.getByRole("button", { name: /Ruth Okafor/ }).click();
  const dialog = editDialog(page);
  await dialog.getByRole("button", { name: "Copy link" }).click();
  await expect(page.getByText("Link copied")).toBeVisible();
  await page.keyboard.press("Alt+t");
  const messages = page.getByRole("region", { name: /^Notifications/ });
  await expect(messages.locator(":focus")).toHaveCount(1);
  await expect(dialog).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(page.url()).toBe(link);
  await page.goBack();
  await expectClosed(dialog);
  expect(new URL(page.url()).search).toBe("");
  await page.goForward();
  await expect(dialog).toBeVisible();
  await page.reload();
  await expect(dialog.getByLabel("Address", { exact: true })).toHaveValue("72 Birch Street");
  await page.goBack();
  await expectClosed(dialog);

  const other = await openWindow();
  await other.goto(link);
  await openSignIn(other);
  await fillSignIn(other);
  await expect(editDialog(other).getByLabel("Address", { exact: true })).toHaveValue(
    "72 Birch Street",
  );
  await other.goBack();
  await expectClosed(editDialog(other));
  await expect(other.getByRole("heading", { name: "Jobs" })).toBeVisible();
  expect(new URL(other.url()).search).toBe("");

  await other.goto("/dashboard?date=2026-06-17&job=nothing");
  await expect(other.getByText("Job not found")).toBeVisible();
  await expect(editDialog(other)).toBeHidden();
  await expect(other).toHaveURL(/\/dashboard\?date=2026-06-17$/);
});

test("the view of /jobs is in its URL, and waiting jobs can be listed", async ({ page }) => {
  await signUp(page);
  await seedJobs(page, JOBS);
  await page.goto("/jobs?q=is:unscheduled");
  const cards = page.getByRole("main").getByRole("listitem");
  await expect(cards).toHaveCount(1);
  await expect(cards).toContainText("Ruth Okafor");
  const search = page.getByLabel("Search jobs");
  await search.fill("is:unpaid");
  await expect(cards).toContainText("Sam Pell");
  await expect(page).toHaveURL(/\?q=is%3Aunpaid$/);
  await search.fill("");
  const status = page.getByRole("button", { name: /^Status/ });
  await status.click({ modifiers: ["Shift"] });
  await expect(status).toContainText("Service");
  await expect(page).toHaveURL(/\?status=service$/);
  await page.goto("/dashboard");
  await page.goto("/jobs");
  await expect(status).toContainText("Service");
  await expect(page).toHaveURL(/\?status=service$/);
});
