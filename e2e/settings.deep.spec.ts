import { seedJobs } from "./support/jobs";
import { signUp } from "./support/people";
import { expect, test } from "./support/test";

test.beforeEach(async ({ page }) => {
  await signUp(page);
  await page.goto("/settings");
  await expect(page.getByRole("heading", { name: "Settings" })).toBeVisible();
});

// Spec 8.3
test("Settings merges duplicates into one customer with all their jobs", async ({ page }) => {
  const twin = {
    customer_name: "Sam Whitfield",
    customer_phone: "6145550188",
  };
  await seedJobs(page, [
    { customer: twin, job_address: "9 Quarry Lane" },
    { customer: twin, job_address: "11 Quarry Lane" },
    {
      customer: { customer_name: "Olivia Hart" },
      job_address: "418 Maple Ridge Drive",
    },
  ]);
  await page.getByRole("button", { name: "Deduplicate customers" }).click();
  await expect(
    page.getByText("Deduped customers: groups affected 1, duplicates removed 1"),
  ).toBeVisible();
  await page.goto("/jobs");
  await page.getByRole("searchbox").fill("C-1001");
  const cards = page.getByRole("main").getByRole("listitem");
  await expect(cards).toHaveCount(2);
});
