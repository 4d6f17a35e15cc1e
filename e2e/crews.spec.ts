import { expectAccessible } from "./support/accessibility";
import { closeDialog } from "./support/dialog";
import { jobCard } from "./support/jobs";
import { call } from "./support/office";
import { signUp } from "./support/people";
import { DESKTOP, expect, test } from "./support/test";

test.use({ viewport: DESKTOP });

test("an office names a crew at a visit, sees its visits alone, moves them, and renames the crew everywhere", async ({
  page,
}) => {
  test.slow();
  await signUp(page);
  const at = (hour: number) => page.evaluate((h) => new Date(2027, 5, 15, h, 30).getTime(), hour);
  for (const [customer_name, hour] of [
    ["Noor Haddad", 10],
    ["Ruth Vale", 13],
  ] as const)
    await call(page.request, "mutation", {
      path: "jobs:create",
      args: {
        ...{ customer: { customer_name }, job_address: "14821 Sycamore Road" },
        ...{ job_install_date: await at(hour), job_status: "approved" },
      },
    });

  await page.goto("/dashboard?date=2027-06-15");
  await expect(page.getByLabel("Crew", { exact: true })).toHaveCount(0);
  await jobCard(page, "Noor Haddad").getByRole("button").first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Install crew").fill("Crew 2");
  await closeDialog(dialog);
  await expect(jobCard(page, "Noor Haddad")).toContainText("Crew 2");

  await page.getByLabel("Crew", { exact: true }).selectOption("Crew 2");
  await expect(page).toHaveURL(/crew=crew/);
  await expect(jobCard(page, "Ruth Vale")).toHaveCount(0);
  await expectAccessible(page, "the visits of one crew");
  await page.setViewportSize(DESKTOP);
  await page.getByRole("button", { name: "Move this day's visits" }).click();
  const move = page.getByRole("dialog", { name: "Move this day's visits" });
  await expect(move).toContainText("The open visits of Crew 2");
  await expect(move.getByRole("button", { name: "Move 1 visit" })).toBeEnabled();
  await closeDialog(move);

  await page.goto("/calendar?view=week&date=2027-06-15");
  await page.getByLabel("Crew", { exact: true }).selectOption("Crew 2");
  await expect(page.getByText("1 of 2 visits, Crew 2")).toBeVisible();
  await expect(page.getByTitle(/Noor Haddad/)).toBeVisible();
  await expect(page.getByTitle(/Ruth Vale/)).toHaveCount(0);
  await page.getByText("1 of 2 visits, Crew 2").click();
  await expect(page).not.toHaveURL(/crew=/);
  await page.getByLabel("Crew", { exact: true }).selectOption("Change crews ...");
  const crews = page.getByRole("dialog", { name: "Crews" });
  await crews.getByLabel("Name of Crew 2").fill("Red crew");
  await crews.getByRole("button", { name: "Done" }).click();
  await expect(page.getByTitle(/Red crew: Noor Haddad/)).toBeVisible();
  await page.getByTitle(/Red crew: Noor Haddad/).click();
  await expect(jobCard(page, "Noor Haddad")).toContainText("Red crew");
});
