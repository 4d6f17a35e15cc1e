import { expectAccessible } from "./support/accessibility";
import { call } from "./support/office";
import { signUp } from "./support/people";
import { DESKTOP, expect, test } from "./support/test";

test.use({ viewport: DESKTOP });

test("last year's cleaning stands under Due again, and is booked in two taps", async ({ page }) => {
  await signUp(page);
  const lastYear = await page.evaluate(() => {
    const day = new Date();
    return day.setFullYear(day.getFullYear() - 1, day.getMonth(), 1);
  });
  await call(page.request, "mutation", {
    path: "jobs:create",
    args: {
      customer: { customer_name: "Noor Haddad" },
      ...{ job_address: "14821 Sycamore Road", job_status: "installed_paid" },
      job_categories: ["Gutter cleaning"],
      job_install_date: lastYear,
    },
  });

  await page.goto("/calendar?view=week");
  const due = page.getByRole("region", { name: "Due again" });
  await due.getByRole("button", { name: /^Set when/ }).click();
  const option = page.getByRole("dialog", {
    name: "Gutter cleaning due again",
  });
  await option.getByLabel("Gutter cleaning due again after").fill("12");
  await option.getByRole("button", { name: "Save" }).click();
  await expect(due).toContainText("Noor Haddad");
  await expectAccessible(page, "what is due again");

  await due.getByRole("button", { name: "Book Noor Haddad again" }).click();
  const dialog = page.getByRole("dialog", { name: "Create Job" });
  const install = dialog.getByRole("combobox", { name: "Install date" });
  await expect(install).not.toHaveValue("");
  await expect(install).toBeFocused();
  await dialog.getByRole("button", { name: "Save Job" }).click();
  await expect(due).not.toContainText("Noor Haddad");
});
