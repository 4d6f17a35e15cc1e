import { closeDialog } from "./support/dialog";
import { expectAccessible, expectNoViolation } from "./support/accessibility";
import { addJob, jobCard, openJob, openNewJob, seedJobs, todayAt } from "./support/jobs";
import { createFirstAccount, openSignIn } from "./support/people";
import { expect, testOnFreshServer as test } from "./support/test";

const SCREENS = [
  "/",
  "/dashboard",
  "/jobs",
  "/calendar",
  "/calendar?month=2026-05",
  "/calendar?view=week",
  "/calendar?view=week&date=2026-04-28",
  "/inventory",
  "/prices",
  "/settings",
  "/calculator",
  "/receipts",
  "/nowhere",
];

test("every screen is accessible, on a phone and on a desktop", async ({ page }) => {
  // Some dozens of checks of the whole page.
  test.slow();
  await page.goto("/jobs");
  await expect(page.getByText("Sign in required")).toBeVisible();
  await expectAccessible(page, "the sign-in gate");
  await openSignIn(page);
  await expect(page.getByRole("dialog")).toBeVisible();
  await expectAccessible(page, "the sign-in modal");

  await createFirstAccount(page);
  await page.goto("/dashboard");
  await addJob(page, {
    customer: "Ivy Castellano",
    address: "14 Hill Court",
    estimate: await todayAt(page, "23:40"),
  });
  await expect(jobCard(page, "Ivy Castellano")).toBeVisible();

  // A finished visit beside its month is the faintest text of the calendar.
  await seedJobs(page, [
    {
      customer: { customer_name: "Ana Lindholm" },
      job_address: "131 Maple Ridge Drive",
      job_status: "completed",
      job_install_date: Date.parse("2026-04-28T15:00:00Z"),
    },
  ]);
  for (const path of SCREENS) {
    await page.goto(path);
    await expect(page.getByRole("main")).not.toBeEmpty();
    await expect(page.getByText(/^Loading/)).toHaveCount(0);
    await expectAccessible(page, path);
  }

  await page.goto("/?invite=unknown");
  await expect(page.getByRole("dialog")).toContainText("is not valid");
  await expectAccessible(page, "an invitation");
  await closeDialog(page.getByRole("dialog"));
  await page.getByRole("button", { name: /^User menu of/ }).click();
  await expectNoViolation(page, "the user menu");
  await page.getByRole("button", { name: "Your account" }).click();
  await expect(page.getByLabel("New password")).toBeVisible();
  await expectAccessible(page, "the account");
  await closeDialog(page.getByRole("dialog"));

  await page.goto("/dashboard");
  const dialog = await openJob(page, "Ivy Castellano");
  await expectAccessible(page, "the job dialog of an existing job");
  await closeDialog(dialog);
  const newJob = await openNewJob(page);
  await expectAccessible(page, "the job dialog of a new job");
  await newJob.getByLabel("Estimate date", { exact: true }).click();
  await expect(page.getByRole("group", { name: "Times" })).toBeVisible();
  await expectNoViolation(page, "the month of a date field");
});
