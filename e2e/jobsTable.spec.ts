import { expectNoViolation } from "./support/accessibility";
import { seedJobs } from "./support/jobs";
import { Office } from "./support/office";
import { signUp } from "./support/people";
import { expect, test } from "./support/test";

const DAY = 86_400_000;
/** More than a page of the list. */
const COUNT = 26;

test("the office selects jobs in the table, sets their status, and sees what somebody else has changed", async ({
  page,
  baseURL,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await signUp(page);
  const now = Date.now();
  await seedJobs(
    page,
    Array.from({ length: COUNT }, (_, at) => ({
      customer: { customer_name: `Customer ${at}` },
      job_address: `${100 + at} Gable Street`,
      job_city: "Columbus, OH",
      job_status: at % 2 === 0 ? "lead" : "estimate_scheduled",
      job_estimate_date: now,
      job_categories: ["Gutters and downspout Replacement"],
      jobs_price: at === 0 ? 123_456.78 : 1000 + at,
      job_install_date: now + at * DAY,
    })),
  );
  await page.goto("/jobs");
  await expect(page.getByText(String(COUNT), { exact: true })).toBeVisible();
  await page.getByRole("radio", { name: "Table" }).check();
  const table = page.getByRole("table", { name: "Jobs" });
  const box = (at: number) => table.getByRole("checkbox", { name: `Select Customer ${at},` });
  await expect(box(25)).toBeVisible();
  await expectNoViolation(page, "the table of jobs");
  for (const width of [1024, 1280, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const [cut, tallest] = await table.evaluate((element) => [
      [...element.querySelectorAll("td span.rounded-full, td.text-right")].filter(
        ({ scrollWidth, clientWidth }) => scrollWidth > clientWidth,
      ).length,
      Math.max(
        ...[...element.querySelectorAll("tbody tr")].map(
          (row) => row.getBoundingClientRect().height,
        ),
      ),
    ]);
    expect(cut, `cut pills and prices at ${width} px`).toBe(0);
    expect(tallest, `height of a row at ${width} px`).toBeLessThanOrEqual(37);
  }

  await page.getByRole("button", { name: /^Status/ }).click();
  await expect(page.getByText("13", { exact: true })).toBeVisible();
  await expect(box(25)).toBeHidden();
  await box(24).check();
  await box(20).click({ modifiers: ["Shift"] });
  await box(20).press("Shift+ArrowDown");
  await expect(page.getByText("4 selected", { exact: true })).toBeVisible();
  await expectNoViolation(page, "the table with selected jobs");

  const office = await Office.open(page.context(), baseURL ?? "");
  const jobs = await office.query<{ _id: string; customer_name: string }[]>("jobs:getAll");
  const id = jobs.find((job) => job.customer_name === "Customer 22")?._id;
  await office.mutation("jobs:update", { id, job_status: "service" });
  await office.close();
  await expect(page.getByText("4 selected, 1 of them no longer in this list")).toBeVisible();
  await page.getByRole("button", { name: "Set status" }).click();
  await page.getByLabel("New status").selectOption("Approved");
  await page.getByRole("button", { name: "Set 4 jobs" }).click();
  await expect(page.getByText("3 jobs set to Approved")).toBeVisible();
  const left = page.getByRole("region", { name: "Jobs that were not changed" });
  await expect(left).toContainText("Customer 22, 122 Gable Street, Columbus, OH: Service");
  await expectNoViolation(page, "the list of jobs that were not changed");
  await expect(page.getByText("9", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(box(24)).toBeVisible();
  await expect(page.getByText("12", { exact: true })).toBeVisible();

  await box(24).check();
  await page.emulateMedia({ media: "print" });
  await expect(table.getByText("Customer 24")).toBeVisible();
  await expect(table.getByText("Customer 18")).toBeHidden();
  await expect(page.getByText("1 selected job")).toBeVisible();
});
