import type { Locator } from "@playwright/test";
import { openDay, openJob } from "./support/jobs";
import { DESKTOP, expect, test } from "./support/test";

test.use({
  viewport: DESKTOP,
  contextOptions: { reducedMotion: "reduce", forcedColors: "active" },
});

// The system replaces backgrounds and shadows. Borders, outlines and underlines stay.
test("current, chosen and primary controls are still marked when the system replaces the colors", async ({
  page,
}) => {
  await openDay(page);
  const bar = page.getByRole("navigation", { name: "Main" });
  const [home, dashboard] = ["Home", "Dashboard"].map((name) =>
    bar.getByRole("link", { name }),
  ) as [Locator, Locator];
  await expect(dashboard).toHaveCSS("text-decoration-line", "underline");
  await expect(home).toHaveCSS("text-decoration-line", "none");
  await page.keyboard.press("ArrowRight");
  await expect(page).toHaveURL(/date=/);
  const days = page.getByRole("table").getByRole("link");
  const background = (day: Locator) =>
    day.evaluate((shown) => getComputedStyle(shown).backgroundColor);
  const chosen = days.and(page.locator("[aria-current]"));
  const other = days.and(page.locator(":not([aria-current])")).first();
  expect(await background(chosen)).not.toBe(await background(other));

  await page.keyboard.press("t");
  const dialog = await openJob(page, "Ruth Okafor");
  await expect(dialog.getByRole("button", { name: "Save Changes" })).toHaveCSS(
    "border-top-width",
    "2px",
  );
  await expect(dialog.getByText("New Lead").first()).toHaveCSS("border-top-style", "solid");
  await dialog.getByLabel("Estimate date", { exact: true }).click();
  const time = page.getByRole("group", { name: "Times" });
  await expect(time.locator("[aria-pressed=true]")).toHaveCount(0);
  await time.getByRole("button", { name: "9:00 AM" }).click();
  await dialog.getByLabel("Estimate date", { exact: true }).click();
  await expect(time.locator("[aria-pressed=true]")).toHaveCSS("border-top-width", "2px");

  await page.goto("/calendar");
  await expect(page.locator("a[aria-current=date] > span").first()).toHaveCSS(
    "outline-style",
    "solid",
  );
  await page.goto("/");
  await expect(home).toHaveCSS("text-decoration-line", "underline");
});
