import type { Page } from "@playwright/test";
import { closeDialog, expectClosed } from "./support/dialog";
import { savedRows } from "./support/device";
import { addJob, editDialog, fillJob, jobCard, openJob, openNewJob, todayAt } from "./support/jobs";
import { lineTest as test } from "./support/lineTest";
import { signUp } from "./support/people";
import { expect, PHONE, NETWORK_ERRORS } from "./support/test";

test.use({
  viewport: PHONE,
  hasTouch: true,
  // So that the page opens again without signal.
  serviceWorkers: "allow",
  isMobile: true,
  expectedConsoleErrors: NETWORK_ERRORS,
});

/** All code is on the device by then, so that it opens without signal. */
async function openDay(page: Page) {
  await signUp(page);
  await page.goto("/dashboard");
  await addJob(page, {
    customer: "Ruth Okafor",
    address: "72 Birch Street",
    estimate: await todayAt(page, "23:30"),
  });
  await expect.poll(() => savedRows(page, "jobs")).toBe(1);
  await page.evaluate(async () => await navigator.serviceWorker.ready);
  await page.reload();
  await expect(jobCard(page, "Ruth Okafor")).toBeVisible();
  // The copy has the customer too by now.
  await expect.poll(() => savedRows(page, "customers")).toBe(1);
}

const offline = (page: Page) =>
  expect(page.getByText(/^Offline\./).first()).toBeVisible({ timeout: 30_000 });

test("jobs made without signal for a new and a known customer are edited, survive a reload, and arrive once", async ({
  page,
  line,
}) => {
  await openDay(page);
  await line.become("AIRPLANE");
  await offline(page);
  await addJob(page, {
    customer: "Cy Young",
    address: "9 Low Road",
    estimate: await todayAt(page, "23:40"),
  });
  await expect(page.getByText("Kept on this phone")).toBeVisible();
  const dialog = await openJob(page, "Cy Young");
  await dialog.getByLabel("Price").fill("300");
  await dialog.getByLabel("Phone").fill("6145550192");
  await dialog.getByLabel("Phone").press("Tab");
  await closeDialog(dialog);

  const second = await openNewJob(page);
  await second.getByLabel("Customer").fill("oka");
  await expect(
    page.getByText("Offline. Only customers saved on this phone are found."),
  ).toBeVisible();
  await page.getByRole("option", { name: /Ruth Okafor/ }).click();
  await second.getByLabel("Address", { exact: true }).fill("73 Birch Street");
  await second.getByRole("button", { name: "Save Job" }).click();
  await expectClosed(second);

  const third = await openNewJob(page);
  await third.getByLabel("Customer").fill("young");
  await page.getByRole("option", { name: /Cy Young/ }).click();
  await third.getByLabel("Address", { exact: true }).fill("10 Low Road");
  await third.getByRole("button", { name: "Save Job" }).click();
  await expectClosed(third);
  await expect.poll(() => savedRows(page, "outbox")).toBe(3);

  await page.reload();
  await expect(jobCard(page, "Cy Young")).toBeVisible();
  const again = await openJob(page, "Cy Young");
  await expect(again.getByLabel("Price")).toHaveValue("300.00");
  await again.getByLabel("Notes").fill("Gate code 4417.");
  await again.getByLabel("Notes").press("Tab");

  // The dialog stays open while the job gets its id.
  await line.become("GOOD");
  await expect.poll(() => savedRows(page, "outbox"), { timeout: 40_000 }).toBe(0);
  await expect(again.getByText("C-1002").filter({ visible: true }).first()).toBeVisible();
  await again.getByLabel("City").fill("Salem");
  await again.getByLabel("City").press("Tab");
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();
  await closeDialog(again);

  await page.goto("/jobs");
  const cards = page.getByRole("list", { name: "Jobs" }).getByRole("listitem");
  await expect(cards).toHaveCount(4);
  await expect(cards.filter({ hasText: "Cy Young" })).toHaveCount(2);
  await expect(cards.filter({ hasText: "Ruth Okafor" })).toHaveCount(2);
  await cards.filter({ hasText: "9 Low Road" }).click();
  const created = editDialog(page);
  await expect(created.getByLabel("Price")).toHaveValue("300.00");
  await expect(created.getByLabel("Phone")).toHaveValue("(614) 555-0192");
  await expect(created.getByLabel("Notes")).toHaveValue("Gate code 4417.");
  await expect(created.getByLabel("City")).toHaveValue("Salem");
});

test("a job that was begun is offered after its tab was closed without signal", async ({
  page,
  line,
}) => {
  await openDay(page);
  await line.become("DEAD");
  const dialog = await openNewJob(page);
  await fillJob(dialog, { customer: "Cy Young", address: "9 Low Road" });
  await expect.poll(() => savedRows(page, "drafts"), { timeout: 30_000 }).toBe(1);
  const later = await page.context().newPage();
  await page.close();

  await later.goto("/dashboard");
  await expect(jobCard(later, "Ruth Okafor")).toBeVisible();
  const empty = await openNewJob(later);
  await expect(empty.getByLabel("Address", { exact: true })).toHaveValue("");
  await empty.getByRole("button", { name: /^Continue the job you began at/ }).click();
  await expect(empty.getByLabel("Address", { exact: true })).toHaveValue("9 Low Road");
  await empty.getByRole("button", { name: "Save Job" }).click();
  await expectClosed(empty);
  await later.goto("/jobs");
  await expect(later.getByText("9 Low Road")).toBeVisible();

  await line.become("GOOD");
  await expect.poll(() => savedRows(later, "outbox"), { timeout: 40_000 }).toBe(0);
  await expect(later.getByText("9 Low Road")).toHaveCount(1);
});
