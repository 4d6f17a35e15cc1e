import { type Locator, type Page, expect } from "@playwright/test";
import { expectClosed } from "./dialog";
import { callAll } from "./office";
import { signUp } from "./people";
import type { PhotoFile } from "./photos";

/**
 * A time today, in the browser's time zone. Both kinds of date-time field take it: the browser's own, which touch
 * devices show, and the text field of pointer devices.
 */
export async function todayAt(page: Page, time: string): Promise<string> {
  const day = await page.evaluate(() => {
    const now = new Date();
    const two = (part: number) => String(part).padStart(2, "0");
    return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
  });
  return `${day}T${time}`;
}

/** The same time in milliseconds, as the functions take it. */
export async function instantToday(page: Page, time: string): Promise<number> {
  const local = await todayAt(page, time);
  return await page.evaluate((text) => new Date(text).getTime(), local);
}

export async function openNewJob(page: Page): Promise<Locator> {
  await page.getByRole("button", { name: "Add job" }).click();
  const dialog = page.getByRole("dialog", { name: "Create Job" });
  await expect(dialog).toBeVisible();
  return dialog;
}

interface NewJob {
  readonly customer: string;
  readonly address: string;
  readonly estimate?: string;
  readonly install?: string;
}

/** Fills in the open 'Create Job' dialog. */
export async function fillJob(dialog: Locator, job: NewJob) {
  await dialog.getByLabel("Customer").fill(job.customer);
  await dialog.getByLabel("Address", { exact: true }).fill(job.address);
  if (job.estimate) await dialog.getByLabel("Estimate date", { exact: true }).fill(job.estimate);
  if (job.install) await dialog.getByLabel("Install date", { exact: true }).fill(job.install);
}

export async function addJob(page: Page, job: NewJob) {
  const dialog = await openNewJob(page);
  await fillJob(dialog, job);
  await dialog.getByRole("button", { name: "Save Job" }).click();
  await expectClosed(dialog);
}

/** Signs the page up, and opens its day with one job: Ruth Okafor's, at 11:45 PM. */
export async function openDay(page: Page) {
  await signUp(page);
  await seedJobs(page, [
    {
      customer: { customer_name: "Ruth Okafor" },
      job_address: "72 Birch Street",
      job_estimate_date: await instantToday(page, "23:45"),
    },
  ]);
  await page.goto("/dashboard");
  await expect(jobCard(page, "Ruth Okafor")).toBeVisible();
}

/** Types into a field of the job dialog and leaves it, which saves. */
export async function saveField(dialog: Locator, label: string, text: string) {
  const field = dialog.getByLabel(label, { exact: true });
  await field.fill(text);
  await field.press("Tab");
}

/** The card of the customer's job in the day view. */
export function jobCard(page: Page, customer: string) {
  return page.getByRole("article").filter({ has: page.getByRole("button", { name: customer }) });
}

export async function openJob(page: Page, customer: string): Promise<Locator> {
  await jobCard(page, customer).getByRole("button", { name: customer }).click();
  const dialog = editDialog(page);
  await expect(dialog.getByLabel("Address", { exact: true })).toBeVisible();
  return dialog;
}

/** Reloads a page whose address names the open job: the page shows it again. */
export async function reloadOpenJob(page: Page): Promise<Locator> {
  await page.reload();
  const dialog = editDialog(page);
  const address = dialog.getByLabel("Address", { exact: true });
  await expect(address).toBeVisible({ timeout: 30_000 });
  return dialog;
}

/** One photo list of the job dialog, expanded if it was collapsed. */
export async function photoList(
  dialog: Locator,
  name: "Estimate photos" | "Install photos" | "Drawings",
): Promise<Locator> {
  const list = dialog.getByRole("region", { name });
  if (!(await list.isVisible()))
    await dialog.getByRole("button", { name: new RegExp(`^${name}`) }).click();
  return list;
}

/** Opens the rows of a list that are folded; they appear with the photos. */
export async function showAllPhotos(list: Locator) {
  await list.getByRole("button", { name: /, show all$/ }).click();
}

/** Chooses files with the Add button. */
export async function addPhotos(list: Locator, photos: PhotoFile[]) {
  const [chooser] = await Promise.all([
    list.page().waitForEvent("filechooser"),
    list.getByRole("button", { name: /^Add/ }).click(),
  ]);
  await chooser.setFiles(photos);
}

export function editDialog(page: Page) {
  return page.getByRole("dialog", { name: "Edit Job" });
}

/** Creates jobs in the signed-in person's workspace over the HTTP API, which is faster than the form. */
export async function seedJobs(page: Page, jobs: readonly Record<string, unknown>[]) {
  const calls = jobs.map((args) => ({ path: "jobs:create", args }));
  await callAll(page.request, "mutation", calls);
}
