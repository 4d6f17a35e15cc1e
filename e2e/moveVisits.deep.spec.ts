import type { Locator, Page } from "@playwright/test";
import { closeDialog, expectClosed } from "./support/dialog";
import { fingerOn, type Point } from "./support/finger";
import { seedJobs } from "./support/jobs";
import { signUp } from "./support/people";
import { expect, PHONE, test } from "./support/test";

const NOW = new Date("2026-11-11T10:00:00-05:00");

test.use({ timezoneId: "America/New_York" });

async function openMonth(page: Page) {
  await page.clock.setFixedTime(NOW);
  await signUp(page);
  await seedJobs(page, [
    {
      customer: { customer_name: "Olivia Hart" },
      job_address: "418 Maple Ridge Drive",
      job_estimate_date: new Date("2026-11-11T14:00:00-05:00").getTime(),
    },
    {
      customer: { customer_name: "Ruth Okafor" },
      job_address: "72 Birch Street",
      job_install_date: new Date("2026-11-11T08:30:00-05:00").getTime(),
    },
  ]);
  await page.goto("/calendar");
  await expect(page.getByText("Ruth Okafor")).toBeVisible();
}

function entry(page: Page, name: string): Locator {
  return page.getByRole("listitem").getByRole("link", { name });
}

/** The cell of a day of 2026, such as "Friday, November 13". */
function cell(page: Page, day: string): Locator {
  return page.getByRole("cell").filter({ has: page.getByRole("link", { name: `${day}, 2026` }) });
}

async function middleOf(what: Locator): Promise<Point> {
  const box = (await what.boundingBox())!;
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Until the page announces the day under the mouse, where a release drops it. */
async function drag(page: Page, what: Locator, day: string) {
  await what.hover();
  await page.mouse.down();
  await expect(async () => {
    const { x, y } = await middleOf(cell(page, day));
    await page.mouse.move(x + 8, y, { steps: 6 });
    await page.mouse.move(x, y, { steps: 2 });
    await expect(page.getByText(`is over ${day}`)).toBeAttached({
      timeout: 1000,
    });
  }).toPass();
}

test("a visit is moved by mouse and by key, keeps its time, and is undone", async ({ page }) => {
  await openMonth(page);
  const visit = entry(page, "Olivia Hart");
  for (const day of ["Friday, November 13", "Monday, November 23"]) {
    await drag(page, visit, day);
    await page.mouse.up();
    await expect(cell(page, day)).toContainText("Olivia Hart");
  }
  await drag(page, visit, "Tuesday, November 3");
  await page.keyboard.press("Escape");
  await page.mouse.up();
  await expect(cell(page, "Monday, November 23")).toContainText("Olivia Hart");
  await expect(page).toHaveURL(/\/calendar/);

  await visit.focus();
  await page.keyboard.press("Alt+ArrowDown");
  await expect(cell(page, "Monday, November 30")).toContainText("Olivia Hart");
  await expect(visit).toBeFocused();
  await expect(visit).toHaveAccessibleName(/Estimate, 2:00 PM/);
  const toast = page.getByRole("listitem").filter({ hasText: "Moved to Monday, Nov 30, 26" });
  await toast.getByRole("button", { name: "Undo" }).click();
  await expect(cell(page, "Monday, November 23")).toContainText("Olivia Hart");

  await page.reload();
  await expect(cell(page, "Monday, November 23")).toContainText("Olivia Hart");
  await visit.click();
  await expect(page).toHaveURL(/\/dashboard\?date=2026-11-23/);
});

test("a rained-out day is moved whole, and comes back with one undo", async ({ page }) => {
  await openMonth(page);
  await page.goto("/dashboard?date=2026-11-11");
  await page.getByRole("button", { name: "Move this day's visits" }).click();
  const dialog = page.getByRole("dialog", { name: "Move this day's visits" });
  await expect(dialog.getByRole("listitem")).toHaveCount(2);
  await dialog.getByLabel("New day").fill("2026-11-12");
  await dialog.getByRole("button", { name: "Move 2 visits" }).click();
  await expectClosed(dialog);
  await expect(page.getByText("No jobs scheduled for this day.")).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).first().click();
  await expect(page.getByRole("article")).toHaveCount(2);
});

for (const view of ["month", "week"])
  test(`a day is dragged by any part of its head in the ${view}, and a click on it opens the day`, async ({
    page,
  }) => {
    await openMonth(page);
    if (view === "week") await page.goto("/calendar?view=week&date=2026-11-11");
    const head = page.getByRole("link", { name: /^Wednesday, November 11/ });
    const other = page.getByRole("link", { name: /^Friday, November 13/ });
    for (const part of [0.1, 0.5, 0.9]) {
      const { x, y, width, height } = (await head.boundingBox())!;
      await page.mouse.move(x + width * part, y + height / 2);
      await page.mouse.down();
      await expect(async () => {
        const to = await middleOf(other);
        await page.mouse.move(to.x + 8, to.y, { steps: 6 });
        await page.mouse.move(to.x, to.y, { steps: 2 });
        await expect(page.getByText(/is over Friday, November 13/)).toBeAttached({ timeout: 1000 });
      }).toPass();
      await page.mouse.up();
      const dialog = page.getByRole("dialog", {
        name: "Move this day's visits",
      });
      await expect(dialog.getByRole("button", { name: "Move 2 visits" })).toBeEnabled();
      if (part < 0.9) await closeDialog(dialog);
      else await dialog.getByRole("button", { name: "Move 2 visits" }).click();
    }
    await expect(other).toHaveAccessibleName(/, 2 (entries|visits)$/);
    await other.click({ position: { x: 4, y: 8 } });
    await expect(page).toHaveURL(/\/dashboard\?date=2026-11-13/);
  });

test("a finger that holds a visit moves it, one that swipes scrolls, one that taps opens its day", async ({
  openWindow,
}) => {
  const page = await openWindow(PHONE, { isMobile: true });
  await openMonth(page);
  const finger = await fingerOn(page);
  const visit = page.getByRole("listitem", { name: /Olivia Hart/ });
  const names = page.getByRole("main").getByText("Olivia Hart", { exact: true });
  const dragTo = async (to: Point) => {
    const from = await middleOf(visit);
    await finger.put(from);
    // One copy under the finger, a faint one at the old place.
    await expect(names).toHaveCount(2);
    await finger.slide(from, to);
  };
  for (const day of ["Friday, November 13", "Monday, November 16"]) {
    await dragTo(await middleOf(cell(page, day)));
    await expect(page.getByText(`is over ${day}`)).toBeAttached();
    await finger.lift();
    await expect(cell(page, day)).toContainText("Olivia Hart");
  }
  await dragTo(await middleOf(page.getByRole("heading", { level: 1 })));
  await expect(page.getByText("is outside of the month")).toBeAttached();
  await finger.lift();
  await expect(page.getByText("Olivia Hart stays.")).toBeAttached();
  await expect(cell(page, "Monday, November 16")).toContainText("Olivia Hart");
  await expect(page).toHaveURL(/\/calendar$/);

  // Lower than the month.
  await page.setViewportSize({ ...PHONE, height: 560 });
  const start = await middleOf(visit);
  // No time passes for the page: on a busy machine the swipe could last as long as a hold.
  await page.clock.pauseAt(NOW.getTime() + 60_000);
  await finger.put(start);
  await finger.slide(start, { x: start.x, y: start.y - 200 });
  await finger.lift();
  await page.clock.resume();
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0);
  await expect(cell(page, "Monday, November 16")).toContainText("Olivia Hart");
  await visit.tap();
  await expect(page).toHaveURL(/\/dashboard\?date=2026-11-16/);
});
