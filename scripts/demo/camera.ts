/** How pictures of the demo are taken: at a fixed time, in a Chromium whose pages do not move. */
import type { Browser, BrowserContext, BrowserContextOptions, Page } from "@playwright/test";

/** A Wednesday in the gutter season, in Columbus, Ohio. */
export const TIME = {
  now: Date.parse("2026-05-13T10:20:00-04:00"),
  timeZone: "America/New_York",
};
export const THEMES = ["dark", "light"] as const;

/** A browser context at the fixed time, without animations. */
export async function newContext(
  browser: Browser,
  options: BrowserContextOptions,
): Promise<BrowserContext> {
  const context = await browser.newContext({
    ...options,
    locale: "en-US",
    timezoneId: TIME.timeZone,
    reducedMotion: "reduce",
    serviceWorkers: "block",
  });
  await context.clock.setFixedTime(TIME.now);
  return context;
}

/** Waits until the network is quiet and the fonts are loaded. */
export async function settle(page: Page): Promise<void> {
  await page.waitForLoadState("networkidle");
  await page.evaluate(async () => {
    await document.fonts.ready;
  });
}
