import { DANA, IVY, LENA, MARCUS } from "../support/clerkPeople";
import { expect, switchTo, test } from "../support/hostedTest";
import { addJob, jobCard, todayAt } from "../support/jobs";

test("a new job shows to a teammate and not to another organization", async ({ openAs }) => {
  const dana = await openAs(DANA);
  const marcus = await openAs(MARCUS);
  await expect(marcus.getByText("No jobs scheduled for this day.")).toBeVisible();
  const ivy = await openAs(IVY);

  await addJob(dana, {
    customer: "Nora Finch",
    address: "4 Elm St",
    estimate: await todayAt(dana, "09:30"),
  });
  await expect(jobCard(marcus, "Nora Finch")).toBeVisible();
  // Ivy's job is added after Dana's: when it shows, Dana's would have shown too.
  await addJob(ivy, {
    customer: "Omar Diaz",
    address: "8 Oak Ave",
    estimate: await todayAt(ivy, "10:00"),
  });
  await expect(jobCard(ivy, "Omar Diaz")).toBeVisible();
  await expect(ivy.getByText("Nora Finch")).toBeHidden();
  await expect(marcus.getByText("Omar Diaz")).toBeHidden();
});

test("switching the organization shows its workspace, and nothing of the previous one", async ({
  openAs,
  clerk,
}) => {
  const page = await openAs(MARCUS);
  await addJob(page, {
    customer: "Nora Finch",
    address: "4 Elm St",
    estimate: await todayAt(page, "09:30"),
  });
  await expect(jobCard(page, "Nora Finch")).toBeVisible();

  // Holds back the other organization's token, to check what the page shows until it arrives.
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  clerk.beforeToken = () => released;
  await switchTo(page, "Bell Exteriors");
  // Neither the job nor the toast that named it.
  await expect(page.getByText("Nora Finch")).toHaveCount(0);
  await expect(page.getByText("Something went wrong!")).toBeHidden();
  await expect(page.getByText("Sign in required")).toBeHidden();
  release();
  await expect(page.getByText("No jobs scheduled for this day.")).toBeVisible();
  await expect(page.getByText("Nora Finch")).toBeHidden();

  await switchTo(page, "Reyes Gutters");
  await expect(jobCard(page, "Nora Finch")).toBeVisible();
});

test("Team opens Clerk's profile of the organization, with its people", async ({ openAs }) => {
  const page = await openAs(DANA);
  await page.getByRole("button", { name: "Open user menu" }).click();
  await page.getByRole("button", { name: "Team", exact: true }).click();
  const profile = page.locator(".cl-organizationProfile-root");
  await expect(profile).toContainText("Reyes Gutters");
  await profile.getByRole("button", { name: "Members" }).click();
  for (const person of [DANA, MARCUS]) {
    await expect(profile.getByText(person.email)).toBeVisible();
  }
});

test('an admin sees no "Delete organization", not even where Clerk still allows it', async ({
  openAs,
}) => {
  const page = await openAs(LENA);
  for (const { name, offersDeletion } of [
    { name: "Torres Trim", offersDeletion: 1 },
    { name: "Bell Exteriors", offersDeletion: 0 },
  ]) {
    if (name !== "Torres Trim") await switchTo(page, name);
    await page.getByRole("button", { name: "Open user menu" }).click();
    await page.getByRole("button", { name: "Team", exact: true }).click();
    const profile = page.locator(".cl-organizationProfile-root");
    await expect(profile).toContainText(name);
    await expect(profile.getByRole("button", { name: "Leave organization" })).toBeVisible();
    // Clerk draws its button, and the page hides it.
    const deletion = profile.locator("button", {
      hasText: "Delete organization",
    });
    await expect(deletion).toHaveCount(offersDeletion);
    await expect(deletion.filter({ visible: true })).toHaveCount(0);
    await page.locator(".cl-modalCloseButton").click();
  }
});
