import { call } from "./support/office";
import { editDialog, seedJobs } from "./support/jobs";
import { expectClosed } from "./support/dialog";
import { skipToIdle } from "./support/pageParts";
import { signUp } from "./support/people";
import { expect, test } from "./support/test";

test("a customer opens over any screen with all their work, is booked again, and is deleted and restored with their jobs", async ({
  page,
}) => {
  await page.clock.install();
  await signUp(page);
  await seedJobs(page, [
    {
      customer: { customer_name: "Ruth Okafor", customer_phone: "6145550188" },
      job_address: "72 Birch Street",
      job_city: "Troy",
      job_categories: ["Gutter cleaning"],
      job_status: "installed_paid",
      jobs_price: 450,
    },
    {
      job_customer_id: "C-1001",
      job_address: "8 Oak Street",
      job_status: "completed",
      jobs_price: 1200.5,
    },
    { job_customer_id: "C-1001", job_address: "9 Oak Street" },
  ]);
  await page.goto("/calendar?customer=C-1001");
  const customer = page.getByRole("dialog", { name: "Customer C-1001" });
  const jobs = customer.getByRole("list", { name: "Jobs of the customer" }).getByRole("button");
  await expect(jobs).toHaveCount(3);
  await expect(jobs.first()).toContainText("9 Oak Street");
  const sums = customer.getByRole("region", { name: "Sums" });
  await expect(sums).toContainText("Installed and Paid, total$450.00");
  await expect(sums).toContainText("Install Complete, total$1,200.50");
  await expect(sums).toContainText("Jobs without a price1");

  await customer.getByLabel("Email", { exact: true }).fill("ruth@okafor.test");
  await customer.getByLabel("Phone", { exact: true }).focus();
  await expect.poll(async () => await storedEmail()).toBe("ruth@okafor.test");

  await jobs.last().click();
  const job = editDialog(page);
  await expect(job.getByLabel("Address", { exact: true })).toHaveValue("72 Birch Street");
  await job.getByRole("button", { name: "Open C-1001" }).first().click();
  await expect(customer).toBeVisible();
  await expect(page).toHaveURL(/job=.*customer=C-1001/);
  await page.goBack();
  await expectClosed(customer);
  await expect(job).toBeVisible();
  await expect(page).not.toHaveURL(/customer=/);

  await job.getByRole("button", { name: "Book again" }).click();
  const create = page.getByRole("dialog", { name: "Create Job" });
  await expect(create.getByLabel("Customer")).toHaveValue("Ruth Okafor");
  await expect(create.getByLabel("Address", { exact: true })).toHaveValue("72 Birch Street");
  await expect(create.getByLabel("City")).toHaveValue("Troy");
  await expect(create.getByLabel("Price")).toHaveValue("");
  await create.getByRole("button", { name: "Save Job" }).click();
  await expectClosed(create);

  await page.goto("/inventory?customer=C-1001");
  await expect(jobs).toHaveCount(4);
  await skipToIdle(page);
  const remove = customer.getByRole("button", { name: "Delete", exact: true });
  const confirm = customer.getByRole("button", { name: /^Delete with/ });
  // The button asks for five seconds only, which may pass on a busy machine.
  await expect(async () => {
    if (await remove.isVisible()) await remove.click();
    await confirm.click({ timeout: 5000 });
  }).toPass();
  await expectClosed(customer);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("Undone")).toBeVisible();
  await page.goto("/calculator?customer=C-1001");
  await expect(jobs).toHaveCount(4);

  await page.goto("/jobs?customer=C-9999");
  await expect(page.getByText("No customer has the number C-9999.")).toBeVisible();

  async function storedEmail() {
    const found = (await call(page.request, "query", {
      path: "customers:getByCustomerId",
      args: { customer_id: "C-1001" },
    })) as { customer_email?: string };
    return found.customer_email;
  }
});
