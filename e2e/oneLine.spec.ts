import type { Page } from "@playwright/test";
import { expectClosed } from "./support/dialog";
import { openPalette } from "./support/palette";
import { skipToIdle } from "./support/pageParts";
import { signUp } from "./support/people";
import { expect, test } from "./support/test";

/** "12/8", ten days from now in the zone of the browser. */
async function dayAhead(page: Page): Promise<string> {
  return await page.evaluate(() => {
    const day = new Date();
    day.setDate(day.getDate() + 10);
    return `${day.getMonth() + 1}/${day.getDate()}`;
  });
}

test("one line books a new customer's visit, and one undo takes both back", async ({ page }) => {
  await page.clock.install();
  await signUp(page);
  await page.goto("/jobs");
  // The page listens to keys.
  await expect(page.getByText(/^No jobs yet/)).toBeVisible();
  await skipToIdle(page);
  const palette = await openPalette(page);
  const day = await dayAhead(page);
  await page.keyboard.type(
    `jordan sample 6145559876 88 elm st columbus ${day} 10a gutter cleaning $450`,
  );
  const read = palette.getByRole("region", { name: "What is understood" });
  await expect(read).toContainText("Jordan Sample, new customer");
  await expect(read).toContainText("(614) 555-9876");
  await expect(read).toContainText("$450.00");
  await expect(read).toContainText("Everything is understood.");
  await page.keyboard.press("Control+Enter");
  await expectClosed(palette);
  await expect(page.getByText(/^Booked Jordan Sample, .*10:00 AM/)).toBeVisible();
  const card = page.getByRole("button", { name: /Jordan Sample/ });
  await expect(card).toContainText("88 Elm St");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(card).toBeHidden();

  await openPalette(page);
  await page.keyboard.type("jordan sample");
  await expect(palette.getByText("Nothing matches all")).toBeVisible();
});
