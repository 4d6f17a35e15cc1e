import { expect, test } from "../support/hostedTest";

test.use({
  serviceWorkers: "allow",
  expectedConsoleErrors: /ERR_INTERNET_DISCONNECTED|Failed to fetch|Clerk/,
});

test("the documented headers let the page open without a connection", async ({ openHosted }) => {
  const page = await openHosted();
  const context = page.context();
  await page.goto("/");
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.close();
  await context.setOffline(true);
  const later = await context.newPage();
  await later.goto("/dashboard");
  const bar = later.getByRole("navigation", { name: "Main" });
  await expect(bar.getByRole("link", { name: "Dashboard" })).toBeVisible();
});
