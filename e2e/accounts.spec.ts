import {
  OWNER,
  TEAMMATE,
  createFirstAccount,
  fillAccount,
  openSignIn,
  signIn,
} from "./support/people";
import { addJob, jobCard, todayAt } from "./support/jobs";
import { expect, testOnFreshServer as test } from "./support/test";

// Spec 0.1, 1.1
test("the first person signs up freely; everyone else needs an invitation", async ({
  page,
  openWindow,
}) => {
  const notice = page.getByText("This server has no account yet.");
  await page.goto("/");
  await expect(notice).toBeVisible();
  await createFirstAccount(page);
  await expect(notice).toBeHidden();
  await page.goto("/dashboard");
  await addJob(page, {
    customer: "Theo Marsh",
    address: "3 Mill Pond",
    estimate: await todayAt(page, "23:20"),
  });

  const uninvited = await openWindow();
  await uninvited.goto("/");
  await openSignIn(uninvited);
  await expect(
    uninvited
      .getByRole("dialog")
      .getByRole("button", { name: "Create account" }),
  ).toBeHidden();

  await page.getByRole("button", { name: OWNER.name }).click();
  await page.getByText("Invite a teammate").click();
  const field = page.getByRole("dialog").getByRole("textbox");
  await expect(field).toHaveValue(/\?invite=./);
  const link = await field.inputValue();

  const teammate = await openWindow();
  await teammate.goto(link);
  await fillAccount(teammate, TEAMMATE);
  await teammate.goto("/dashboard");
  await expect(jobCard(teammate, "Theo Marsh")).toBeVisible();

  await uninvited.goto(link);
  await expect(uninvited.getByRole("dialog")).toContainText(/invitation/i);
  await expect(
    uninvited
      .getByRole("dialog")
      .getByRole("button", { name: "Create account" }),
  ).toBeHidden();
});

// Spec 2.5, 2.18
test("signing out returns to the home page and closes the gate; signing in opens it", async ({
  page,
}) => {
  await createFirstAccount(page);
  await page.goto("/jobs");
  await expect(
    page.getByText("No jobs yet. Use the Add button to add one."),
  ).toBeVisible();

  await page.getByRole("button", { name: OWNER.name }).click();
  await page.getByText("Sign out").click();
  await expect(page).toHaveURL(/\/$/);
  await expect(
    page.getByRole("button", { name: "Sign In", exact: true }),
  ).toBeVisible();
  await page.goto("/jobs");
  await expect(page.getByText("Sign in required")).toBeVisible();

  await signIn(page, OWNER);
  await page.goto("/jobs");
  await expect(
    page.getByText("No jobs yet. Use the Add button to add one."),
  ).toBeVisible();
});
