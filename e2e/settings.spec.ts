import { seedJobs } from "./support/jobs";
import { signUp } from "./support/people";
import { PHONE, expect, test } from "./support/test";

test.beforeEach(async ({ page }) => {
  await page.clock.install();
  await signUp(page);
  await page.goto("/settings");
  await expect(page.getByRole("heading", { name: "Settings" })).toBeVisible();
});

// Spec 4.26, 8.3, 8.4
test("Settings generates and deletes demo data, with exact counts", async ({ page }) => {
  const button = (name: string) => page.getByRole("button", { name });
  const confirms = button("Confirm Delete");
  const confirm = async (name: string) => {
    // The button ignores clicks for half a second.
    await page.clock.fastForward(500);
    await button(`Confirm Delete (${name})`).click();
  };

  await button("Fake customers and jobs").click();
  await expect(page.getByText("Created 50 customers and 100 jobs")).toBeVisible();
  await button("Fake inventory").click();
  const seeded = page.getByText(/^Seeded \d+ items, \d+ prices, \d+ colors$/);
  await expect(seeded).toBeVisible();
  const [items, prices, colors] = (await seeded.innerText()).match(/\d+/g)!;

  await button("Deduplicate customers").click();
  await expect(
    page.getByText(/^Deduped customers: groups affected \d+, duplicates removed \d+$/),
  ).toBeVisible();
  await button("Remove obsolete obtained date").click();
  await expect(page.getByText(/^Cleaned obtained_date from 0 of \d+ customers$/)).toBeVisible();

  await button("Delete inventory").click();
  await expect(confirms).toHaveCount(3);
  await confirm("Delete inventory");
  await expect(
    page.getByText(`Deleted ${items} items, ${prices} prices, ${colors} colors, 0 transactions`),
  ).toBeVisible();
  await expect(confirms).toHaveCount(0);

  await button("Delete customers and jobs").click();
  await confirm("Delete customers and jobs");
  await expect(page.getByText(/^Deleted \d+ customers and 100 jobs$/)).toBeVisible();

  // The message of the first time.
  await expect(seeded).toBeHidden();
  await button("Fake inventory").click();
  await expect(seeded).toBeVisible();
  await button("Delete all data").click();
  await confirm("Delete all data");
  await expect(
    page.getByText(
      `Deleted 0 customers, 0 jobs, ${items} items, ${prices} prices, ${colors} colors, 0 transactions`,
    ),
  ).toBeVisible();
  await page.goto("/jobs");
  await expect(page.getByText("No jobs yet. Use the Add button to add one.")).toBeVisible();
});

test("a double-click deletes nothing", async ({ page }) => {
  await page.setViewportSize(PHONE);
  await seedJobs(page, [
    {
      customer: { customer_name: "Olivia Hart" },
      job_address: "418 Maple Ridge Drive",
    },
  ]);
  await page.getByRole("button", { name: "Delete all data" }).dblclick();
  await expect(page.getByRole("button", { name: "Confirm Delete" })).toHaveCount(3);
  await page.getByRole("button", { name: "Keep everything" }).click();
  await expect(page.getByRole("button", { name: "Confirm Delete" })).toHaveCount(0);
  await page.goto("/jobs");
  await expect(page.getByText("418 Maple Ridge Drive")).toBeVisible();
});
