import type { Locator, Page } from "@playwright/test";
import { overlap, type Box } from "./support/boxes";
import { jobCard, seedJobs } from "./support/jobs";
import { call } from "./support/office";
import { signUp } from "./support/people";
import { takePhoto } from "./support/photos";
import { PHONE, expect, test } from "./support/test";
import { TOUCH } from "./support/touch";

test.use(TOUCH);

const NAMES = [
  "Ivy Castellano",
  "Hugo Pratt",
  "Noor Haddad",
  "Bob Stone",
  "Ann Ames",
  "Cid Cole",
  "Dee Dunn",
];
const LONG_NAME = "Ridgeline Property Management and Homeowners Association of Upper Arlington";
const NOTES = "Gate code 4417, the dog is friendly.\nBring the long ladder.";
/** Not today, so that the red line is at no place that depends on the hour. */
const DAY = "/dashboard?date=2027-06-15";
const HIGHEST_PX = 103;
/** WCAG's AAA. */
const CONTRAST = 7;

/** Visits with notes, one with a photo, one finished, and the last one with a long name. */
test.beforeEach(async ({ page, browser }) => {
  await page.setViewportSize(PHONE);
  await signUp(page);
  await page.goto("/");
  const at = await page.evaluate(() => new Date(2027, 5, 15, 10, 30).getTime());
  const photo = await upload(page, await takePhoto(browser, SMALL));
  await seedJobs(
    page,
    [...NAMES, LONG_NAME].map((customer_name, index) => ({
      customer: { customer_name, customer_phone: "5550100001" },
      job_address: "14821 Sycamore Ridge Road",
      job_city: "Springfield",
      job_status: index === 1 ? "installed_paid" : "approved",
      job_notes: NOTES,
      job_estimate_date: at + index * 60_000,
      ...(index < 2 && { job_photo_estimate: [photo] }),
    })),
  );
  await page.goto(DAY);
  await expect(page.getByRole("article")).toHaveCount(NAMES.length + 1);
});

const SMALL = { name: "front.jpg", width: 640, height: 480 };

async function upload(page: Page, { buffer, mimeType }: PhotoBody) {
  const path = "jobs:generateUploadUrl";
  const url = await call(page.request, "mutation", { path, args: {} });
  const answer = await page.request.post(String(url), {
    data: buffer,
    headers: { "content-type": mimeType },
  });
  return ((await answer.json()) as { storageId: string }).storageId;
}

type PhotoBody = Pick<Awaited<ReturnType<typeof takePhoto>>, "buffer" | "mimeType">;

test("six whole visits fit a phone, and a long name makes its card higher", async ({ page }) => {
  const bar = await boxOf(barOf(page));
  const boxes = await boxesOf(page.getByRole("article"));
  for (const { height } of boxes.slice(0, NAMES.length))
    expect(height).toBeLessThanOrEqual(HIGHEST_PX);
  // The bar at the bottom covers none of the six.
  expect(boxes[5]!.y + boxes[5]!.height).toBeLessThanOrEqual(bar.y);

  const long = jobCard(page, LONG_NAME);
  expect(boxes.at(-1)!.height).toBeGreaterThan(HIGHEST_PX);
  // Two lines of 24 px.
  expect((await boxOf(long.getByText(LONG_NAME))).height).toBe(48);
});

test("a card leads with its time, and says the first line of the notes", async ({ page }) => {
  for (const width of [PHONE.width, 768]) {
    await page.setViewportSize({ width, height: PHONE.height });
    const card = jobCard(page, "Noor Haddad");
    const place = card.getByText("14821 Sycamore Ridge Road, Springfield");
    const parts = [card.getByText("10:32 AM"), card.getByText("Noor Haddad"), place];
    const tops = (await Promise.all(parts.map(boxOf))).map(({ y }) => y);
    expect(tops).toEqual(tops.toSorted((a, b) => a - b));
    // The notes go on after the city, within two lines of 20 px.
    const notes = await boxOf(card.getByText("Gate code 4417"));
    const text = await boxOf(card.locator("[data-place]"));
    expect(text.height).toBeLessThanOrEqual(40);
    expect(notes.y).toBeLessThan(text.y + text.height);
    expect(
      await place.evaluate((shown) => {
        const end = [...shown.getClientRects()].at(-1)!.bottom;
        return end - shown.parentElement!.getBoundingClientRect().bottom;
      }),
    ).toBeLessThanOrEqual(1);
    await expect(parts[0]!).toHaveCSS("font-size", "16px");
    await expect(parts[0]!).toHaveCSS("font-weight", "600");
    const badge = await boxOf(card.getByText("Estimate Scheduled"));
    const time = await boxOf(parts[0]!);
    expect(badge.x).toBeGreaterThanOrEqual(time.x + time.width);
    expect(badge.y).toBeLessThan(time.y + time.height);
  }
});

test("the four actions have 44 px each beside the photo, and the bar covers none of them", async ({
  page,
}) => {
  for (const width of [390, 320, 768]) {
    await page.setViewportSize({ width, height: PHONE.height });
    const actions = actionsOf(page);
    await expect(actions).toHaveCount(4 * (NAMES.length + 1));
    const boxes = await boxesOf(actions);
    for (const box of boxes) {
      expect(box.width).toBeGreaterThanOrEqual(44);
      expect(box.height).toBeGreaterThanOrEqual(44);
    }
    const [camera, phone, way, more] = boxes;
    expect([camera!.y, way!.y]).toEqual([phone!.y, more!.y]);
    expect([camera!.x, phone!.x]).toEqual([way!.x, more!.x]);

    const photo = jobCard(page, NAMES[0]!).locator("img");
    await expect(photo).toBeVisible();
    const house = await boxOf(photo);
    for (const box of boxes.slice(0, 4)) expect(overlap(house, box)).toBe(false);
  }

  // Also while a toast is up, at the end of the list.
  await page.setViewportSize(PHONE);
  await jobCard(page, LONG_NAME).getByRole("button", { name: "More" }).click();
  const sheet = page.getByRole("dialog", { name: LONG_NAME });
  await expect(sheet.getByRole("button", { name: "Text" })).toBeVisible();
  await expect(sheet.getByRole("link", { name: "Show on a map" })).toBeVisible();
  await page.context().grantPermissions(["clipboard-write"]);
  await sheet.getByRole("button", { name: "Copy address" }).click();
  await expect(page.getByText("Address copied")).toBeVisible();
  await sheet.getByRole("button", { name: "Close" }).click();
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  const bar = await boxOf(barOf(page));
  for (const box of await boxesOf(page.getByRole("article"))) expect(overlap(bar, box)).toBe(false);
});

test("on the smallest phone the photo stands beside the time, and the name has one line", async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  const card = jobCard(page, NAMES[0]!);
  const house = await boxOf(card.locator("img"));
  // Wider than high, as houses are.
  expect(house.width).toBeGreaterThan(house.height);
  expect(overlap(house, await boxOf(card.locator("time")))).toBe(false);
  const name = await boxOf(card.getByRole("heading"));
  expect(overlap(house, name)).toBe(false);
  expect(name.height).toBeLessThanOrEqual(24);
  const uncovered = jobCard(page, NAMES[2]!).getByText("14821 Sycamore");
  const address = await boxOf(card.getByText("14821 Sycamore"));
  expect(address.width).toBeCloseTo((await boxOf(uncovered)).width, 0);
});

test("the bar turns the day at 200 % zoom too, and covers no visit at the end of the list", async ({
  page,
}) => {
  for (const viewport of [
    { width: 720, height: 450 },
    { width: 320, height: 640 },
  ]) {
    await page.setViewportSize(viewport);
    await page.goto(DAY);
    await expect(page.getByRole("article")).toHaveCount(NAMES.length + 1);
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    const bar = await boxOf(barOf(page));
    expect(bar.y + bar.height).toBe(viewport.height);
    for (const box of await boxesOf(page.getByRole("article")))
      expect(overlap(bar, box)).toBe(false);
    await page.getByRole("button", { name: "Next day" }).click();
    await expect(page).toHaveURL(/date=2027-06-16$/);
  }
});

test("time, name and address are easy to read in both themes, and stay beside the photo", async ({
  page,
}) => {
  for (const theme of ["dark", "light"]) {
    await page.evaluate((chosen) => localStorage.setItem("vite-ui-theme", chosen), theme);
    for (const width of [PHONE.width, 768]) {
      await page.setViewportSize({ width, height: PHONE.height });
      await page.reload();
      for (const name of NAMES.slice(0, 3)) {
        const card = jobCard(page, name);
        const texts = [
          card.getByRole("time"),
          card.getByText(name),
          card.getByText("14821 Sycamore Ridge Road, Springfield"),
        ];
        for (const text of texts)
          expect(await text.evaluate(contrastOf), `${name}, ${theme}`).toBeGreaterThanOrEqual(
            CONTRAST,
          );
        const photo = card.locator("img");
        if (name === "Noor Haddad") await expect(photo).toHaveCount(0);
        else
          for (const text of texts)
            expect(overlap(await boxOf(photo), await boxOf(text))).toBe(false);
      }
    }
  }
});

test("a printed visit with a photo takes no more room than one without", async ({ page }) => {
  await expect(jobCard(page, NAMES[0]!).locator("img")).toBeVisible();
  await page.emulateMedia({ media: "print" });
  for (const name of NAMES.slice(0, 3))
    await expect(jobCard(page, name).locator("[data-name]"), name).toHaveCSS(
      "padding-right",
      "0px",
    );
});

/** The bar at the bottom, by the button that is raised in it. */
function barOf(page: Page): Locator {
  return page.getByRole("button", { name: "Add job" }).locator("..");
}

/** What the cards can do, besides opening their jobs. */
function actionsOf(page: Page): Locator {
  return page.getByRole("article").locator("a, button:not([data-list-entry])");
}

/** Runs in the page: of the text's color on the background of its card. */
function contrastOf(text: Element): number {
  const context = document.createElement("canvas").getContext("2d")!;
  const luminance = (color: string) => {
    context.fillStyle = color;
    context.fillRect(0, 0, 1, 1);
    const [red, green, blue] = [...context.getImageData(0, 0, 1, 1).data]
      .map((part) => part / 255)
      .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
  };
  const card = text.closest("article")!;
  const [darker, lighter] = [
    luminance(getComputedStyle(text).color),
    luminance(getComputedStyle(card).backgroundColor),
  ].toSorted((a, b) => a - b);
  return (lighter! + 0.05) / (darker! + 0.05);
}

async function boxesOf(elements: Locator): Promise<Box[]> {
  return await Promise.all((await elements.all()).map(boxOf));
}

async function boxOf(element: Locator): Promise<Box> {
  const box = await element.boundingBox();
  if (box === null) throw new Error("The element is not shown.");
  return box;
}
