import { signUp } from "./support/people";
import { expect, test } from "./support/test";

const SCREENS = [
  "/",
  "/calculator",
  "/calendar",
  "/dashboard",
  "/inventory",
  "/jobs",
  "/prices",
  "/receipts",
  "/settings",
];

for (const width of [1440, 1920])
  test(`all screens and the bar have the same edges in a window of ${width} px`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    await signUp(page);
    const edges = new Set<string>();
    for (const path of SCREENS) {
      await page.goto(path);
      const heading = page.getByRole("heading", { level: 1 });
      await expect(heading).toBeVisible();
      // The header of a screen is as wide as its content.
      const header = page.getByRole("main").locator("header");
      const box = (await header.boundingBox())!;
      edges.add(`${box.x} to ${box.x + box.width}`);
    }
    const bar = page.getByRole("banner").locator(".frame");
    const padding = 24;
    const { x, width: wide } = (await bar.boundingBox())!;
    expect([...edges]).toEqual([`${x + padding} to ${x + wide - padding}`]);
  });
