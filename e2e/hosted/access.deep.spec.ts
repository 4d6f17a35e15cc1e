import { DANA, MARCUS, NED, REYES } from "../support/clerkPeople";
import { expect, test } from "../support/hostedTest";
import { addJob, jobCard, todayAt } from "../support/jobs";

test("a person whom no office has added is told to ask its admin, and can sign out", async ({
  openAs,
}) => {
  const page = await openAs(NED);
  await expect(page.getByText("You are in no office yet")).toBeVisible();
  await expect(
    page.getByText("Ask the admin of your office to add you, then try again."),
  ).toBeVisible();
  await page.getByRole("main").getByRole("button", { name: "Sign out" }).click();
  await expect(page).toHaveURL(/\/$/);
});

// The browser logs the refused request.
test.describe("of a session that changed", () => {
  test.use({ expectedConsoleErrors: /status of 40[14]/ });

  test("a person who was removed from the office is told so, and sees no empty day", async ({
    openAs,
    clerk,
  }) => {
    clerk.tokenLifetimeSeconds = 8;
    const page = await openAs(DANA);
    await addJob(page, {
      customer: "Nora Finch",
      address: "4 Elm St",
      estimate: await todayAt(page, "09:30"),
    });
    await expect(jobCard(page, "Nora Finch")).toBeVisible();
    const empty = page.getByText("No jobs scheduled for this day.");
    let isEmptyShown = false;
    void empty.waitFor().then(
      () => (isEmptyShown = true),
      () => undefined,
    );
    clerk.removeMember(DANA, REYES);
    await expect(page.getByText("You are no longer in this office")).toBeVisible();
    await expect(page.getByText("Reyes Gutters no longer lists you as a member.")).toBeVisible();
    await page.reload();
    await expect(page.getByText("You are no longer in this office")).toBeVisible();
    expect(isEmptyShown).toBe(false);
    await page.getByRole("main").getByRole("button", { name: "Sign out" }).click();
    await expect(page).toHaveURL(/\/$/);
  });

  test("a person who was removed from one of two offices opens the other one", async ({
    openAs,
    clerk,
  }) => {
    clerk.tokenLifetimeSeconds = 8;
    const page = await openAs(MARCUS);
    await expect(page.getByText("No jobs scheduled for this day.")).toBeVisible();
    clerk.removeMember(MARCUS, REYES);
    await page.getByRole("button", { name: "Open Bell Exteriors" }).click();
    await expect(page.getByText("No jobs scheduled for this day.")).toBeVisible();
  });

  test("a person whose session was revoked is told that it has ended", async ({
    openAs,
    clerk,
  }) => {
    clerk.tokenLifetimeSeconds = 8;
    const page = await openAs(DANA);
    await expect(page.getByText("No jobs scheduled for this day.")).toBeVisible();
    clerk.revokeSessions();
    await expect(page.getByText("Your sign-in has ended")).toBeVisible();
    await expect(page.getByText("CLERK_JWT_ISSUER_DOMAIN")).toBeHidden();
    await page.getByRole("main").getByRole("button", { name: "Sign In" }).click();
    await expect(page.locator(".cl-signIn-root")).toBeVisible();
  });
});

test.describe("with Clerk on a slow line", () => {
  test.use({ expectedConsoleErrors: /failed_to_load_clerk/i });

  test("Clerk that does not answer is called slow, and opens the page when it does", async ({
    openHosted,
    clerk,
  }) => {
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    clerk.beforeScripts = () => released;
    const page = await openHosted();
    await page.goto("/dashboard", { waitUntil: "commit" });
    await expect(page.getByText("Sign-in is slow")).toBeVisible();
    await expect(page.getByText("could not be reached")).toBeHidden();
    release();
    await expect(page.getByText("Sign in required")).toBeVisible();
  });
});
