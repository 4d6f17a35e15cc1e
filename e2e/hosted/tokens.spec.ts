import { DANA } from "../support/clerkPeople";
import { expect, signInWithClerk, test } from "../support/hostedTest";
import { addJob, jobCard, openNewJob, fillJob, todayAt } from "../support/jobs";

test("a token is renewed 2 s before it ends, and the work goes on through it", async ({
  openHosted,
  clerk,
}) => {
  clerk.tokenLifetimeSeconds = 6;
  const page = await openHosted();
  await page.goto("/dashboard");
  await signInWithClerk(page, DANA);
  await addJob(page, {
    customer: "Nora Finch",
    address: "4 Elm St",
    estimate: await todayAt(page, "09:30"),
  });

  // A form that is open when the token changes keeps what was typed.
  const dialog = await openNewJob(page);
  await fillJob(dialog, {
    customer: "Omar Diaz",
    address: "8 Oak Ave",
    estimate: await todayAt(page, "10:00"),
  });
  await expect
    .poll(() => new Set(clerk.tokens).size, { timeout: 15_000 })
    .toBeGreaterThanOrEqual(3);
  const [first, second] = [...new Set(clerk.tokens)].map(
    (token) => claimsOf(token).iat,
  );
  expect(
    second! - first!,
    "seconds between two tokens that live for 6",
  ).toBeGreaterThanOrEqual(3);
  expect(second! - first!).toBeLessThanOrEqual(5);

  await expect(dialog.getByLabel("Address")).toHaveValue("8 Oak Ave");
  await dialog.getByRole("button", { name: "Save Job" }).click();
  await expect(jobCard(page, "Omar Diaz")).toBeVisible();
  await expect(jobCard(page, "Nora Finch")).toBeVisible();
});

test.describe("with Clerk out of reach", () => {
  test.use({ expectedComplaints: /ERR_CONNECTION_REFUSED/ });

  test("a form stays open past the end of the token, and is saved when Clerk is back", async ({
    openHosted,
    clerk,
  }) => {
    clerk.tokenLifetimeSeconds = 6;
    const page = await openHosted();
    await page.goto("/dashboard");
    await signInWithClerk(page, DANA);
    const dialog = await openNewJob(page);
    await fillJob(dialog, {
      customer: "Omar Diaz",
      address: "8 Oak Ave",
      estimate: await todayAt(page, "10:00"),
    });
    const given = clerk.tokens.length;
    clerk.isReachable = false;
    const end = claimsOf(clerk.tokens.at(-1)!).exp * 1000;
    await expect
      .poll(() => Date.now(), { timeout: 15_000 })
      .toBeGreaterThan(end + 1000);
    expect(clerk.tokens.length).toBe(given);
    await expect(dialog.getByLabel("Address")).toHaveValue("8 Oak Ave");
    await dialog.getByRole("button", { name: "Save Job" }).click();
    clerk.isReachable = true;
    await expect(jobCard(page, "Omar Diaz")).toBeVisible({ timeout: 30_000 });
  });
});

function claimsOf(token: string): { iat: number; exp: number } {
  const body = Buffer.from(token.split(".")[1]!, "base64url").toString();
  return JSON.parse(body) as { iat: number; exp: number };
}
