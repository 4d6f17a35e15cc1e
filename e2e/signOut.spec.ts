import { OWNER, fillSignIn, openSignIn, signUp } from "./support/people";
import { expect, test } from "./support/test";

// Spec 2.5, 2.18
test("signing out returns to the home page and closes the gate; signing in opens it", async ({
  page,
}) => {
  const jobs = page.getByText("No jobs yet. Use the Add button to add one.");
  await signUp(page);
  await page.goto("/jobs");
  await expect(jobs).toBeVisible();

  await page.getByRole("button", { name: OWNER.name }).click();
  await page.getByText("Sign out").click();
  await expect(page).toHaveURL(/\/$/);
  await expect(page.getByRole("button", { name: "Sign In", exact: true })).toBeVisible();
  await page.goto("/jobs");
  await expect(page.getByText("Sign in required")).toBeVisible();

  await openSignIn(page);
  await fillSignIn(page);
  await expect(jobs).toBeVisible();
  await page.reload();
  await expect(jobs).toBeVisible();
});
