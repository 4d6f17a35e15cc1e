import { OWNER, createFirstAccount, openSignIn } from "./support/people";
import { expect, testOnFreshServer as test } from "./support/test";

test.describe("wrong passwords", () => {
  // The browser logs every response with an error status.
  test.use({ expectedConsoleErrors: /status of 401/ });

  test("a wrong password is refused in the form, which keeps the email address", async ({
    page,
    openWindow,
  }) => {
    await createFirstAccount(page);
    const other = await openWindow();
    await other.goto("/");
    await openSignIn(other);
    const modal = other.getByRole("dialog");
    await modal.getByLabel("E-mail").fill(OWNER.email);
    await modal.getByLabel("Password").fill("rain-goes-up-9");
    await modal.getByRole("button", { name: "Sign in", exact: true }).click();
    await expect(modal.getByRole("alert")).toBeVisible();
    await expect(modal.getByLabel("E-mail")).toHaveValue(OWNER.email);
  });
});
