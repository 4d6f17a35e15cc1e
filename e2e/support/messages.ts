import { expect, type Page } from "@playwright/test";
import { seedJobs, todayAt } from "./jobs";
import { signUp } from "./people";
import { PHONE } from "./test";

/** Opens the day of a person with an estimate (Ruth Okafor) and an install (Amir Haddad). */
export async function openVisits(page: Page) {
  await page.setViewportSize(PHONE);
  await signUp(page);
  await page.goto("/dashboard");
  const [first, second] = [
    await todayAt(page, "23:58"),
    await todayAt(page, "23:59"),
  ];
  const at = (time: string) =>
    page.evaluate((local) => new Date(local).getTime(), time);
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
      job_estimate_date: await at(first),
    },
    {
      customer: { customer_name: "Amir Haddad", customer_phone: "5550100002" },
      job_address: "9 Elm Street",
      job_notes: "Call first.",
      job_status: "install_scheduled",
      job_install_date: await at(second),
    },
  ]);
  await expect(page.getByRole("article")).toHaveCount(2);
}
