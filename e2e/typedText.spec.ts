import type { Page } from "@playwright/test";
import { savedRows } from "./support/device";
import { editDialog, jobCard, openDay, openJob } from "./support/jobs";
import { skipToIdle } from "./support/pageParts";
import { expect, NETWORK_ERRORS, test } from "./support/test";

test.use({ expectedConsoleErrors: NETWORK_ERRORS });

/** As a phone that runs out of memory does: no event reaches the page. */
async function crash(page: Page): Promise<void> {
  const crashed = page.waitForEvent("crash");
  const session = await page.context().newCDPSession(page);
  session.send("Page.crash").catch(() => undefined);
  await crashed;
}

test("text in a field survives a crash, is offered at the next start, and is saved once it is used", async ({
  page,
}) => {
  await page.clock.install();
  await openDay(page);
  const dialog = await openJob(page, "Ruth Okafor");
  await dialog.getByLabel("Notes").fill("Gate code 4417.");
  await expect.poll(() => savedRows(page, "typed")).toBe(1);
  await crash(page);

  const later = await page.context().newPage();
  // The clock is that of all pages, and a crashed one has none.
  await page.close();
  await later.goto("/dashboard");
  await expect(jobCard(later, "Ruth Okafor")).toBeVisible();
  await skipToIdle(later);
  await expect(later.getByText("You were writing in 72 Birch Street")).toBeVisible();
  await later.getByRole("button", { name: "Open", exact: true }).click();
  const found = editDialog(later).getByRole("region", { name: "Typed before" });
  await expect(found).toContainText("Notes: Gate code 4417.");
  await found.getByRole("button", { name: "Use" }).click();
  const notes = editDialog(later).getByLabel("Notes");
  await expect(notes).toBeFocused();
  await expect(notes).toHaveValue("Gate code 4417.");
  await notes.press("Tab");
  await expect(later.getByText("Saved", { exact: true })).toBeVisible();
  await expect(found).toBeHidden();

  await later.reload();
  const again = await openJob(later, "Ruth Okafor");
  await expect(again.getByLabel("Notes")).toHaveValue("Gate code 4417.");
  await expect(later.getByText(/You were writing/)).toHaveCount(0);
});
