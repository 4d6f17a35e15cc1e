import { OWNER, TEAMMATE, fillAccount, openSignIn } from "./support/people";
import { instantToday, jobCard, seedJobs } from "./support/jobs";
import { expect, testOnFreshServer as test } from "./support/test";

// Spec 0.1, 1.1
test("the first person signs up freely; everyone else needs an invitation", async ({
  page,
  openWindow,
}) => {
  const notice = page.getByText("This server has no account yet.");
  await page.goto("/");
  await expect(notice).toBeVisible();
  await openSignIn(page);
  await fillAccount(page, OWNER);
  await expect(notice).toBeHidden();
  await seedJobs(page, [
    {
      customer: { customer_name: "Theo Marsh" },
      job_address: "3 Mill Pond",
      job_estimate_date: await instantToday(page, "23:20"),
    },
  ]);
  await page.goto("/dashboard");

  const uninvited = await openWindow();
  await uninvited.goto("/");
  await openSignIn(uninvited);
  await expect(
    uninvited.getByRole("dialog").getByRole("button", { name: "Create account" }),
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
    uninvited.getByRole("dialog").getByRole("button", { name: "Create account" }),
  ).toBeHidden();
});
