import { savedRows } from "./support/device";
import { expectClosed } from "./support/dialog";
import { addPhotos, openJob, openNewJob, photoList, seedJobs, todayAt } from "./support/jobs";
import { openFromMenu, openSignIn, signUp } from "./support/people";
import { takePhoto } from "./support/photos";
import { openAddInventory, seedDefaults } from "./support/stock";
import { TOUCH, expectTouchTargets } from "./support/touch";
import { expect, test } from "./support/test";

test.use(TOUCH);

/** Of what is open, only this can be reached. */
const DIALOG = '[role="dialog"]';

const SCREENS = [
  "/",
  "/jobs",
  "/calendar",
  "/calendar?view=week",
  "/settings",
  "/calculator",
  "/receipts",
  "/nowhere",
];

test("every control is at least 44 px wide and high on a phone", async ({ page, browser }) => {
  // Some dozens of measurements of whole pages.
  test.slow();
  await page.goto("/jobs");
  await expect(page.getByText("Sign in required")).toBeVisible();
  await expectTouchTargets(page, "the sign-in gate");
  await openSignIn(page);
  await expect(page.getByRole("dialog").getByLabel("E-mail")).toBeVisible();
  await expectTouchTargets(page, "the sign-in modal", DIALOG);

  await signUp(page);
  const at = await page.evaluate(
    (time) => new Date(time).getTime(),
    // Later ones have no line each before midnight.
    await todayAt(page, "23:10"),
  );
  await seedDefaults(page);
  const closeToast = page.getByRole("button", { name: "Close toast" });
  await page.locator("[data-sonner-toast]").hover();
  await expectTouchTargets(page, "a toast", "[data-sonner-toaster]");
  await closeToast.click();
  await expect(closeToast).toBeHidden();
  await expectTouchTargets(page, "/prices");
  await seedJobs(page, [
    {
      customer: {
        customer_name: "Ivy Castellano",
        customer_phone: "5550100001",
        customer_email: "ivy@example.com",
      },
      job_address: "14 Hill Court",
      job_status: "estimate_scheduled",
      job_estimate_date: at,
      job_install_date: at,
      jobs_price: 1250,
    },
  ]);
  for (const path of SCREENS) {
    await page.goto(path);
    await expect(page.getByRole("main")).not.toBeEmpty();
    await expect(page.getByText(/^Loading/)).toHaveCount(0);
    // Home holds its cards back until it knows what stands above them.
    if (path === "/") await expect(page.getByRole("list", { name: "Sections" })).toBeVisible();
    await expectTouchTargets(page, path);
  }
  await page.goto("/inventory?color=285");
  await expect(page.getByText("No items")).toBeVisible();
  await expectTouchTargets(page, "/inventory with an open card");
  const intake = await openAddInventory(page);
  await intake.getByRole("button", { name: "+ Add" }).click();
  await intake.getByLabel("Color").first().fill("brown");
  await expect(page.locator('[role="option"]').first()).toBeVisible();
  await expectTouchTargets(page, "colors to choose", '[role="listbox"]');
  await intake.getByLabel("Color").first().press("Escape");
  await page.keyboard.press("Escape");
  await expectTouchTargets(page, "the question before rows are discarded", DIALOG);

  await page.goto("/dashboard?date=2020-02-05");
  await expect(page.getByText("No jobs scheduled")).toBeVisible();
  await expectTouchTargets(page, "/dashboard on another day");
  await page.goto("/dashboard");
  await expect(page.getByRole("article")).toBeVisible();
  await expectTouchTargets(page, "/dashboard");
  const dialog = await openJob(page, "Ivy Castellano");
  const photos = await photoList(dialog, "Estimate photos");
  await addPhotos(photos, [
    await takePhoto(browser, { name: "roof.jpg", width: 640, height: 480 }),
  ]);
  await expect(photos.getByRole("link", { name: /^Open/ })).toBeVisible();
  // Its toast lies over the form.
  await expect(page.getByText("1 photo added")).toBeVisible();
  await expect(page.getByText("1 photo added")).toBeHidden();
  await expectTouchTargets(page, "the job dialog", DIALOG);
  await photos.getByRole("button", { name: /^Remove/ }).click();
  await dialog.getByRole("button", { name: "Choose another customer" }).click();
  await dialog.getByRole("button", { name: "History" }).click();
  await expectTouchTargets(page, "the job dialog, choosing and removing", DIALOG);
  await dialog.getByRole("button", { name: "Close" }).click();
  await expectClosed(dialog);
  const created = await openNewJob(page);
  await created.getByLabel("Customer").fill("Ivy");
  await expect(page.locator('[role="option"]').first()).toBeVisible();
  await expectTouchTargets(page, "customers to choose", '[role="listbox"]');
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await expectTouchTargets(page, "the question before a job is discarded", DIALOG);
  await expect.poll(() => savedRows(page, "drafts")).toBe(1);
  // The address names the dialog, so a reload opens it again.
  await page.reload();
  await expect(page.getByRole("button", { name: /^Continue the job you began at/ })).toBeVisible();
  await expectTouchTargets(page, "a job begun before", DIALOG);

  await page.goto("/");
  await page.getByRole("button", { name: /^User menu of/ }).click();
  await expectTouchTargets(page, "the user menu", "header");
  await page.keyboard.press("Escape");
  for (const entry of ["Recent changes", "Team", "Invite a teammate", "Your account"]) {
    const opened = await openFromMenu(page, entry);
    await expect(opened).toBeVisible();
    await expectTouchTargets(page, entry, DIALOG);
    await opened.getByRole("button", { name: "Close" }).first().click();
    await expectClosed(opened);
  }
  await page.goto("/?invite=unknown");
  await expect(page.getByRole("dialog")).toContainText("is not valid");
  await expectTouchTargets(page, "an invitation", DIALOG);
});
