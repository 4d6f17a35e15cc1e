import { savedRows } from "../support/device";
import { addJob, jobCard, todayAt } from "../support/jobs";
import { DANA } from "../support/clerkPeople";
import { HostedDeployment } from "../support/hostedDeployment";
import { expect, test } from "../support/hostedTest";

test.describe("without the JWT template", () => {
  test.use({ expectedConsoleErrors: /status of 404/ });

  test("the page names the missing template, and works once it exists", async ({
    openAs,
    clerk,
  }) => {
    clerk.hasTemplate = false;
    const page = await openAs(DANA);
    await expect(page.getByText('Clerk has no JWT template named "convex"')).toBeVisible();
    await expect(page.getByText("Sign in required")).toBeHidden();
    // Signing out is still possible.
    await expect(page.getByRole("button", { name: "Open user menu" })).toBeVisible();
    clerk.hasTemplate = true;
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(page.getByText("No jobs scheduled for this day.")).toBeVisible();
  });
});

test.describe("with a backend that trusts another issuer", () => {
  test.use({
    deployment: [
      // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures from this pattern.
      async ({}, use) => {
        const deployment = await HostedDeployment.open({
          CLERK_JWT_ISSUER_DOMAIN: "https://another.clerk.accounts.dev",
        });
        await use(deployment);
        await deployment.close();
      },
      { scope: "test" },
    ],
    expectedConsoleErrors: /Failed to authenticate/,
  });

  test("the page names the setting instead of asking to sign in", async ({ openAs }) => {
    const page = await openAs(DANA);
    await expect(page.getByText("CLERK_JWT_ISSUER_DOMAIN")).toBeVisible();
    await expect(page.getByText("Sign in required")).toBeHidden();
  });
});

test.describe("with Clerk unreachable", () => {
  test.use({
    expectedConsoleErrors: /ERR_CONNECTION_REFUSED|failed_to_load_clerk/i,
  });

  test("the gate shows it after 15 s, and Try again loads Clerk once it is back", async ({
    openHosted,
    clerk,
  }) => {
    clerk.isReachable = false;
    const page = await openHosted();
    await page.clock.install();
    // Otherwise a slow start would count too.
    await page.clock.pauseAt(Date.now() + 60_000);
    // The page waits for Clerk from its first request on.
    const refused = page.waitForEvent("requestfailed");
    await page.goto("/dashboard");
    await refused;
    await expect(page.getByText("Loading").first()).toBeAttached();
    await page.clock.runFor(14_000);
    await expect(page.getByText("Sign-in is not available")).toBeHidden();
    await page.clock.runFor(2000);
    await expect(page.getByText("Sign-in is not available")).toBeVisible();
    await expect(page.getByText("The sign-in service could not be reached.")).toBeVisible();
    clerk.isReachable = true;
    await page.clock.resume();
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(page.getByText("Sign in required")).toBeVisible();
  });

  test("a phone on which a person was signed in shows its days, and goes on by itself", async ({
    openAs,
    clerk,
  }) => {
    const page = await openAs(DANA, { isMobile: true });
    await addJob(page, {
      customer: "Ruth Okafor",
      address: "72 Birch Street",
      estimate: await todayAt(page, "23:45"),
    });
    await expect(jobCard(page, "Ruth Okafor")).toBeVisible();
    await expect.poll(() => savedRows(page, "jobs")).toBe(1);

    clerk.isReachable = false;
    await page.clock.install();
    await page.reload();
    await expect(jobCard(page, "Ruth Okafor")).toBeVisible();
    await expect(page.getByText("Sign-in is not available")).toBeHidden();
    await expect(page.getByRole("banner").getByRole("button", { name: "Sign out" })).toBeVisible();

    // Clerk gives up after 15 s.
    const gaveUp = page.waitForEvent("console", (message) =>
      /failed_to_load_clerk/i.test(message.text()),
    );
    await page.clock.runFor(16_000);
    await gaveUp;
    await expect(jobCard(page, "Ruth Okafor")).toBeVisible();

    clerk.isReachable = true;
    await expect(page.getByRole("button", { name: "Open user menu" })).toBeVisible({
      timeout: 30_000,
    });
    await addJob(page, {
      customer: "Lena Park",
      address: "3 Oak Street",
      estimate: await todayAt(page, "23:50"),
    });
    await expect(jobCard(page, "Lena Park")).toBeVisible();
  });
});
