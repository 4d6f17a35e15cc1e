import { fingerOn } from "./support/finger";
import { jobCard, seedJobs } from "./support/jobs";
import { signUp } from "./support/people";
import { DESKTOP, expect, test } from "./support/test";
import { TOUCH } from "./support/touch";
import { day, openWeek, visit } from "./support/week";

test.use({ timezoneId: "America/New_York", viewport: DESKTOP });

/** From Tuesday until Thursday. */
const INSTALL = {
  customer: { customer_name: "Noor Haddad" },
  job_address: "14821 Sycamore Road",
  job_status: "install_scheduled",
  job_install_date: Date.parse("2026-11-10T08:00:00-05:00"),
  job_install_length: 57 * 60,
};

test("an install of three days stands on each of them, and is moved as a whole from its second", async ({
  page,
}) => {
  await page.clock.install({ time: new Date("2026-11-11T10:00:00-05:00") });
  await signUp(page);
  await seedJobs(page, [
    INSTALL,
    {
      customer: { customer_name: "Night Owl" },
      job_address: "72 Birch Street",
      job_status: "install_scheduled",
      job_install_date: Date.parse("2026-11-07T20:00:00-05:00"),
      job_install_length: 6 * 60,
    },
  ]);
  await page.goto("/dashboard");
  const card = jobCard(page, "Noor Haddad");
  await expect(card).toContainText("Day 2 of 3");
  await expect(card).toContainText("takes until Thu, Nov 12, 5 PM");
  await expect(page.getByText("No jobs scheduled")).toBeHidden();

  await page.goto("/calendar");
  await expect(page.getByRole("link", { name: /^Install, day 3 of 3: Noor Haddad/ })).toBeVisible();

  await page.goto("/calendar?view=week");
  await expect(day(page, "Sunday, November 8")).toContainText("Night Owl");
  const second = visit(page, "Install, day 2 of 3").first();
  await second.hover();
  await page.mouse.down();
  const column = (await day(page, "Friday, November 13").boundingBox())!;
  const middle = column.x + column.width / 2;
  await page.mouse.move(middle, column.y + 200, { steps: 8 });
  await page.mouse.move(middle, column.y + 204, { steps: 2 });
  await expect(page.getByText(/is over Friday, November 13/)).toBeAttached();
  await page.mouse.up();
  await expect(page.getByText("Noor Haddad. The whole visit of 3 days begins then")).toBeVisible();
  await expect(day(page, "Friday, November 13")).toContainText("2/3");
  await expect(day(page, "Thursday, November 12")).toContainText("8:00 AM");
  await page.getByRole("button", { name: "Undo" }).first().click();
  await expect(day(page, "Thursday, November 12")).toContainText("3/3");
});

test("the second day of an install counts it, and a move of that day leaves it where it is", async ({
  page,
}) => {
  await page.clock.install({ time: new Date("2026-11-11T07:00:00-05:00") });
  await signUp(page);
  await seedJobs(page, [
    INSTALL,
    {
      customer: { customer_name: "Olivia Hart" },
      job_address: "418 Maple Ridge Drive",
      job_estimate_date: Date.parse("2026-11-11T14:00:00-05:00"),
    },
  ]);
  await page.goto("/dashboard");
  await expect(page.getByRole("region", { name: "This day" }).getByRole("definition")).toHaveText([
    "2",
    "1",
    "1",
    "0",
  ]);
  await page.getByRole("button", { name: "Plan the route" }).click();
  await expect(page.getByRole("checkbox", { name: /^(Day|2:00)/ })).toHaveCount(2);
  const first = page.getByRole("checkbox", { name: "Day 2 of 3 Noor Haddad" });
  await expect(first).toBeChecked();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Move this day's visits" }).click();
  const dialog = page.getByRole("dialog", { name: "Move this day's visits" });
  await expect(dialog).toContainText(
    "Not moved, because it began on an earlier day: Noor Haddad (day 2 of 3).",
  );
  await dialog.getByRole("button", { name: "Move 1 visit" }).click();
  await expect(jobCard(page, "Olivia Hart")).toBeHidden();
  await expect(jobCard(page, "Noor Haddad")).toContainText("Day 2 of 3");
});

test("a mouse drags the lower edge of a visit to its end, Escape leaves it, and Undo takes it back", async ({
  page,
}) => {
  await openWeek(page);
  const link = visit(page, "Olivia Hart");
  const box = (await link.boundingBox())!;
  const edge = { x: box.x + box.width / 2, y: box.y + box.height };
  const hour = box.height;
  const drag = async () => {
    await page.mouse.move(edge.x, edge.y);
    await page.mouse.down();
    await page.mouse.move(edge.x, edge.y + hour, { steps: 4 });
    await page.mouse.move(edge.x, edge.y + 1.5 * hour, { steps: 4 });
    await expect(page.getByText("Olivia Hart: takes until 4:30 PM")).toBeAttached();
  };
  await drag();
  await page.keyboard.press("Escape");
  await page.mouse.up();
  await expect(link).toHaveAttribute("title", /2:00 PM: Olivia/);
  await drag();
  await page.mouse.up();
  await expect(link).toHaveAttribute("title", /takes until 4:30 PM: Olivia/);
  await expect(page.getByText("Takes until 4:30 PM", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).first().click();
  await expect(link).toHaveAttribute("title", /2:00 PM: Olivia/);
});

test("the end of an install of several days is dragged on its last day", async ({ page }) => {
  await page.clock.install({ time: new Date("2026-11-11T10:00:00-05:00") });
  await signUp(page);
  await seedJobs(page, [INSTALL]);
  await page.goto("/calendar?view=week");
  const last = visit(page, "Install, day 3 of 3");
  const chip = (await last.boundingBox())!;
  const thursday = day(page, "Thursday, November 12");
  const column = (await thursday.boundingBox())!;
  const middle = chip.x + chip.width / 2;
  await page.mouse.move(middle, chip.y + chip.height);
  await page.mouse.down();
  await page.mouse.move(middle, chip.y + chip.height + 60, { steps: 4 });
  await page.mouse.move(middle, column.y + column.height - 60, { steps: 8 });
  await expect(thursday.getByText(/^until \d/)).toBeVisible();
  await page.keyboard.press("Escape");
  await page.mouse.up();
  await expect(last).toHaveAttribute("title", /takes until Thu, Nov 12, 5 PM/);
  await last.focus();
  await page.keyboard.press("Alt+Shift+ArrowUp");
  await expect(last).toHaveAttribute("title", /until Thu, Nov 12, 4:45 PM/);
  await page.mouse.move(middle, chip.y + chip.height);
  await page.mouse.down();
  await page.mouse.move(middle, chip.y + chip.height + 60, { steps: 4 });
  await page.mouse.move(middle, column.y + column.height - 60, { steps: 8 });
  await page.mouse.up();
  await expect(last).not.toHaveAttribute("title", /Nov 12, 4:45 PM/);
  await expect(last).toHaveAttribute("title", /takes until Thu, Nov 12, /);
});

test.describe("with a finger", () => {
  test.use(TOUCH);

  test("a visit that a finger has held shows its lower edge, which the finger drags to its end", async ({
    page,
  }) => {
    await openWeek(page);
    const link = visit(page, "Olivia Hart");
    await link.evaluate((shown) => shown.scrollIntoView({ block: "center" }));
    const box = (await link.boundingBox())!;
    const middle = box.x + box.width / 2;
    const finger = await fingerOn(page);
    await finger.put({ x: middle, y: box.y + box.height / 2 });
    await expect(page.getByText(/^Olivia Hart is over/)).toBeAttached();
    await finger.lift();
    await expect(link).toBeFocused();
    await expect(page).toHaveURL(/view=week/);

    const top = await page.evaluate(() => window.scrollY);
    const edge = { x: middle, y: box.y + box.height + 12 };
    await finger.put(edge);
    await finger.slide(edge, { x: middle, y: edge.y + 1.5 * box.height });
    await expect(page.getByText("Olivia Hart: takes until 4:30 PM")).toBeAttached();
    await finger.lift();
    await expect(link).toHaveAttribute("title", /takes until 4:30 PM: Olivia/);
    expect(await page.evaluate(() => window.scrollY)).toBe(top);
  });
});

test("a visit of several days keeps its name on a desk of any width, and no text of its card covers another", async ({
  page,
}) => {
  await page.clock.install({ time: new Date("2026-11-11T10:00:00-05:00") });
  await signUp(page);
  await seedJobs(
    page,
    ["Noor Haddad", "Alexandria Montgomery-Featherstonehaugh"].map((customer_name, index) => ({
      customer: { customer_name, customer_phone: "6145550188" },
      job_address: "14821 Sycamore Ridge Road",
      job_city: "Canal Winchester, OH 43110",
      job_categories: ["Gutters and downspout Replacement"],
      job_status: "install_scheduled",
      job_install_date: Date.parse("2026-11-10T08:00:00-05:00"),
      job_install_length: 57 * 60,
      job_install_crew: "Red team with the long ladder",
      jobs_price: 18_450 + index,
    })),
  );
  await page.goto("/dashboard");
  const cards = page.getByRole("article");
  await expect(cards.getByText("Day 2 of 3")).toHaveCount(2);
  for (const width of [1024, 1180, 1280, 1366, 1440, 1920]) {
    await page.setViewportSize({ width, height: 800 });
    const name = jobCard(page, "Noor Haddad").getByRole("heading");
    expect((await name.boundingBox())!.width, `${width}`).toBeGreaterThan(80);
    for (const card of await cards.all())
      expect(await card.evaluate(coveredTexts), `${width}`).toEqual([]);
  }
});

/** The pairs of texts of an element that share a point of the screen. */
function coveredTexts(element: Element): string[] {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const texts: { text: string; box: DOMRect }[] = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement!;
    const clip = parent.getBoundingClientRect();
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const box of range.getClientRects()) {
      const right = Math.min(box.right, clip.right);
      const seen = new DOMRect(box.x, box.y, right - box.x, box.height);
      if (parent.checkVisibility() && clip.width > 1 && seen.width > 0)
        texts.push({ text: node.textContent ?? "", box: seen });
    }
  }
  return texts.flatMap(({ text, box: a }, at) =>
    texts
      .slice(at + 1)
      .filter(
        ({ text: other, box: b }) =>
          other !== text &&
          a.left < b.right - 1 &&
          b.left < a.right - 1 &&
          a.top < b.bottom - 4 &&
          b.top < a.bottom - 4,
      )
      .map(({ text: other }) => `${text} | ${other}`),
  );
}
