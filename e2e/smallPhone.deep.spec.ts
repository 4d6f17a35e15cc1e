import type { Locator, Page } from "@playwright/test";
import { overlap, type Box } from "./support/boxes";
import { closeDialog, expectClosed } from "./support/dialog";
import { jobCard, openJob, openNewJob, seedJobs, todayAt } from "./support/jobs";
import { openPalette } from "./support/palette";
import { signUp } from "./support/people";
import { seedDefaults } from "./support/stock";
import { TOUCH } from "./support/touch";
import { expect, test } from "./support/test";

test.use(TOUCH);

const SMALL_PHONES = [
  { width: 360, height: 640 },
  { width: 320, height: 640 },
  { width: 320, height: 480 },
];

test.beforeEach(async ({ page }) => {
  await signUp(page);
  await page.goto("/");
  const at = await page.evaluate((time) => new Date(time).getTime(), await todayAt(page, "23:40"));
  await seedJobs(
    page,
    ["Ivy Castellano", "Hugo Pratt", "Noor Haddad", "Bob Stone"].map((customer_name, index) => ({
      customer: { customer_name, customer_phone: "5550100001" },
      job_address: "14821 Sycamore Ridge Road",
      job_city: "Springfield",
      job_estimate_date: at + index,
    })),
  );
});

test("a card calls, shows the way and texts, and the floating button covers none of it", async ({
  page,
}) => {
  for (const viewport of SMALL_PHONES) {
    await page.setViewportSize(viewport);
    await page.goto("/dashboard");
    const card = jobCard(page, "Ivy Castellano");
    await expect(card.getByRole("link", { name: "(555) 010-0001" })).toHaveAttribute(
      "href",
      "tel:+15550100001",
    );
    const way = card.getByRole("link", { name: "Directions" });
    await expect(way).toHaveAttribute(
      "href",
      "https://www.google.com/maps/dir/?api=1&destination=14821%20Sycamore%20Ridge%20Road%2C%20Springfield",
    );
    await expect(way).toHaveAttribute("target", "_blank");

    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    const add = await boxOf(page.getByRole("button", { name: "Add job" }));
    const links = page.getByRole("article").getByRole("link", { name: /^(\(555|Directions)/ });
    await expect(links).toHaveCount(8);
    for (const link of await links.all()) {
      expect(overlap(add, await boxOf(link))).toBe(false);
    }

    const more = card.getByRole("button", { name: "More" });
    await more.click();
    const sheet = page.getByRole("dialog", { name: "Ivy Castellano" });
    await expect(sheet.getByRole("button", { name: "Text" })).toBeVisible();
    await sheet.getByRole("button", { name: "Close" }).click();
    await expect(more).toBeFocused();
  }
});

test("the whole date is readable on every day, and the prices fit", async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto("/dashboard");
  const day = page.getByRole("main").locator("header");
  // Wednesday is the longest name of a day.
  for (const date of ["", "?date=2027-09-22", "?date=2025-12-24"]) {
    await page.goto(`/dashboard${date}`);
    await expect(day.getByRole("heading")).toBeVisible();
    for (const text of [day.getByRole("heading"), day.locator("p")])
      await expect
        .poll(() => text.evaluate((shown) => shown.scrollWidth - shown.clientWidth))
        .toBeLessThanOrEqual(0);
    await expectNoOverflow(page);
  }

  await seedDefaults(page);
  const table = page.getByRole("region", { name: "Current Prices" });
  await expect(table.getByRole("cell").first()).toBeVisible();
  await expect
    .poll(() => table.evaluate((box) => box.scrollWidth - box.clientWidth))
    .toBeLessThanOrEqual(0);
  await expectNoOverflow(page);
});

test("every screen fits a window of 320 px", async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  for (const path of [
    "/",
    "/calculator",
    "/calendar",
    "/inventory",
    "/jobs",
    "/receipts",
    "/settings",
  ]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page.getByText(/^Loading/)).toHaveCount(0);
    await expectNoOverflow(page);
  }
});

test("the dates of three days stand on one line of a phone, also across two months", async ({
  page,
}) => {
  for (const width of [320, 360, 390]) {
    await page.setViewportSize({ width, height: 640 });
    for (const date of ["2026-05-20", "2026-11-30"]) {
      await page.goto(`/calendar?view=week&date=${date}`);
      const heading = page.getByRole("heading", { level: 1 });
      await expect(heading).toContainText("2026");
      expect((await boxOf(heading)).height, `${width}, ${date}`).toBe(32);
      await expectNoOverflow(page);
    }
  }
});

test("the chosen crew stands beside the buttons of the day in a window of 320 px, and a long name is cut", async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  const at = await page.evaluate(() => new Date(2027, 5, 15, 9).getTime());
  await seedJobs(
    page,
    ["Crew 2", "Red team with the long ladder"].map((job_install_crew) => ({
      customer: { customer_name: "Ruth Okafor" },
      job_address: "72 Birch Street",
      job_install_date: at,
      job_install_crew,
    })),
  );
  const crew = page.getByRole("button", { name: /Show the visits of all/ });
  await page.goto("/dashboard?date=2027-06-15&crew=crew%202");
  await expect(crew).toContainText("1 of 2");
  const calendar = page.getByRole("main").getByRole("link", { name: "Open calendar" });
  expect((await boxOf(crew)).y).toBe((await boxOf(calendar)).y);
  await page.goto("/dashboard?date=2027-06-15&crew=red%20team%20with%20the%20long%20ladder");
  await expect(crew).toContainText("1 of 2");
  await expectNoOverflow(page);
});

test("a card says until when a visit takes, whole, and the week has its controls on one line", async ({
  page,
}) => {
  await page.clock.install({ time: new Date("2026-11-11T10:00:00-05:00") });
  await seedJobs(page, [
    {
      customer: { customer_name: "Noor Haddad" },
      job_address: "14821 Sycamore Ridge Road",
      job_city: "Canal Winchester, OH 43110",
      job_status: "install_scheduled",
      job_notes: "Three sides, two storys. The lift comes on Tuesday.",
      job_install_date: Date.parse("2026-11-10T08:00:00-05:00"),
      job_install_length: 57 * 60,
      job_install_crew: "North crew",
    },
  ]);
  for (const [width, height] of [
    [320, 640],
    [360, 640],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.goto("/dashboard");
    const card = jobCard(page, "Noor Haddad");
    const span = card.getByText(/takes until Thu,/);
    await expect(span).toBeVisible();
    const place = await boxOf(card.locator("[data-place]"));
    const box = await boxOf(span);
    expect(box.y + box.height, `${width} px`).toBeLessThanOrEqual(place.y + place.height);
    if (width === 390) expect((await boxOf(card)).height).toBeLessThanOrEqual(116);

    await page.goto("/calendar?view=week");
    await expect(page.getByLabel("Crew", { exact: true })).toBeVisible();
    const tops = await Promise.all(
      ["Days", "View"].map(async (name) => (await boxOf(page.getByRole("radiogroup", { name }))).y),
    );
    expect(tops[0], `${width} px`).toBe(tops[1]);
    await expectNoOverflow(page);
  }
});

test("the buttons of Inventory and Prices stand beside their heading in a window of 320 px", async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await seedDefaults(page);
  for (const [path, names] of [
    ["/inventory", ["To order", "Export"]],
    ["/prices", ["Export", "Seed defaults"]],
  ] as const) {
    await page.goto(path);
    const heading = await boxOf(page.getByRole("heading", { level: 1 }));
    for (const name of names) {
      const button = await boxOf(page.getByRole("button", { name }));
      const middle = button.y + button.height / 2;
      expect(middle).toBeGreaterThan(heading.y);
      expect(middle).toBeLessThan(heading.y + heading.height);
    }
  }
});

test("the legs of a route of 19 stops stand in two rows, below its list", async ({ page }) => {
  await page.goto("/");
  const at = await page.evaluate(() => new Date(2027, 5, 15, 8).getTime());
  await seedJobs(
    page,
    Array.from({ length: 19 }, (_, index) => ({
      customer: { customer_name: `Customer ${index + 1}` },
      job_address: `${index + 1} Oak Street`,
      job_city: "Springfield",
      job_status: "estimate_scheduled",
      job_estimate_date: at + index * 60_000,
    })),
  );
  await page.goto("/dashboard?date=2027-06-15");
  await expect(page.getByRole("article")).toHaveCount(19);
  const palette = await openPalette(page);
  await palette.getByText("Route of this day").click();
  const dialog = page.getByRole("dialog", { name: "Route" });
  const legs = dialog.getByRole("link", { name: /^Open stops \d+–\d+$/ });
  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 640 });
    await expect(legs).toHaveCount(5);
    const boxes = await Promise.all((await legs.all()).map(boxOf));
    expect(new Set(boxes.map(({ y }) => y)).size).toBe(2);
  }
});

test("no text leaves its frame or is cut in a window of 320 px", async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await seedDefaults(page);
  await seedJobs(page, [
    {
      customer: { customer_name: "Bo Ng", customer_phone: "5550100002" },
      job_address: "7 Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch",
      job_city: "Springfield",
    },
  ]);
  for (const path of ["/settings", "/prices", "/jobs"]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page.getByText(/^Loading/)).toHaveCount(0);
    expect(await page.evaluate(textsOutsideFrames), path).toEqual([]);
  }

  await page.goto("/dashboard");
  const job = await openJob(page, "Ivy Castellano");
  const name = job.getByText("Ivy Castellano").first();
  await job.getByLabel("Notes").scrollIntoViewIfNeeded();
  await expect(name).toBeInViewport();
  expect(await name.evaluate(isCut)).toBe(false);
  await job.getByRole("button", { name: "Estimate", exact: true }).click();
  const estimate = page.getByRole("dialog", { name: "Estimate", exact: true });
  const print = await boxOf(estimate.getByRole("button", { name: "Print" }));
  const email = await boxOf(estimate.getByRole("link", { name: "Email" }));
  expect(email.y).toBe(print.y);
  expect(email.x).toBeGreaterThanOrEqual(0);
  await closeDialog(estimate);
  await job.getByRole("button", { name: /^Open C-/ }).click();
  const customer = page.getByRole("dialog", { name: /^Customer C-/ });
  const phone = customer.getByLabel("Phone", { exact: true });
  await expect(phone).toHaveValue("(555) 010-0001");
  expect(await phone.evaluate(isCut)).toBe(false);
  await closeDialog(customer);

  await page.goto("/dashboard");
  await page.getByRole("button", { name: "Move this day's visits" }).click();
  const move = page.getByRole("dialog", { name: "Move this day's visits" });
  const number = move.getByText("(555) 010-0001").first();
  await expect(number).toBeVisible();
  expect(await number.evaluate((text) => text.getClientRects().length)).toBe(1);
  const rows = move.getByRole("toolbar", { name: "Customers to tell" }).getByRole("listitem");
  expect(await rows.evaluateAll(linesWithComma)).toEqual([]);
});

/** The lines of an element's texts that begin or end with a comma, as far as they are seen. */
function linesWithComma(elements: Element[]): string[] {
  return elements.flatMap((element) => {
    const lines = new Map<number, string>();
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      // A text for screen readers is a pixel wide.
      if (node.parentElement!.clientWidth === 1) continue;
      for (let at = 0; at < node.textContent!.length; at += 1) {
        const letter = document.createRange();
        letter.setStart(node, at);
        letter.setEnd(node, at + 1);
        const line = Math.round(letter.getBoundingClientRect().top);
        lines.set(line, (lines.get(line) ?? "") + node.textContent![at]);
      }
    }
    return [...lines.values()].filter((line) => /^\s*,|,\s*$/.test(line));
  });
}

test("the names of what to order stand above their numbers, in one line", async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await seedDefaults(page);
  await page.goto("/inventory?color=180");
  const level = page.getByRole("textbox", { name: /^5 in/ });
  await level.fill("10");
  await level.press("Enter");
  await page.getByRole("button", { name: "To order" }).click();
  const order = page.getByRole("dialog", { name: "What to order" });
  const row = order.getByRole("row", { name: /^180 Musket Brown/ });
  const name = await boxOf(row.getByRole("rowheader"));
  const stock = row.getByRole("cell").nth(1);
  const heading = order.getByRole("columnheader", { name: "Stock" });
  const [numberBox, headingBox] = [await boxOf(stock), await boxOf(heading)];
  expect(name.height).toBeLessThan(numberBox.height * 2);
  expect(name.y + name.height).toBeLessThanOrEqual(numberBox.y);
  expect(numberBox.x + numberBox.width).toBe(headingBox.x + headingBox.width);
});

test("toasts, the floating button and the Save buttons never cover each other", async ({
  page,
}) => {
  // A dialog that rises is measured where it ends.
  await page.emulateMedia({ reducedMotion: "no-preference" });
  // Toasts stay: they would be gone after 4 s.
  await page.addInitScript(() => {
    const original = window.setTimeout;
    Object.assign(window, {
      setTimeout: (run: TimerHandler, ms = 0) =>
        original(run, ms > 3000 && ms <= 4000 ? 600_000 : ms),
    });
  });
  const toasts = page.locator("[data-sonner-toast]");
  for (const viewport of SMALL_PHONES) {
    await page.setViewportSize(viewport);
    await page.goto("/dashboard");
    const dialog = await openJob(page, "Ivy Castellano");
    const size = viewport.width * viewport.height;
    await dialog.getByLabel("Price").fill(String(size));
    await dialog.getByLabel("Notes").fill(`Gate ${size}`);
    await dialog.getByLabel("Email").focus();
    await expect(toasts).toHaveCount(2);
    for (const name of ["Delete", "Discard", "Save Changes"])
      await expectUncovered(dialog.getByRole("button", { name }), toasts);

    await dialog.getByRole("button", { name: "Close" }).click();
    await expectClosed(dialog);
    const add = page.getByRole("button", { name: "Add job" });
    await expectUncovered(add, toasts);
    const created = await openNewJob(page);
    for (const name of ["Discard", "Save Job"])
      await expectUncovered(created.getByRole("button", { name }), toasts);
    await created.getByRole("button", { name: "Close" }).click();
    await expectClosed(created);
  }
});

async function expectNoOverflow(page: Page) {
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth))
    .toBeLessThanOrEqual(0);
}

/** The texts that reach beyond the border of the card or the field around them. */
function textsOutsideFrames(): string[] {
  const screen = document.querySelector("main")!;
  const texts = document.createTreeWalker(screen, NodeFilter.SHOW_TEXT);
  const outside: string[] = [];
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    let frame = text.parentElement;
    while (frame && !parseFloat(getComputedStyle(frame).borderRightWidth))
      frame = frame.parentElement;
    const range = document.createRange();
    range.selectNodeContents(text);
    const { right } = range.getBoundingClientRect();
    const isSeen = text.parentElement?.checkVisibility() === true;
    if (isSeen && frame && right > frame.getBoundingClientRect().right)
      outside.push(text.textContent ?? "");
  }
  return outside;
}

function isCut(element: Element): boolean {
  return element.scrollWidth > element.clientWidth;
}

/** The element is wholly in the window, and no toast touches it once the toasts have moved to their place. */
async function expectUncovered(element: Locator, toasts: Locator) {
  await expect(async () => {
    const box = await boxOf(element);
    const window = element.page().viewportSize()!;
    expect(box.y + box.height).toBeLessThanOrEqual(window.height);
    expect(await toasts.count()).toBeGreaterThan(0);
    for (const toast of await toasts.all()) expect(overlap(box, await boxOf(toast))).toBe(false);
  }).toPass();
}

async function boxOf(element: Locator): Promise<Box> {
  const box = await element.boundingBox();
  if (box === null) throw new Error("The element is not shown.");
  return box;
}
