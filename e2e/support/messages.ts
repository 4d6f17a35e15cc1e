import { expect, type Page } from "@playwright/test";
import { instantToday, seedJobs } from "./jobs";
import { signUp } from "./people";
import { PHONE } from "./test";

/** Opens the day of a person with an estimate (Ruth Okafor) and an install (Amir Haddad). */
export async function openVisits(page: Page) {
  await page.setViewportSize(PHONE);
  await signUp(page);
  await seedJobs(page, [
    {
      customer: {
        customer_name: "Ruth Okafor",
        customer_phone: "5550100001",
      },
      job_address: "72 Birch Street",
      job_city: "Springfield",
      job_notes: "Gate code 4417.",
      job_status: "estimate_scheduled",
      job_estimate_date: await instantToday(page, "23:58"),
    },
    {
      customer: { customer_name: "Amir Haddad", customer_phone: "5550100002" },
      job_address: "9 Elm Street",
      job_notes: "Call first.",
      job_status: "install_scheduled",
      job_install_date: await instantToday(page, "23:59"),
    },
  ]);
  await page.goto("/dashboard");
  await expect(page.getByRole("article")).toHaveCount(2);
}
