import type { Page } from "@playwright/test";
import { BELL, DANA, MARCUS, REYES } from "../support/clerkPeople";
import { claimsOf, expect, switchTo, test } from "../support/hostedTest";
import { addJob, jobCard, todayAt } from "../support/jobs";

test("each of two tabs shows and deletes its own office alone, through renewals of both tokens", async ({
  openAs,
  clerk,
}) => {
  clerk.tokenLifetimeSeconds = 8;
  const { reyes, bell } = await openTwoTabs(await openAs(MARCUS));

  // Clerk makes each token for the organization that either tab chose last.
  const issued = clerk.tokens.length;
  await expect.poll(() => clerk.tokens.length).toBeGreaterThan(issued + 4);
  await expect(jobCard(reyes, "Nora Finch")).toBeVisible();
  await expect(reyes.getByText("Omar Diaz")).toHaveCount(0);
  await expect(jobCard(bell, "Omar Diaz")).toBeVisible();
  await expect(bell.getByText("Nora Finch")).toHaveCount(0);

  for (const [tab, office] of [
    [reyes, "Reyes Gutters"],
    [bell, "Bell Exteriors"],
  ] as const)
    await expect(tab.getByRole("banner").getByText(office)).toBeVisible();

  // An action in flight does not survive a token that expires, as on a busy machine.
  clerk.tokenLifetimeSeconds = 3600;
  const lasting = () => clerk.tokens.map(claimsOf).filter(({ iat, exp }) => exp - iat === 3600);
  for (const { id } of [REYES, BELL])
    await expect.poll(() => lasting().some(({ org_id }) => org_id === id)).toBe(true);
  await deleteCustomersAndJobs(reyes, "Reyes Gutters");
  await expect(reyes.getByText("Deleted 1 customer and 1 job")).toBeVisible();
  await bell.reload();
  await expect(jobCard(bell, "Omar Diaz")).toBeVisible();
});

async function addVisit(page: Page, customer: string, time: string) {
  const estimate = await todayAt(page, time);
  await addJob(page, { customer, address: "4 Elm St", estimate });
  await expect(jobCard(page, customer)).toBeVisible();
}

test("a tab stays in its office when it is reloaded, and when Clerk tells it the choice of another tab", async ({
  openAs,
}) => {
  const reyes = await openAs(MARCUS);
  await addVisit(reyes, "Nora Finch", "09:30");
  const bell = await reyes.context().newPage();
  await bell.goto("/dashboard");
  await switchTo(bell, "Bell Exteriors");
  await expect(bell.getByText("No jobs scheduled for this day.")).toBeVisible();

  await reyes.reload();
  await expect(jobCard(reyes, "Nora Finch")).toBeVisible();
  await bell.reload();
  await expect(bell.getByText("No jobs scheduled for this day.")).toBeVisible();
  // Clerk's answer has the session, in the organization that another tab chose last.
  await reyes.getByRole("button", { name: "Open user menu" }).click();
  await reyes.getByRole("button", { name: "Team", exact: true }).click();
  const profile = reyes.locator(".cl-organizationProfile-root");
  await expect(profile).toContainText("Reyes Gutters");
  await profile.getByRole("button", { name: "Members" }).click();
  await expect(profile).toContainText(DANA.email);
  await reyes.locator(".cl-modalCloseButton").click();
  await expect(jobCard(reyes, "Nora Finch")).toBeVisible();
  await expect(reyes.getByRole("banner").getByText("Reyes Gutters")).toBeVisible();
});

test("a tab whose office Clerk does not open shows that, and nothing of the other office", async ({
  openAs,
  clerk,
}) => {
  clerk.tokenLifetimeSeconds = 8;
  const { reyes, bell } = await openTwoTabs(await openAs(MARCUS));
  clerk.onlyOrganization = BELL;
  await expect(reyes.getByText("This tab's office is not available")).toBeVisible();
  await expect(reyes.getByText("Omar Diaz")).toHaveCount(0);
  await expect(jobCard(bell, "Omar Diaz")).toBeVisible();
});

/** One office in each tab, with a visit of its own. */
async function openTwoTabs(reyes: Page) {
  await addVisit(reyes, "Nora Finch", "09:30");
  const bell = await reyes.context().newPage();
  await bell.goto("/dashboard");
  await switchTo(bell, "Bell Exteriors");
  await expect(bell.getByText("No jobs scheduled for this day.")).toBeVisible();
  await addVisit(bell, "Omar Diaz", "10:00");
  return { reyes, bell };
}

async function deleteCustomersAndJobs(page: Page, office: string) {
  const name = "Delete customers and jobs";
  await page.getByRole("link", { name: "Home" }).click();
  await page.getByRole("link", { name: /^Settings/ }).click();
  const row = page.getByRole("listitem").filter({ hasText: name });
  await expect(row.getByText(office)).toBeVisible();
  await page.getByRole("button", { name, exact: true }).click();
  await page.getByRole("button", { name: `Confirm Delete (${name})` }).click();
}
