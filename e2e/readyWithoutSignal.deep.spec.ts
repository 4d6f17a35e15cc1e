import type { Page } from "@playwright/test";
import { readRows } from "./support/device";
import { lineTestOnFreshServer as test } from "./support/lineTest";
import { partsAreLoaded } from "./support/pageParts";
import { signUp } from "./support/people";
import { expect, NETWORK_ERRORS, PHONE } from "./support/test";

test.use({
  viewport: PHONE,
  hasTouch: true,
  isMobile: true,
  serviceWorkers: "allow",
  expectedConsoleErrors: new RegExp(`${NETWORK_ERRORS.source}|fetching the script`),
});

/** The page registers its service worker a few seconds after its start: not before the test says so. */
async function holdRegistration(page: Page) {
  await page.addInitScript(() => {
    const { serviceWorker } = navigator;
    const register = serviceWorker.register.bind(serviceWorker);
    const isReleased = new Promise((resolve) =>
      window.addEventListener("release", resolve, { once: true }),
    );
    serviceWorker.register = async (...args) => {
      await isReleased;
      return await register(...args).catch((error: unknown) => {
        document.documentElement.dataset["registration"] = "failed";
        throw error;
      });
    };
  });
}

test("a first visit whose line was cut is ready without signal once the line is back", async ({
  page,
  line,
}) => {
  await signUp(page);
  await holdRegistration(page);
  await page.goto("/dashboard");
  const daysAreCopied = expect.objectContaining({ name: "savedAt" });
  await expect.poll(async () => await readRows(page, "facts")).toContainEqual(daysAreCopied);
  await partsAreLoaded(page);
  await line.become("REFUSED");
  await page.evaluate(() => window.dispatchEvent(new Event("release")));
  await expect(page.locator("html")).toHaveAttribute("data-registration", "failed");
  await line.become("GOOD");
  await expect(page.getByText("Ready without signal")).toBeVisible();

  await line.become("REFUSED");
  await page.reload();
  await expect(page.getByText(/Offline\. Saved copy from/)).toBeVisible();
  await page.getByRole("button", { name: /^User menu/ }).click();
  await expect(page.getByText(/^Ready without signal: 8 days without jobs, as of /)).toBeVisible();
});
