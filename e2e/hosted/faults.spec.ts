import { DANA } from "../support/clerkPeople";
import { HostedHome } from "../support/hostedHome";
import { expect, signInWithClerk, test } from "../support/hostedTest";

test.describe("without the template", () => {
  test.use({ expectedComplaints: /status of 404/ });

  test("a sentence tells the administrator which one to create, and it works once there is one", async ({
    openHosted,
    clerk,
  }) => {
    clerk.hasTemplate = false;
    const page = await openHosted();
    await page.goto("/dashboard");
    await signInWithClerk(page, DANA);
    await expect(
      page.getByText('Clerk has no JWT template named "convex"'),
    ).toBeVisible();
    await expect(page.getByText("Sign in required")).toBeHidden();
    // Who cannot work can still sign out.
    await expect(
      page.getByRole("button", { name: "Open user menu" }),
    ).toBeVisible();
    clerk.hasTemplate = true;
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(
      page.getByText("No jobs scheduled for this day."),
    ).toBeVisible();
  });
});

test.describe("where the backend trusts another issuer", () => {
  test.use({
    home: [
      // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures from this pattern.
      async ({}, use) => {
        const home = await HostedHome.open({
          CLERK_JWT_ISSUER_DOMAIN: "https://another.clerk.accounts.dev",
        });
        await use(home);
        await home.close();
      },
      { scope: "test" },
    ],
    expectedComplaints: /Failed to authenticate/,
  });

  test("the administrator is told what to set, in place of a button that leads nowhere", async ({
    openHosted,
  }) => {
    const page = await openHosted();
    await page.goto("/dashboard");
    await signInWithClerk(page, DANA);
    await expect(page.getByText("CLERK_JWT_ISSUER_DOMAIN")).toBeVisible({
      timeout: 20_000,
    });
    await expect(page.getByText("Sign in required")).toBeHidden();
  });
});

test.describe("with Clerk out of reach", () => {
  test.use({
    expectedComplaints: /ERR_CONNECTION_REFUSED|failed_to_load_clerk/i,
  });

  test("the gate says so after 15 s, and Try again opens it once Clerk is back", async ({
    openHosted,
    clerk,
  }) => {
    clerk.isReachable = false;
    const page = await openHosted();
    await page.clock.install();
    await page.goto("/dashboard");
    await expect(page.getByText("Loading").first()).toBeAttached();
    await page.clock.runFor(14_000);
    await expect(page.getByText("Sign-in is not available")).toBeHidden();
    await page.clock.runFor(2000);
    await expect(page.getByText("Sign-in is not available")).toBeVisible();
    await expect(
      page.getByText("The sign-in service could not be reached."),
    ).toBeVisible();
    clerk.isReachable = true;
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(page.getByText("Sign in required")).toBeVisible();
  });
});
