import { expectClosed } from "./support/dialog";
import { expectNoViolation } from "./support/accessibility";
import { addJob, jobCard, todayAt } from "./support/jobs";
import { openFromMenu, OWNER, signUp } from "./support/people";
import { PHONE, expect, test } from "./support/test";

test("the history undoes a change and a deletion", async ({ page }) => {
  await page.setViewportSize(PHONE);
  await signUp(page);
  await page.goto("/dashboard");
  await addJob(page, {
    customer: "Theo Marsh",
    address: "3 Mill Pond",
    estimate: await todayAt(page, "23:20"),
  });

  await jobCard(page, "Theo Marsh").click();
  const dialog = page.getByRole("dialog", { name: "Edit Job" });
  await dialog.getByLabel("Status").selectOption("Approved");
  await expect(page.getByText("Saved").first()).toBeVisible();
  await dialog.getByRole("button", { name: "Show history" }).click();
  const job = dialog.getByRole("region", { name: "Job" });
  await expect(job.getByText("Status: New Lead → Approved")).toBeVisible();
  await expect(job.getByText(OWNER.name).first()).toBeVisible();
  await job
    .getByRole("button", { name: /^Undo Theo Marsh/ })
    .first()
    .click();
  await expect(job.getByText("Status: Approved → New Lead")).toBeVisible();
  await expect(dialog.getByLabel("Status")).toHaveValue("lead");

  await dialog.getByRole("button", { name: "Delete" }).click();
  await dialog.getByRole("button", { name: "Confirm Delete" }).click();
  await expectClosed(dialog);
  await expect(jobCard(page, "Theo Marsh")).toBeHidden();

  const history = await openFromMenu(page, "Recent changes");
  await expect(history.getByText("Job deleted")).toBeVisible();
  await history.getByRole("tab", { name: "Deleted" }).click();
  await expectNoViolation(page, "the history");
  await history.getByRole("button", { name: "Restore Theo Marsh, 3 Mill Pond" }).click();
  await expect(history.getByText("Nothing was deleted.")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(jobCard(page, "Theo Marsh")).toBeVisible();
});
