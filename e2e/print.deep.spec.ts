import type { Page } from "@playwright/test";
import { seedJobs, todayAt } from "./support/jobs";
import { signUp } from "./support/people";
import { seedDefaults } from "./support/stock";
import { expect, test } from "./support/test";

const VISITS = 10;
const LETTER = { format: "Letter" } as const;

/** The sheets of paper. */
async function sheets(page: Page): Promise<number> {
  const file = (await page.pdf(LETTER)).toString("latin1");
  return file.match(/\/Type \/Page\b/g)?.length ?? 0;
}

test("a day of ten visits prints on one sheet, and the jobs say how many of how many", async ({
  page,
}) => {
  await signUp(page);
  await page.goto("/");
  const at = await page.evaluate(
    (time) => new Date(time).getTime(),
    await todayAt(page, "23:00"),
  );
  await seedJobs(
    page,
    Array.from({ length: VISITS }, (_, index) => ({
      customer: {
        customer_name: `Customer ${index + 1} of Maple Ridge`,
        customer_phone: `614555010${index}`,
      },
      job_address: `${14_821 + index} Sycamore Ridge Road, Building ${index}`,
      job_city: "Springfield",
      job_status: "approved",
      job_notes:
        "Gate code 4711, dog in the yard.\nCall before arriving, park in the street.",
      job_install_date: at + index * 60_000,
    })),
  );
  await page.goto("/dashboard");
  await expect(page.getByRole("article")).toHaveCount(VISITS);
  expect(await sheets(page)).toBe(1);
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("button", { name: "Add job" })).toBeHidden();
  await expect(page.getByRole("navigation")).toBeHidden();
  await expect(page.getByText("Gate code 4711").last()).toBeVisible();
  await expect(page.getByText("(614) 555-0109")).toBeVisible();

  await page.emulateMedia({ media: "screen" });
  await page.goto("/jobs");
  await expect(
    page.getByRole("list", { name: "Jobs" }).getByRole("listitem"),
  ).toHaveCount(VISITS);
  await page.emulateMedia({ media: "print" });
  await expect(page.getByText(`${VISITS} of ${VISITS} jobs`)).toBeVisible();
});

test("a month prints on one sheet, with every visit of a crowded day", async ({
  page,
}) => {
  await signUp(page);
  await page.goto("/");
  const at = await page.evaluate(() => new Date(2026, 10, 18, 9).getTime());
  const names = Array.from({ length: 9 }, (_, index) => `Customer ${index}`);
  await seedJobs(
    page,
    names.map((customer_name, index) => ({
      customer: { customer_name },
      job_address: `${index + 1} Oak St`,
      job_estimate_date: at + index * 60_000,
    })),
  );
  await page.goto("/calendar?month=2026-11");
  const crowded = page.getByRole("cell").filter({
    has: page.getByRole("link", { name: /^Wednesday, November 18/ }),
  });
  await expect(crowded.getByText("Customer 5")).toBeVisible();
  await expect(crowded.getByText("Customer 8")).toBeHidden();
  await expect(crowded.getByText("+3")).toBeVisible();
  expect(await sheets(page)).toBe(1);
  await page.emulateMedia({ media: "print" });
  for (const name of names) await expect(crowded.getByText(name)).toBeVisible();
  await expect(crowded.getByText("+3")).toBeHidden();
});

test("the prices print whole", async ({ page }) => {
  await signUp(page);
  await seedDefaults(page);
  const table = page.getByRole("region", { name: "Current Prices" });
  const hidden = () =>
    table.evaluate((box) => box.scrollHeight - box.clientHeight);
  await expect(table.getByRole("row")).not.toHaveCount(1);
  await expect.poll(hidden).toBeGreaterThan(0);
  await page.emulateMedia({ media: "print" });
  await expect.poll(hidden).toBe(0);
  expect(await sheets(page)).toBeGreaterThan(1);
});
