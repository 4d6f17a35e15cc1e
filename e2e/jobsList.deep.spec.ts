import { seedJobs } from "./support/jobs";
import { signUp } from "./support/people";
import { expect, test } from "./support/test";

const HOUR = 3_600_000;
const STATUSES = ["lead", "called", "approved", "service", "cancelled"];

// Spec 1.16
test("search, filter and sort of the list apply to all jobs, not only the first page", async ({
  page,
}) => {
  await signUp(page);
  const now = Date.now();
  await seedJobs(
    page,
    Array.from({ length: 120 }, (_, at) => ({
      customer: {
        customer_name: at === 3 ? "Zoë Ångström" : `Customer ${at}`,
        customer_phone: at === 3 ? "6145550188" : undefined,
      },
      job_address: `${100 + at} Gable Street`,
      job_status: STATUSES[at % STATUSES.length],
      // The oldest jobs are the farthest in time, except number 5, which is the nearest.
      job_estimate_date: now + (at === 5 ? 1 : 500 - at) * HOUR,
      job_notes: at === 7 ? "copper downspout, please" : undefined,
    })),
  );

  await page.goto("/jobs");
  const cards = page.getByRole("main").getByRole("listitem");
  await expect(cards.first()).toContainText("219 Gable Street");

  await page.getByRole("button", { name: /^ID/ }).click();
  await expect(cards.first()).toContainText("100 Gable Street");
  await page.getByRole("button", { name: /^Date/ }).click();
  await expect(cards.first()).toContainText("105 Gable Street");
  await page.getByRole("button", { name: /^Date/ }).click();
  await expect(cards.first()).toContainText("100 Gable Street");

  const search = page.getByPlaceholder(
    "search jobs by name, address, notes, phone, job/customer id",
  );
  for (const [term, address] of [
    ["angstrom", "103 Gable Street"],
    ["(614) 555-01", "103 Gable Street"],
    ["COPPER", "107 Gable Street"],
    ["C-1001", "100 Gable Street"],
    ["219 gable", "219 Gable Street"],
  ] as const) {
    await search.fill(term);
    await expect(cards).toHaveCount(1);
    await expect(cards.first()).toContainText(address);
  }
  await search.fill("no such thing");
  await expect(cards).toHaveCount(0);
  await search.fill("");
  await expect(cards.first()).toBeVisible();

  const status = page.getByRole("button", { name: /^Status/ });
  const cycle = [
    "New Lead",
    "Called",
    "Estimate Scheduled",
    "Estimate Delivered",
    "Approved",
    "Install Scheduled",
    "Install Complete",
    "Installed and Paid",
    "Service",
    "All",
  ];
  await expect(status).toContainText("All");
  for (const label of cycle) {
    await status.click();
    await expect(status).toContainText(label);
  }
});

test("the highest price stays in its column of the table, and an address has room for a street", async ({
  page,
}) => {
  await signUp(page);
  await seedJobs(
    page,
    [10_000_000, 1_234_567.89].map((jobs_price, at) => ({
      customer: { customer_name: `Customer ${at}` },
      job_address: "1 Elm Street",
      jobs_price,
    })),
  );
  await page.goto("/jobs?view=table");
  const row = page.getByRole("row", { name: /\$10,000,000\.00/ });
  await expect(row).toBeVisible();
  for (const width of [1024, 1280, 1366, 1440, 1920]) {
    await page.setViewportSize({ width, height: 800 });
    for (const text of ["$10,000,000.00", "1 Elm Street"]) {
      const cell = row.getByRole("cell", { name: text, exact: true });
      expect(await cell.evaluate(spareWidth), `${text}, ${width} px`).toBeGreaterThan(-0.5);
    }
    const address = await row
      .getByRole("cell", { name: "1 Elm Street", exact: true })
      .boundingBox();
    expect(address!.width, `${width} px`).toBeGreaterThan(140);
  }
});

/** How much wider a cell is than its text with its padding. */
function spareWidth(cell: Element): number {
  const text = document.createRange();
  text.selectNodeContents(cell);
  const { paddingLeft, paddingRight } = getComputedStyle(cell);
  const { width } = text.getBoundingClientRect();
  return cell.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight) - width;
}

test("scrolling to the end loads all jobs", async ({ page }) => {
  await signUp(page);
  await seedJobs(
    page,
    Array.from({ length: 70 }, (_, at) => ({
      customer: { customer_name: `Customer ${at}` },
      job_address: `${100 + at} Gable Street`,
    })),
  );
  await page.goto("/jobs");
  await page.getByRole("button", { name: /^ID/ }).click();
  const list = page.getByRole("list", { name: "Jobs" });
  const last = list.getByRole("button").filter({ hasText: "169 Gable Street" });
  await expect(async () => {
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await expect(last).toBeInViewport({ timeout: 500 });
  }).toPass();
  // Far from the screen, a job is only text.
  for (let at = 0; at < 70; at++) await expect(list).toContainText(`${100 + at} Gable Street`);
});

test("a long list renders cards only near the screen, and all of them on paper", async ({
  page,
}) => {
  await signUp(page);
  const count = 96;
  await seedJobs(
    page,
    Array.from({ length: count }, (_, at) => ({
      customer: { customer_name: `Customer ${at}` },
      job_address: `${100 + at} Gable Street`,
    })),
  );
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/jobs");
  const cards = page.getByRole("list", { name: "Jobs" }).getByRole("button");
  const last = cards.filter({ hasText: "100 Gable Street" });
  await expect(async () => {
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await expect(last).toBeInViewport({ timeout: 200 });
  }).toPass();
  await expect.poll(() => cards.count()).toBeLessThan(count / 2);

  const printed = await page.evaluate(() => {
    dispatchEvent(new Event("beforeprint"));
    return document.querySelectorAll("ul[aria-label=Jobs] button").length;
  });
  expect(printed).toBe(count);
  await page.evaluate(() => dispatchEvent(new Event("afterprint")));

  await page.evaluate(() => scrollTo(0, 0));
  const first = cards.filter({ hasText: "195 Gable Street" });
  await expect(first).toBeInViewport();
});
