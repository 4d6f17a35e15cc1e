import { openDay } from "./support/jobs";
import { partsAreLoaded } from "./support/pageParts";
import { expect, NETWORK_ERRORS, PHONE, testOnFreshServer as test } from "./support/test";

test.use({
  viewport: PHONE,
  hasTouch: true,
  isMobile: true,
  expectedConsoleErrors: NETWORK_ERRORS,
});

test("the offline notice covers no entry of the open user menu", async ({ page, downspout }) => {
  await openDay(page);
  await partsAreLoaded(page);
  const menu = page.getByRole("button", { name: /^User menu of/ });
  // Its entries are not part of the first load.
  await menu.click();
  await expect(page.getByRole("button", { name: "Sign out" })).toBeVisible();
  await page.keyboard.press("Escape");
  await downspout.kill();
  await expect(page.getByText(/^Offline\./).first()).toBeVisible();
  await menu.click();
  for (const name of ["Search and commands", "Recent changes", "Sign out"])
    // Fails where something else would receive the click.
    await page.getByRole("button", { name }).click({ trial: true });
});
