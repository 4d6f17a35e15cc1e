import type { Page } from "@playwright/test";
import { chromiumLaunch } from "./support/chromium";
import { openNewJob, seedJobs, todayAt } from "./support/jobs";
import { openPalette } from "./support/palette";
import { signUp } from "./support/people";
import { seedDefaults } from "./support/stock";
import { expect, test } from "./support/test";

// Playwright hides the scroll bars, which take room in most browsers of a desk.
test.use({
  launchOptions: {
    ...(await chromiumLaunch()),
    ignoreDefaultArgs: ["--hide-scrollbars"],
  },
});

const DESK = { width: 1280, height: 720 };
const WINDOWS = [DESK, { width: 820, height: 1180 }, { width: 320, height: 640 }];
const SCREENS = [
  "/",
  "/dashboard",
  "/jobs",
  "/calendar",
  "/calendar?view=week",
  "/inventory?color=180",
  "/prices",
  "/settings",
];

/** More visits than a window is high, today. */
async function seedDay(page: Page) {
  const at = await page.evaluate((time) => new Date(time).getTime(), await todayAt(page, "07:00"));
  await seedJobs(
    page,
    Array.from({ length: 16 }, (_, index) => ({
      customer: {
        customer_name: `Customer ${index + 1} of Maple Ridge`,
        customer_phone: String(6_145_550_100 + index),
      },
      job_address: `${index + 1} Sycamore Ridge Road`,
      job_city: "Springfield",
      job_status: "approved",
      job_estimate_date: at + index * 30 * 60_000,
    })),
  );
}

/** The elements that can be scrolled down and are wider than their own width without the scroll bar. */
function findCutLists(): string[] {
  return [document.documentElement, ...document.querySelectorAll("body *")]
    .filter(
      (element) =>
        element.scrollHeight > element.clientHeight &&
        ["auto", "scroll"].includes(getComputedStyle(element).overflowY) &&
        element.scrollWidth > element.clientWidth,
    )
    .map((element) => element.outerHTML.slice(0, 160));
}

test("with ordinary scroll bars no screen, palette or list of times is cut or wrapped", async ({
  page,
}) => {
  test.slow();
  await signUp(page);
  await seedDefaults(page);
  await seedDay(page);
  for (const viewport of WINDOWS) {
    await page.setViewportSize(viewport);
    const where = `at ${viewport.width} px`;
    for (const path of SCREENS) {
      await page.goto(path);
      await expect(page.getByRole("main")).not.toBeEmpty();
      await expect(page.getByText(/^Loading/)).toHaveCount(0);
      expect(await page.evaluate(findCutLists), `${path} ${where}`).toEqual([]);
    }
    await page.goto("/dashboard");
    await expect(page.getByRole("article")).toHaveCount(16);
    // Else the bars are hidden, or the window is not full.
    expect(
      await page.evaluate(() => innerWidth - document.documentElement.clientWidth),
    ).toBeGreaterThan(0);
    await openPalette(page);
    await page.keyboard.type("c");
    expect(await page.evaluate(findCutLists), `palette ${where}`).toEqual([]);
    await page.keyboard.press("Escape");

    const dialog = await openNewJob(page);
    await dialog.getByLabel("Estimate date", { exact: true }).click();
    const times = page.getByRole("group", { name: "Times" });
    await expect(times.getByRole("button")).not.toHaveCount(0);
    await expect(page.getByRole("list", { name: "Other visits that day" })).toBeVisible();
    const wrapped = await times.getByRole("button").evaluateAll((buttons) =>
      buttons
        .filter((button) => {
          const words = document.createRange();
          words.selectNodeContents(button.firstChild ?? button);
          return (
            words.getClientRects().length > 1 ||
            button.scrollHeight > button.clientHeight ||
            button.scrollWidth > button.clientWidth
          );
        })
        .map(({ textContent }) => textContent),
    );
    expect(wrapped, `times ${where}`).toEqual([]);
    expect(await page.evaluate(findCutLists), `dialog ${where}`).toEqual([]);
    // No day of the month lies under the times.
    const grid = page.getByRole("grid");
    const [days, list] = await Promise.all([grid.boundingBox(), times.boundingBox()]);
    expect(days && list, where).not.toBeNull();
    if (days && list)
      expect(
        days.x + days.width <= list.x || days.y + days.height <= list.y,
        `the month beside the times ${where}`,
      ).toBe(true);
    // In a low window the visits are beside the month.
    if (viewport === DESK) {
      const visits = page.getByRole("list", { name: "Other visits that day" });
      const first = await visits.getByRole("listitem").first().boundingBox();
      const box = (await page.getByRole("dialog").last().boundingBox())!;
      expect(first!.y + first!.height).toBeLessThan(box.y + box.height);
      expect(first!.x).toBeGreaterThan(list!.x + list!.width);
    }
    await page.keyboard.press("Escape");
    const name = dialog.getByLabel("Customer name");
    await name.click();
    await name.fill("maple");
    const option = page.getByRole("listbox").getByRole("option").first();
    await expect(option).toContainText("Maple Ridge");
    const cut = await option
      .locator("span")
      .first()
      .evaluate((text) => text.scrollWidth - text.clientWidth);
    expect(cut, `suggested name ${where}`).toBeLessThanOrEqual(0);
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
  }
});

test("a page prints as wide beside the scroll bar that an open dialog replaces", async ({
  page,
}) => {
  await page.setViewportSize(DESK);
  await signUp(page);
  await seedDay(page);
  await page.goto("/dashboard");
  await expect(page.getByRole("article")).toHaveCount(16);
  await page.getByRole("button", { name: "Move this day's visits" }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  const body = page.locator("body");
  // The margin in place of the bar.
  await expect(body).not.toHaveCSS("margin-right", "0px");
  await page.emulateMedia({ media: "print" });
  await expect(body).toHaveCSS("margin-right", "0px");
  await expect(body).toHaveCSS("overflow", "visible");
});

test("the buttons of the three ways to start do not touch at any width", async ({ page }) => {
  await signUp(page);
  await page.goto("/");
  const start = page.getByRole("region", { name: "How would you like to start?" });
  await expect(start.getByRole("button")).toHaveCount(3);
  for (const width of [640, 720, 768, 820, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    const boxes = await start
      .getByRole("button")
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON() as DOMRect));
    for (const [at, box] of boxes.entries()) {
      const next = boxes[at + 1];
      if (next && next.top === box.top)
        expect(next.left - box.right, `${width} px`).toBeGreaterThanOrEqual(8);
    }
  }
});
