import { expectClosed } from "../support/dialog";
import { DANA } from "../support/clerkPeople";
import { savedRows } from "../support/device";
import { expect, giveEmail, givePassword, test } from "../support/hostedTest";
import { addJob, openJob, todayAt } from "../support/jobs";

// The browser logs the refused token request of the tab that is still open.
test.use({ expectedConsoleErrors: /status of 401/ });

test("a form stays when another tab signs out, and is saved after a new sign-in above it", async ({
  openAs,
}) => {
  const page = await openAs(DANA);
  await addJob(page, {
    customer: "Nora Finch",
    address: "4 Elm St",
    estimate: await todayAt(page, "23:45"),
  });
  const dialog = await openJob(page, "Nora Finch");
  const notes = dialog.getByLabel("Notes");
  await notes.fill("Gate code 4412");
  await expect.poll(() => savedRows(page, "typed")).toBe(1);

  const other = await page.context().newPage();
  await other.goto("/dashboard");
  await other.getByRole("button", { name: "Open user menu" }).click();
  await other
    .locator(".cl-userButtonPopoverCard")
    .getByRole("button", { name: "Sign out", exact: true })
    .click();
  await other.getByRole("button", { name: "Sign out and discard" }).click();
  await expect(other.getByRole("banner").getByRole("button", { name: "Sign In" })).toBeVisible();

  const notice = page.getByText("Sign in again to save what you typed here.");
  await expect(notice).toBeVisible();
  await expect(notes).toHaveValue("Gate code 4412");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await giveEmail(page, DANA.email);
  await givePassword(page, DANA.password);
  await expect(notice).toBeHidden();
  await expect(notes).toHaveValue("Gate code 4412");
  await dialog.getByRole("button", { name: "Save Changes" }).click();
  await expectClosed(dialog);
  await page.reload();
  await openJob(page, "Nora Finch");
  await expect(notes).toHaveValue("Gate code 4412");
});
