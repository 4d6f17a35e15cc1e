import type { Page } from "@playwright/test";
import { cutSignal } from "./support/cutSignal";
import { closeDialog } from "./support/dialog";
import { savedRows } from "./support/device";
import {
  addJob,
  addPhotos,
  editDialog,
  jobCard,
  openJob,
  photoList,
  seedJobs,
  todayAt,
} from "./support/jobs";
import { signUp } from "./support/people";
import { takePhoto } from "./support/photos";
import { expect, NETWORK_ERRORS, PHONE, testOnFreshServer as test } from "./support/test";

test.use({
  viewport: PHONE,
  hasTouch: true,
  isMobile: true,
  expectedConsoleErrors: NETWORK_ERRORS,
});

async function instant(page: Page, time: string, days = 0) {
  const local = await todayAt(page, time);
  return await page.evaluate(
    ([text, later]) => {
      const date = new Date(text);
      date.setDate(date.getDate() + later);
      return date.getTime();
    },
    [local, days] as const,
  );
}

test("a phone that was here in the morning shows its days without signal", async ({
  page,
  browser,
  openWindow,
}) => {
  await signUp(page);
  const office = await openWindow();
  const { cookies } = await page.context().storageState();
  await office.context().addCookies(cookies);
  await office.goto("/dashboard");
  await addJob(office, {
    customer: "Ruth Okafor",
    address: "72 Birch Street",
    estimate: await todayAt(office, "23:45"),
  });
  const dialog = await openJob(office, "Ruth Okafor");
  await dialog.getByLabel("Notes").fill("Gate code 4417.");
  await dialog.getByLabel("Email", { exact: true }).fill("ruth@example.com");
  await addPhotos(await photoList(dialog, "Estimate photos"), [
    await takePhoto(browser, { name: "front.jpg", width: 800, height: 600 }),
  ]);
  await expect(dialog.getByRole("img")).toHaveCount(1);
  await closeDialog(dialog);
  await seedJobs(page, [
    {
      customer: { customer_name: "Amir Haddad" },
      job_address: "9 Elm Street",
      job_estimate_date: await instant(office, "08:00", 1),
    },
    {
      customer: { customer_name: "Noor Haddad" },
      job_address: "14821 Sycamore Road",
      job_status: "install_scheduled",
      job_install_date: await instant(office, "08:00", -3),
      job_install_length: 5 * 24 * 60,
    },
  ]);

  await page.goto("/dashboard");
  await expect(jobCard(page, "Ruth Okafor")).toBeVisible();
  await expect.poll(() => savedRows(page, "jobs")).toBe(3);
  await expect.poll(() => savedRows(page, "pictures")).toBe(1);

  const line = await cutSignal(page);
  await page.reload();
  const note = page.getByText(/^Offline\. Saved copy from \d+:\d\d [AP]M$/);
  await expect(jobCard(page, "Ruth Okafor")).toContainText("11:45 PM");
  await expect(jobCard(page, "Noor Haddad")).toContainText("Day 4 of 6");
  await expect(note).toBeVisible();
  await expect(jobCard(page, "Ruth Okafor").locator("img")).toHaveAttribute("src", /^blob:/);

  const opened = await openJob(page, "Ruth Okafor");
  await expect(opened.getByLabel("Notes")).toHaveValue("Gate code 4417.");
  await expect(opened.getByLabel("Email", { exact: true })).toHaveValue("ruth@example.com");
  await closeDialog(opened);

  await page.getByRole("button", { name: "Next day" }).click();
  await expect(jobCard(page, "Amir Haddad")).toBeVisible();
  await expect(note).toBeVisible();
  await page.goto("/dashboard?date=2020-01-01");
  await expect(page.getByText("Offline. This day is not saved on this phone.")).toBeVisible();
  await page.goto("/calendar");
  await expect(page.getByText(/^Offline\. Saved copy from .* with the days/)).toBeVisible();
  await expect(page.getByRole("listitem", { name: /Ruth Okafor/ })).toBeVisible();

  // The office goes on meanwhile.
  await page.goto("/dashboard");
  await expect(note).toBeVisible();
  await addJob(office, {
    customer: "Lena Park",
    address: "3 Oak Street",
    estimate: await todayAt(office, "23:50"),
  });
  line.isCut = false;
  await expect(jobCard(page, "Lena Park")).toBeVisible({ timeout: 40_000 });
  await expect(note).toBeHidden();
});

test("the open page keeps its day when the server is gone, and opens a job", async ({
  page,
  downspout,
}) => {
  await signUp(page);
  await page.goto("/dashboard");
  await seedJobs(page, [
    {
      customer: { customer_name: "Ruth Okafor" },
      job_address: "72 Birch Street",
      job_notes: "Gate code 4417.",
      job_estimate_date: await instant(page, "23:45"),
    },
  ]);
  await openJob(page, "Ruth Okafor");
  await closeDialog(editDialog(page));
  await expect.poll(() => savedRows(page, "jobs")).toBe(1);

  await downspout.kill();
  await expect(page.getByText(/^Offline\. Saved copy from \d+:\d\d [AP]M$/)).toBeVisible();
  const dialog = await openJob(page, "Ruth Okafor");
  await expect(dialog.getByLabel("Notes")).toHaveValue("Gate code 4417.");
});

test("a person who signs out without signal leaves nothing on the phone", async ({ page }) => {
  await signUp(page);
  await page.goto("/dashboard");
  await seedJobs(page, [
    {
      customer: { customer_name: "Ruth Okafor" },
      job_address: "72 Birch Street",
      job_estimate_date: await instant(page, "23:45"),
    },
  ]);
  await expect(jobCard(page, "Ruth Okafor")).toBeVisible();
  await expect.poll(() => savedRows(page, "jobs")).toBe(1);
  // The menu is loaded as long as there is signal.
  await page.getByRole("button", { name: /^User menu of/ }).click();
  await expect(page.getByRole("button", { name: "Sign out" })).toBeVisible();

  const line = await cutSignal(page);
  await page.reload();
  await expect(jobCard(page, "Ruth Okafor")).toBeVisible();
  await page.getByRole("button", { name: /^User menu of/ }).click();
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page.getByRole("banner").getByRole("button", { name: "Sign In" })).toBeVisible();
  await expect.poll(() => savedRows(page, "jobs")).toBe(0);
  await page.goto("/dashboard");
  await expect(page.getByText("Sign in required")).toBeVisible();
  await expect(page.getByText("Ruth Okafor")).toBeHidden();

  // The server's session ends at the next contact.
  const ended = page.waitForResponse("**/api/auth/sign-out");
  line.isCut = false;
  expect((await ended).status()).toBe(200);
  await page.reload();
  await expect(page.getByText("Sign in required")).toBeVisible();
});
