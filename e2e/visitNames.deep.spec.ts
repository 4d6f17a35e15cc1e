import type { Page } from "@playwright/test";
import { oneOf, seededRandom, wholeNumber } from "../domain/text/random";
import { seedJobs } from "./support/jobs";
import { signUp } from "./support/people";
import { expect, test } from "./support/test";

const NOW = new Date("2026-08-12T10:20:00-04:00");
const DAY_MS = 86_400_000;
/** The first day in the grid of August 2026, which has six weeks. */
const FIRST = new Date("2026-07-26T00:00:00-04:00").getTime();
const DAYS = 42;
const BUSY_DAY = 17;
const BUSY_VISITS = 33;
const SEED = 20_260_812;

/** Short, long, wide, of several scripts, and those that begin with a short word. */
const NAMES = [
  "Olivia Hart",
  "Bo Li",
  "O",
  "Wilhelmina Featherstonehaugh-Montgomery",
  "Maximiliana Castellano",
  "Wommack & Sons",
  "Mammoth Homes",
  "WMCA Roofing",
  "St. Bartholomew's Episcopal Church",
  "Fox Run Homeowners Association",
  "Christopher Vandenberg",
  "Nguyễn Thị Phương",
  "李小龙",
  "1st Baptist",
] as const;

const STATUSES = ["completed", "cancelled", "install_scheduled"] as const;

/** From 7 AM to 6 PM, most at whole and half hours, where they begin at once. */
function visitsOf(day: number) {
  const random = seededRandom(SEED + day);
  return Array.from({ length: day === BUSY_DAY ? BUSY_VISITS : 6 }, () => ({
    day,
    name: oneOf(random, NAMES),
    minute: 420 + wholeNumber(random, 0, 21) * 30 + oneOf(random, [0, 0, 0, 5, 20]),
    status: oneOf(random, STATUSES),
  }));
}

async function openOffice(page: Page) {
  await page.clock.setFixedTime(NOW);
  await signUp(page);
  const visits = Array.from({ length: DAYS }, (_, day) => visitsOf(day)).flat();
  await seedJobs(
    page,
    visits.map(({ name, day, minute, status }, index) => ({
      customer: { customer_name: name },
      job_address: `${index + 1} Sycamore Ridge Road`,
      job_status: status,
      job_install_date: FIRST + day * DAY_MS + minute * 60_000,
    })),
  );
}

interface Bar {
  readonly name: string;
  readonly seen: string;
  readonly hasTime: boolean;
  readonly height: number;
  readonly letters: string;
}

/** What of each visit is painted: its letters, clipped by every box around them and by "…". */
const bars = (page: Page): Promise<Bar[]> =>
  page.evaluate(() => {
    const links = [...document.querySelectorAll("[data-entry], main ol > li > a")];
    return links.map((bar) => {
      const label = bar.getAttribute("title") ?? bar.closest("li")?.ariaLabel;
      const name = label?.replace(/^[^:]*:\d\d [AP]M[^:]*: /, "") ?? "";
      let seen = "";
      const texts = document.createTreeWalker(bar, NodeFilter.SHOW_TEXT);
      while (texts.nextNode()) {
        const text = texts.currentNode as Text;
        const clips = clipsOf(text.parentElement);
        for (let at = 0; at < text.length; at += 1) {
          const range = document.createRange();
          range.setStart(text, at);
          range.setEnd(text, at + 1);
          const [box] = range.getClientRects();
          if (box !== undefined && clips.every((clip) => holds(clip, box))) seen += text.data[at];
        }
      }
      const before = getComputedStyle(bar, "::before").content;
      const style = getComputedStyle(bar);
      return {
        name,
        seen,
        hasTime: /\d[ap]|\d [AP]M/.test(`${before} ${seen}`),
        height: bar.getBoundingClientRect().height,
        letters: style.fontSize,
      };
    });

    type Clip = Pick<DOMRect, "left" | "top" | "right" | "bottom">;

    function clipsOf(element: Element | null): Clip[] {
      if (element === null || element === document.body) return [];
      const outer = clipsOf(element.parentElement);
      const { overflowX, textOverflow } = getComputedStyle(element);
      if (overflowX === "visible") return outer;
      const { left, top, right, bottom } = element.getBoundingClientRect();
      const isCut = element.scrollWidth > element.clientWidth;
      const dots = textOverflow === "ellipsis" && isCut ? 11 : 0;
      return [...outer, { left, top, bottom, right: right - dots }];
    }

    /** A tenth of a letter may be missing. */
    function holds(clip: Clip, box: DOMRect): boolean {
      const least = box.width / 10;
      return (
        box.left >= clip.left - least &&
        box.right <= clip.right + least &&
        box.top >= clip.top - 3 &&
        box.bottom <= clip.bottom + 3
      );
    }
  });

/** The first four letters, or all of a shorter name. */
const beginOf = (name: string) => [...name].slice(0, 4).join("").trimEnd();

const SIZES = [
  [320, 568],
  [390, 844],
  [720, 450],
  [820, 1180],
  [1024, 768],
  [1280, 800],
  [1440, 900],
  [1920, 1080],
] as const;

test.use({ timezoneId: "America/New_York" });

test("every visit of the month and the week shows its name at every width, and its time on a desk", async ({
  page,
}) => {
  await openOffice(page);
  for (const [width, height] of SIZES) {
    await page.setViewportSize({ width, height });
    for (const path of [
      "/calendar?month=2026-08",
      "/calendar?view=week&date=2026-08-12",
      "/calendar?view=week&date=2026-08-16",
    ]) {
      await page.goto(path);
      await expect.poll(async () => (await bars(page)).length).toBeGreaterThan(9);
      await page.evaluate(async () => void (await document.fonts.ready));
      const shown = await bars(page);
      const blank = shown
        .filter(({ name, seen }) => !seen.includes(beginOf(name)))
        .map(({ name, seen }) => ({ name, seen }));
      expect(blank, `${path} at ${width} px`).toEqual([]);
      if (width < 1024) continue;
      const timeless = shown.filter(({ hasTime }) => !hasTime);
      expect(timeless, `${path} at ${width} px`).toEqual([]);
    }
  }
});

test("visits of a busy day in the week do not cover each other, and a readable link counts those without room", async ({
  page,
}) => {
  await openOffice(page);
  for (const [width, height] of SIZES) {
    await page.setViewportSize({ width, height });
    await page.goto("/calendar?view=week&date=2026-08-12");
    const day = page.getByRole("region", { name: /August 12/ });
    await expect(day.getByRole("listitem").first()).toBeVisible();
    const boxes = await day.locator("ol > li, ol ~ a").evaluateAll((all) =>
      all
        .map((each) => {
          const { top, bottom } = each.getBoundingClientRect();
          return { top, bottom, isCut: each.scrollWidth > each.clientWidth };
        })
        .sort((a, b) => a.top - b.top),
    );
    for (const [at, { bottom, isCut }] of boxes.entries()) {
      expect(isCut).toBe(false);
      const below = boxes[at + 1];
      if (below) expect(bottom).toBeLessThanOrEqual(below.top + 0.5);
    }
  }
});

test("a phone's month of six weeks with six visits a day takes at most two screens, in bars of 16 px with letters of 12 px", async ({
  page,
}) => {
  await openOffice(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/calendar?month=2026-08");
  await expect.poll(async () => (await bars(page)).length).toBe(6 * DAYS);
  for (const { height, letters } of await bars(page)) {
    expect(height).toBeGreaterThanOrEqual(16);
    expect(letters).toBe("12px");
  }
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  expect(height).toBeLessThanOrEqual(2 * 844);
  // The cell is the one target.
  const cell = page.getByRole("cell").filter({
    has: page.getByRole("link", { name: /August 20/ }),
  });
  await expect(cell.getByRole("link")).toHaveCount(1);
  await cell.getByRole("listitem").last().click();
  await expect(page).toHaveURL(/\/dashboard\?date=2026-08-20/);
});
