import type { Locator, Page } from "@playwright/test";
import { expect } from "./test";

/** Presses the key until the page has started and listens. */
export async function openPalette(page: Page): Promise<Locator> {
  const palette = page.getByRole("dialog", { name: "Search and commands" });
  await expect(async () => {
    await page.keyboard.press("Control+k");
    await expect(palette).toBeVisible({ timeout: 1000 });
  }).toPass();
  return palette;
}
