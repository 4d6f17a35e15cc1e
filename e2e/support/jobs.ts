import { type Locator, type Page, expect } from "@playwright/test";

/** The value of a date-time field for a time of the browser's own day. */
export async function todayAt(page: Page, time: string): Promise<string> {
  const day = await page.evaluate(() => {
    const now = new Date();
    const two = (part: number) => String(part).padStart(2, "0");
    return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
  });
  return `${day}T${time}`;
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

/** Fills what a job needs and saves it from the open 'Create Job' dialog. */
export async function fillJob(dialog: Locator, job: NewJob) {
  await dialog.getByLabel("Customer").fill(job.customer);
  await dialog.getByLabel("Address").fill(job.address);
  if (job.estimate)
    await dialog
      .getByLabel("Estimate date", { exact: true })
      .fill(job.estimate);
  if (job.install)
    await dialog.getByLabel("Install date", { exact: true }).fill(job.install);
}

export async function addJob(page: Page, job: NewJob) {
  const dialog = await openNewJob(page);
  await fillJob(dialog, job);
  await dialog.getByRole("button", { name: "Save Job" }).click();
  await expect(dialog).toBeHidden();
}

export function jobCard(page: Page, customer: string) {
  return page.getByRole("button", { name: new RegExp(customer) });
}

export function editDialog(page: Page) {
  return page.getByRole("dialog", { name: "Edit Job" });
}

/** Puts many jobs into the signed-in person's workspace, as fast as the server takes them. */
export async function seedJobs(
  page: Page,
  jobs: readonly Record<string, unknown>[],
) {
  await page.evaluate(async (rows) => {
    const { token } = (await (await fetch("/api/auth/token")).json()) as {
      token: string;
    };
    for (const args of rows) {
      const answer = await fetch("/api/mutation", {
        method: "POST",
        headers: {
          "content-type": "application/json",
          authorization: `Bearer ${token}`,
        },
        body: JSON.stringify({
          path: "jobs:create",
          args: [args],
          format: "convex_encoded_json",
        }),
      });
      const { status, errorMessage } = (await answer.json()) as {
        status: string;
        errorMessage?: string;
      };
      if (status !== "success") throw new Error(errorMessage);
    }
  }, jobs);
}
