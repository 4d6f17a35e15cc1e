import { expect, type Locator, type Page } from "@playwright/test";
import { seedJobs } from "./jobs";
import { signUp } from "./people";

const NOW = new Date("2026-11-11T10:00:00-05:00");
const at = (text: string) => new Date(text).getTime();

/** Opens the week of a person with a visit on Wednesday and a job that waits for its install date. */
export async function openWeek(page: Page) {
  await page.clock.install({ time: NOW });
  await signUp(page);
  await seedJobs(page, [
    {
      customer: { customer_name: "Olivia Hart" },
      job_address: "418 Maple Ridge Drive",
      job_estimate_date: at("2026-11-11T14:00:00-05:00"),
    },
    {
      customer: { customer_name: "Ruth Okafor" },
      job_address: "72 Birch Street",
      job_status: "approved",
    },
  ]);
  await page.goto("/calendar");
  await page.getByRole("radio", { name: "Week" }).click();
  await expect(page).toHaveURL(/view=week/);
  await expect(visit(page, "Olivia Hart")).toBeVisible();
}

export function visit(page: Page, name: string): Locator {
  return page.getByRole("listitem").getByRole("link", { name });
}

/** The column of a day of 2026, such as "Friday, November 13". */
export function day(page: Page, name: string): Locator {
  return page.getByRole("region", { name: `${name}, 2026` });
}
