import { DANA } from "../support/clerkPeople";
import { expect, giveEmail, givePassword, test } from "../support/hostedTest";
import { addJob, jobCard, todayAt } from "../support/jobs";

test("a person signs in through Clerk's modal, adds a job, and signs out to the home page", async ({
  openHosted,
  clerk,
}) => {
  const page = await openHosted();
  await page.goto("/dashboard");
  await expect(page.getByText("Sign in required")).toBeVisible();
  await page.getByRole("main").getByRole("button", { name: "Sign In" }).click();
  await giveEmail(page, DANA.email);
  await givePassword(page, DANA.password);

  await expect(page.getByText("No jobs scheduled for this day.")).toBeVisible();
  await addJob(page, {
    customer: "Nora Finch",
    address: "4 Elm St",
    estimate: await todayAt(page, "09:30"),
  });
  await expect(jobCard(page, "Nora Finch")).toBeVisible();

  await page.getByRole("button", { name: "Open user menu" }).click();
  const menu = page.locator(".cl-userButtonPopoverCard");
  await expect(menu).toContainText("Dana Reyes");
  await expect(menu).toContainText(DANA.email);
  await menu.getByRole("button", { name: "Sign out", exact: true }).click();
  await expect(page).toHaveURL(/\/$/);
  await expect(page.getByRole("banner").getByRole("button", { name: "Sign In" })).toBeVisible();
  await page.goto("/dashboard");
  await expect(page.getByText("Sign in required")).toBeVisible();
  expect(clerk.tokens.length).toBeGreaterThan(0);
});

test.describe("a wrong password", () => {
  // The browser logs the refused request.
  test.use({ expectedConsoleErrors: /status of 422/ });

  test("a wrong password shows an error at its field, and the right one signs in", async ({
    openHosted,
  }) => {
    const page = await openHosted();
    await page.goto("/");
    await page.getByRole("banner").getByRole("button", { name: "Sign In" }).click();
    await giveEmail(page, DANA.email);
    await givePassword(page, "not-my-password");
    await expect(page.locator(".cl-formFieldErrorText__password")).toContainText(
      "Password is incorrect",
    );
    await givePassword(page, DANA.password);
    await expect(page.getByRole("button", { name: "Open user menu" })).toBeVisible();
  });
});
