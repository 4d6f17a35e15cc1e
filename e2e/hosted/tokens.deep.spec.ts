import { DANA } from "../support/clerkPeople";
import { claimsOf, expect, test } from "../support/hostedTest";
import { addJob, jobCard, openNewJob, fillJob, todayAt } from "../support/jobs";

test("a token is refreshed 2 s before it expires, without interrupting the page", async ({
  openAs,
  clerk,
}) => {
  clerk.tokenLifetimeSeconds = 6;
  const page = await openAs(DANA);
  await addJob(page, {
    customer: "Nora Finch",
    address: "4 Elm St",
    estimate: await todayAt(page, "09:30"),
  });

  // An open form keeps its input when the token changes.
  const dialog = await openNewJob(page);
  await fillJob(dialog, {
    customer: "Omar Diaz",
    address: "8 Oak Ave",
    estimate: await todayAt(page, "10:00"),
  });
  /** Seconds between a token and the next one; each has a lifetime of 6 s. */
  const gaps = () => {
    const issued = [...new Set(clerk.tokens)].map((jwt) => claimsOf(jwt).iat);
    return issued.slice(1).map((iat, at) => iat - issued[at]!);
  };
  await expect.poll(() => gaps().length).toBeGreaterThanOrEqual(2);
  expect(gaps()[0]).toBeGreaterThanOrEqual(3);
  // On a busy machine not every refresh is in time.
  await expect.poll(() => Math.min(...gaps())).toBeLessThanOrEqual(6);

  await expect(dialog.getByLabel("Address", { exact: true })).toHaveValue("8 Oak Ave");
  await dialog.getByRole("button", { name: "Save Job" }).click();
  await expect(jobCard(page, "Omar Diaz")).toBeVisible();
  await expect(jobCard(page, "Nora Finch")).toBeVisible();
});

test.describe("with Clerk unreachable", () => {
  test.use({ expectedConsoleErrors: /ERR_CONNECTION_REFUSED/ });

  test("a form stays open after the token expired, and is saved once Clerk is back", async ({
    openAs,
    clerk,
  }) => {
    clerk.tokenLifetimeSeconds = 6;
    const page = await openAs(DANA);
    const dialog = await openNewJob(page);
    await fillJob(dialog, {
      customer: "Omar Diaz",
      address: "8 Oak Ave",
      estimate: await todayAt(page, "10:00"),
    });
    const issued = clerk.tokens.length;
    clerk.isReachable = false;
    const end = claimsOf(clerk.tokens.at(-1)!).exp * 1000;
    await expect.poll(() => Date.now(), { timeout: 15_000 }).toBeGreaterThan(end + 1000);
    expect(clerk.tokens.length).toBe(issued);
    await expect(dialog.getByLabel("Address", { exact: true })).toHaveValue("8 Oak Ave");
    await dialog.getByRole("button", { name: "Save Job" }).click();
    clerk.isReachable = true;
    await expect(jobCard(page, "Omar Diaz")).toBeVisible({ timeout: 30_000 });
  });
});
