import type { Page } from "@playwright/test";
import { openPalette } from "./support/palette";
import { jobCard, openJob, seedJobs } from "./support/jobs";
import { signUp } from "./support/people";
import { expect, test } from "./support/test";

const JOBS = [
  "Job #,Client name,Phone,Address,Status,Scheduled date,Total,Crew",
  '1,Rosa Delgado,614-555-0101,"12 Elm St, Troy, OH 45373",Complete,05/14/2025,"$1,250.00",A',
  "2,Jo Park,,4 Oak Ct,Late,05/16/2025 1:30 PM,,B",
  "3,Ada Fenwick,,,Late,05/17/2025,,B",
].join("\r\n");

const importDialog = (page: Page) =>
  page.getByRole("dialog", { name: "Import customers and jobs" });

test("a person sees what becomes of a CSV file, and corrects a column", async ({ page }) => {
  await signUp(page);
  await page.goto("/jobs");
  await page.getByRole("button", { name: "Import customers and jobs" }).click();
  const dialog = importDialog(page);
  await dialog.getByLabel("Choose a file").setInputFiles({
    name: "jobs.csv",
    mimeType: "text/csv",
    buffer: Buffer.from(JOBS),
  });
  await expect(dialog.getByText("jobs.csv, 3 rows")).toBeVisible();
  await expect(dialog.getByRole("radio", { name: "Jobs" })).toBeChecked();
  const first = dialog.getByRole("list", { name: "First rows" }).getByRole("listitem");
  await expect(first.nth(0)).toContainText("12 Elm St, Troy, OH 45373");
  await expect(first.nth(1)).toContainText("May 16, 25, 1:30 PM");
  await expect(dialog.getByRole("list", { name: "Faults" })).toHaveText(
    "Row 4, Address: Address is required.",
  );
  await dialog.getByRole("combobox", { name: "Column Crew" }).selectOption("Leave out");
  await expect(first.nth(0)).not.toContainText("Crew");

  const proceed = dialog.getByRole("button", { name: "Continue" });
  await proceed.click();
  await expect(dialog.getByRole("alert")).toHaveText("Say whether the finished jobs are paid.");
  await dialog.getByRole("radio", { name: "Paid", exact: true }).check();
  await expect(first.nth(0)).toContainText("Installed and Paid");
  await expect(dialog.getByText("2 can be imported, 1 row cannot")).toBeVisible();
});

const TIMES = [
  "Job #,Client name,Street,City,Scheduled date,Scheduled start time,Job details",
  '1,Rosa Delgado,"12 Elm St\nApt 4",Troy,2027-05-14T00:00:00.000Z,9-11,',
  "2,Jo Park,4 Oak Ct,Troy,5/14/2027 0:00,Morning,",
  "3,Al\0 Fox,5 Oak Ct,Troy,5/14/2027 0:00,8 AM,",
  `${"x".repeat(300)},Ann Lee,6 Oak Ct,Troy,46521,1330,${"y".repeat(19_000)}`,
].join("\n");

test.describe("in New York", () => {
  test.use({ timezoneId: "America/New_York" });

  test("a file with times and texts of many forms is imported on its days, with the texts that have no field in the notes", async ({
    page,
  }) => {
    const saves: string[] = [];
    page.on("websocket", (socket) =>
      socket.on("framesent", ({ payload }) => {
        const text = payload.toString();
        if (/"(?:jobs|customers):update"/.test(text)) saves.push(text);
      }),
    );
    await signUp(page);
    await page.goto("/jobs");
    await page.getByRole("button", { name: "Import customers and jobs" }).click();
    await importDialog(page)
      .getByLabel("Choose a file")
      .setInputFiles({
        name: "times.csv",
        mimeType: "text/csv",
        buffer: Buffer.from(TIMES),
      });
    const dialog = page.getByRole("dialog");
    await expect(dialog.getByRole("list", { name: "Faults" })).toHaveText(
      "Row 4, Client name: Remove the characters from this cell that cannot be saved.",
    );
    await expect(dialog.getByLabel("Time of 1 date in the morning")).toHaveValue("08:00");
    await dialog.getByRole("button", { name: "Continue" }).click();
    await dialog.getByRole("button", { name: "Import 3 rows" }).click();
    await expect(dialog.getByRole("heading", { name: "Imported" })).toBeVisible();
    await dialog.getByRole("button", { name: "Done" }).click();

    await page.goto("/dashboard?date=2027-05-14");
    const job = await openJob(page, "Rosa Delgado");
    const address = job.getByLabel("Address", { exact: true });
    await expect(address).toHaveValue("12 Elm St, Apt 4");
    await expect(job.getByLabel("Install date", { exact: true })).toHaveValue(/9:00 AM/);
    await expect(job.getByLabel("Install length or window")).toHaveValue("arrives 9 to 11 AM");
    await expect(job.getByLabel("Notes")).toHaveValue("Job #: 1");
    // A field that was not typed in is not saved.
    for (const field of await job.getByRole("textbox").all()) {
      await field.focus();
      await page.keyboard.press("Tab");
    }
    await page.keyboard.press("Escape");
    await expect(job).toBeHidden();
    await expect(page.getByText(/^Saved/)).toHaveCount(0);
    expect(saves).toEqual([]);
    await expect(jobCard(page, "Jo Park")).toContainText("8:00 AM");
    await expect(jobCard(page, "Ann Lee")).toContainText("1:30 PM");
  });

  test("an exported file of jobs comes in again with the crew, the end and the window of each visit", async ({
    page,
  }) => {
    await signUp(page);
    await seedJobs(page, [
      {
        customer: { customer_name: "Rosa Delgado" },
        job_address: "12 Elm St",
        job_status: "install_scheduled",
        job_install_date: new Date("2027-05-14T08:00:00-04:00").getTime(),
        job_install_crew: "Crew 2",
        job_install_length: 33 * 60,
        job_install_window: 120,
      },
    ]);
    await page.goto("/jobs");
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Export", exact: true }).click();
    await page.getByRole("button", { name: "Download Jobs as CSV" }).click();
    const path = await (await download).path();
    await page.keyboard.press("Escape");

    const palette = await openPalette(page);
    await palette.getByRole("combobox").fill("import");
    await page.getByRole("option", { name: "Import customers and jobs" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Choose a file").setInputFiles(path);
    await expect(dialog.getByRole("list", { name: "First rows" })).toContainText(
      "arrives 8 to 10 AM, takes until Sat, May 15, 5 PM, Crew 2",
    );
    await dialog.getByRole("button", { name: "Continue" }).click();
    await dialog.getByRole("button", { name: "Import 1 row" }).click();
    await expect(dialog.getByRole("heading", { name: "Imported" })).toBeVisible();
    await dialog.getByRole("button", { name: "Done" }).click();

    await page.goto("/dashboard?date=2027-05-15");
    const second = jobCard(page, "Rosa Delgado");
    await expect(second).toHaveCount(2);
    for (const text of ["Day 2 of 2", "takes until Sat, May 15, 5 PM", "Crew 2"])
      await expect(second.filter({ hasText: text })).toHaveCount(2);
  });
});

test("a contact file that is dropped on the page opens the import", async ({ page }) => {
  await signUp(page);
  await page.goto("/dashboard");
  await expect(page.getByText("No jobs scheduled for this day.")).toBeVisible();
  const dialog = importDialog(page);
  const card = "BEGIN:VCARD\nFN:Jo Park\nEND:VCARD\n";
  // The listener is loaded once the page is idle.
  await expect.poll(() => dropFile(page, "people.vcf", card)).toBe(true);
  await expect(dialog.getByText("people.vcf, 1 row")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();

  const palette = await openPalette(page);
  await palette.getByRole("combobox").fill("import");
  await page.getByRole("option", { name: "Import customers and jobs" }).click();
  await expect(dialog.getByText("Choose a file")).toBeVisible();
});

/** Returns whether the page took the file. */
async function dropFile(page: Page, name: string, text: string) {
  return await page.getByRole("main").evaluate(
    (main, [fileName, content]) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([content!], fileName!));
      const event = { bubbles: true, cancelable: true, dataTransfer };
      main.dispatchEvent(new DragEvent("dragover", event));
      return !main.dispatchEvent(new DragEvent("drop", event));
    },
    [name, text],
  );
}
