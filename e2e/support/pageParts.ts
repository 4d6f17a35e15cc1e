import { expect, type Page } from "@playwright/test";

/**
 * Reloads the page, and waits until it has all parts of its screen, and the notice that it fetches a second later. No
 * link is under the mouse, which would fetch the link's screen.
 */
export async function partsAreLoaded(page: Page) {
  await page.mouse.move(0, 0);
  await page.reload({ waitUntil: "networkidle" });
  await partIsLoaded(page, "ConnectionNotice");
}

/** Waits until the page has a part that it fetches after its start: later the line may be cut. */
export async function partIsLoaded(page: Page, part: string) {
  await expect
    .poll(() =>
      page.evaluate(
        (file) => performance.getEntriesByType("resource").some(({ name }) => name.includes(file)),
        `/${part}-`,
      ),
    )
    .toBe(true);
}

/**
 * Moves the page's clock, which must be installed, past the three seconds after which it loads what no first paint
 * needs: Undo, and the offer of text that was typed before.
 */
export async function skipToIdle(page: Page) {
  await page.clock.fastForward(3000);
}
