import { chromiumLaunch } from "./support/chromium";
import { createFirstAccount } from "./support/people";
import { expect, PHONE, testOnFreshServer as test } from "./support/test";

const launch = await chromiumLaunch();

// A phone in the office that opens the server by a name, without https.
test.use({
  launchOptions: {
    ...launch,
    args: [...launch.args, "--host-resolver-rules=MAP desk.lan 127.0.0.1"],
  },
  baseURL: async ({ downspout }, use) => use(downspout.url.replace("127.0.0.1", "desk.lan")),
  serviceWorkers: "allow",
  viewport: PHONE,
  // The browser says that it ignores this header without https.
  expectedConsoleErrors: /Cross-Origin-Opener-Policy/,
  hasTouch: true,
});

test("the page works over plain http, and says that it needs https without signal", async ({
  page,
}) => {
  await page.addInitScript(() => localStorage.setItem("downspout:install-hint", "1"));
  await createFirstAccount(page);
  // The note waits for a start without an open dialog.
  await page.goto("/dashboard");
  expect(await page.evaluate(() => "serviceWorker" in navigator)).toBe(false);
  await expect(
    page.getByText("This address does not open without signal", {
      exact: true,
    }),
  ).toBeVisible();
  await page.getByRole("button", { name: "OK", exact: true }).click();

  await page.getByRole("button", { name: /^User menu of/ }).click();
  await expect(
    page.getByText("This address does not open without signal. That needs https."),
  ).toBeVisible();
});
