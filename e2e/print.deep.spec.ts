import type { Locator, Page } from "@playwright/test";
import { editDialog, instantToday, seedJobs, todayAt } from "./support/jobs";
import { call } from "./support/office";
import { openPalette } from "./support/palette";
import { signUp } from "./support/people";
import { seedDefaults } from "./support/stock";
import { expect, test } from "./support/test";

const VISITS = 10;
const CATEGORY = "Gutters and downspout Replacement";
const CITY = "Springfield, OH 45501";
const LETTER = { format: "Letter" } as const;

/** The sheets of paper. */
async function sheets(page: Page): Promise<number> {
  const file = (await page.pdf(LETTER)).toString("latin1");
  return file.match(/\/Type \/Page\b/g)?.length ?? 0;
}

/** Visits from `at` on, each with notes of two lines. */
async function seedVisits(
  page: Page,
  count: number,
  at: number,
  { notes, ...fields }: { readonly notes?: string } & Readonly<Record<string, unknown>> = {},
) {
  await seedJobs(
    page,
    Array.from({ length: count }, (_, index) => ({
      customer: {
        customer_name: `Customer ${index + 1} of Maple Ridge`,
        customer_phone: String(6_145_550_100 + index),
      },
      job_address: addressOf(index),
      job_city: CITY,
      job_status: "approved",
      job_categories: [CATEGORY],
      job_notes:
        notes ?? "Gate code 4711, dog in the yard.\nCall before arriving, park in the street.",
      job_install_date: at + index * 60_000,
      ...fields,
    })),
  );
}

/** Too long for a line of a phone, or of a desk's narrow list. */
const addressOf = (index: number) =>
  `${14_821 + index} Sycamore Ridge Road Northwest, Building ${index}, Rear Entrance`;

test("a day of 22 visits prints on two sheets, with whole addresses, categories and its date", async ({
  page,
}) => {
  await signUp(page);
  await page.goto("/");
  const at = await page.evaluate(() => new Date(2027, 5, 15, 9).getTime());
  await seedVisits(page, 22, at);
  await page.goto("/dashboard?date=2027-06-15");
  await expect(page.getByRole("article")).toHaveCount(22);
  expect(await sheets(page)).toBe(2);
  await page.emulateMedia({ media: "print" });
  // A sheet of Letter without its margins.
  await page.setViewportSize({ width: 725, height: 965 });
  const main = page.getByRole("main");
  await expect(main.getByText("Jun 15, 27")).toBeVisible();
  await expect(main.getByText(/^in \d+ days$/)).toBeHidden();
  const last = page.getByRole("article").last();
  await expect(last.getByText(CATEGORY)).toBeVisible();
  const address = last.getByText(`${addressOf(21)}, ${CITY}`);
  await expect(address).toBeVisible();
  expect(await address.evaluate((text) => text.scrollWidth - text.clientWidth)).toBeLessThanOrEqual(
    0,
  );
  expect(
    await address.evaluate((text) => text.scrollHeight - text.clientHeight),
  ).toBeLessThanOrEqual(0);
});

test("a day of 18 visits of four categories prints on two sheets, with a crew on a row of its own", async ({
  page,
}) => {
  // A desk counts the sheets before it has the widths of paper.
  await page.setViewportSize({ width: 1440, height: 900 });
  await signUp(page);
  await page.goto("/");
  const at = await page.evaluate(() => new Date(2027, 5, 15, 9).getTime());
  const job_categories = [
    ...["Gutters and downspout Replacement", "Leaf Guard Replacement"],
    ...["Soffit Replace", "Fascia Replace"],
  ];
  await seedVisits(page, 17, at, { job_categories });
  await seedVisits(page, 1, at + 3_600_000, {
    job_categories,
    ...{ job_install_crew: "North crew", job_install_length: 120 },
  });
  await page.goto("/dashboard?date=2027-06-15");
  await expect(page.getByRole("article")).toHaveCount(18);
  await expect(page.getByText(/^North crew · takes/)).toBeVisible();
  expect(await sheets(page)).toBe(2);
  await page.setViewportSize({ width: 725, height: 965 });
  await page.emulateMedia({ media: "print" });
  const card = page.getByRole("article").last();
  const address = (await card.getByText(addressOf(0)).boundingBox())!;
  const crew = (await card.getByText(/^North crew · takes/).boundingBox())!;
  const notes = (await card.getByText(/^Gate code/).boundingBox())!;
  expect(crew.x).toBe(address.x);
  expect(crew.y).toBeGreaterThanOrEqual(address.y + address.height);
  expect(notes.y).toBeGreaterThanOrEqual(crew.y + crew.height);
});

test("the notes of a visit print in at most four lines, with a mark at the end", async ({
  page,
}) => {
  await signUp(page);
  await page.goto("/");
  const at = await page.evaluate(() => new Date(2027, 5, 15, 9).getTime());
  const long = Array.from({ length: 14 }, (_, line) => `Line ${line + 1}`);
  await seedVisits(page, VISITS, at, { notes: long.join("\n") });
  await page.goto("/dashboard?date=2027-06-15");
  await expect(page.getByRole("article")).toHaveCount(VISITS);
  expect(await sheets(page)).toBe(2);
  await page.emulateMedia({ media: "print" });
  const notes = page.getByText("Line 14").first();
  await expect(notes).toHaveCSS("-webkit-line-clamp", "4");
  const lines = await notes.evaluate(
    (text) => text.clientHeight / Number.parseFloat(getComputedStyle(text).lineHeight),
  );
  expect(lines).toBe(4);
});

test("a day of ten visits prints on one sheet, and the list of jobs says how many of all it shows", async ({
  page,
}) => {
  await signUp(page);
  await page.goto("/");
  const at = await page.evaluate((time) => new Date(time).getTime(), await todayAt(page, "23:00"));
  await seedVisits(page, VISITS, at);
  await page.goto("/dashboard");
  await expect(page.getByRole("article")).toHaveCount(VISITS);
  expect(await sheets(page)).toBe(1);
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("button", { name: "Add job" })).toBeHidden();
  await expect(page.getByRole("navigation")).toBeHidden();
  await expect(page.getByText("Gate code 4711").last()).toBeVisible();
  await expect(page.getByText("(614) 555-0109")).toBeVisible();

  await page.emulateMedia({ media: "screen" });
  await page.goto("/jobs");
  await expect(page.getByRole("list", { name: "Jobs" }).getByRole("listitem")).toHaveCount(VISITS);
  await page.emulateMedia({ media: "print" });
  await expect(page.getByText(`${VISITS} of ${VISITS} jobs`)).toBeVisible();
});

test("a month prints on one sheet, with every visit of a crowded day", async ({ page }) => {
  await signUp(page);
  await page.goto("/");
  const at = await page.evaluate(() => new Date(2026, 10, 18, 9).getTime());
  const names = Array.from({ length: 9 }, (_, index) => `Customer ${index}`);
  await seedJobs(
    page,
    names.map((customer_name, index) => ({
      customer: { customer_name },
      job_address: `${index + 1} Oak St`,
      job_estimate_date: at + index * 60_000,
    })),
  );
  // All other days are crowded too, with names that are longer than a line at full size.
  const others = Array.from({ length: 30 }, (_, index) => index - 17)
    .filter((days) => days !== 0)
    .flatMap((days) => Array.from({ length: 8 }, (_, hours) => days * 24 + hours));
  await seedJobs(
    page,
    others.map((hours, index) => ({
      customer: { customer_name: `Alexandria Montgomery-Smith ${index}` },
      job_address: `${index} Elm St`,
      job_install_date: at + hours * 3_600_000,
    })),
  );
  await page.goto("/calendar?month=2026-11");
  const crowded = page.getByRole("cell").filter({
    has: page.getByRole("link", { name: /^Wednesday, November 18/ }),
  });
  await expect(crowded.getByText("Customer 5")).toBeVisible();
  await expect(crowded.getByText("Customer 8")).toBeHidden();
  await expect(crowded.getByText("+3")).toBeVisible();
  expect(await sheets(page)).toBe(1);
  await page.emulateMedia({ media: "print" });
  for (const name of names) await expect(crowded.getByText(name)).toBeVisible();
  await expect(crowded.getByText("+3")).toBeHidden();
  expect(await letterSizes(crowded.getByRole("listitem"))).toEqual([]);
});

test("a month of six crowded weeks prints on two sheets, also with a day of 28 visits", async ({
  page,
}) => {
  await signUp(page);
  await page.goto("/");
  const first = await page.evaluate(() => new Date(2026, 6, 26, 7).getTime());
  const times = Array.from({ length: 42 }, (_, day) => day).flatMap((day) =>
    Array.from(
      { length: day === 17 ? 28 : 10 },
      (_, index) => first + day * 86_400_000 + index * 1_800_000,
    ),
  );
  for (let from = 0; from < times.length; from += 150)
    await seedJobs(
      page,
      times.slice(from, from + 150).map((at, index) => ({
        customer: { customer_name: `Customer ${from + index}` },
        job_address: `${index + 1} Oak St`,
        job_estimate_date: at,
      })),
    );
  await page.goto("/calendar?month=2026-08");
  await expect(page.getByText("+22")).toBeVisible();
  expect(await sheets(page)).toBe(2);
});

/** Sizes of letters that are smaller than 8 pt. */
const letterSizes = (texts: Locator) =>
  texts.evaluateAll((all) =>
    all
      .map((text) => getComputedStyle(text.firstElementChild ?? text).fontSize)
      .filter((size) => parseFloat(size) < (8 / 72) * 96),
  );

test("a week prints every visit of a crowded day in whole words of 8 pt, beside its hours", async ({
  page,
}) => {
  await signUp(page);
  await page.goto("/");
  const at = await page.evaluate(() => new Date(2026, 10, 18, 9).getTime());
  const names = Array.from({ length: 33 }, (_, index) => `Wilhelmina Featherstone-Lopez ${index}`);
  await seedJobs(
    page,
    names.map((customer_name, index) => ({
      customer: { customer_name },
      job_address: `${index + 1} Sycamore Ridge Road`,
      job_install_date: at + index * 900_000,
    })),
  );
  await page.goto("/calendar?view=week&date=2026-11-18");
  await expect(page.getByRole("region", { name: /November 18, 2026, 33 visits/ })).toBeVisible();
  expect(await sheets(page)).toBeLessThanOrEqual(4);
  await showPaper(page);
  const main = page.getByRole("main");
  const label = main.getByRole("rowheader", { name: "5 PM" });
  await expect(label).toBeVisible();
  // An hour of up to three visits is kept on the sheet of its label.
  const row = label.locator("xpath=..");
  await expect(row).toHaveCSS("break-inside", "avoid");
  const written = main.getByRole("cell").getByRole("paragraph");
  await expect(written).toHaveText(
    names.map((name) => new RegExp(` ${name}\\d+ Sycamore Ridge Road$`)),
  );
  expect(await letterSizes(written)).toEqual([]);
  const cut = await written.evaluateAll(
    (all) => all.filter((one) => one.scrollWidth > one.clientWidth).length,
  );
  expect(cut).toBe(0);
});

test("a crowded week prints on two sheets, with a wider column for its fullest day", async ({
  page,
}) => {
  await signUp(page);
  await page.goto("/");
  const sunday = await page.evaluate(() => new Date(2026, 10, 15).getTime());
  const hours = Array.from({ length: 7 }, (_, day) =>
    (day === 3
      ? [6.5, 7, 8, 8, 8.5, 9, 9, 9, 9.5, 10, 10, 10.5, 11, 11.5, 12, 13, 13, 13.5, 14.5, 15, 15.5]
      : [8, 8, 9, 9, 10, 10, 13.5, 16]
    ).map((hour) => day * 24 + hour),
  ).flat();
  const names = [
    "Al",
    "Alexandria Montgomery-Featherstonehaugh",
    "Clintonville Rentals LLC",
    "The Westerville Historical Society and Garden Club",
  ];
  const addresses = ["1 Elm St", addressOf(12), "4979 Fox Run Dr"];
  await seedJobs(
    page,
    hours.map((hour, index) => ({
      customer: { customer_name: names[index % names.length] },
      job_address: addresses[index % addresses.length],
      job_estimate_date: sunday + hour * 3_600_000,
    })),
  );
  await page.goto("/calendar?view=week&date=2026-11-18");
  await expect(page.getByRole("region", { name: /November 18, 2026, 21 visits/ })).toBeVisible();
  expect(await sheets(page)).toBe(2);
  await showPaper(page);
  const table = page.getByRole("main").getByRole("table");
  const widths = await table
    .getByRole("columnheader", { name: /\d$/ })
    .evaluateAll((all) => all.map((head) => head.getBoundingClientRect().width));
  expect(widths).toHaveLength(7);
  expect(widths[3]).toBeGreaterThan(1.4 * widths[0]!);
  expect(widths[6]).toBeCloseTo(widths[0]!, 0);
  expect(await letterSizes(table.getByRole("cell").getByRole("paragraph"))).toEqual([]);
});

/** What a browser does when a person prints, without making a file. */
async function showPaper(page: Page) {
  await page.evaluate(() => window.dispatchEvent(new Event("beforeprint")));
  await page.emulateMedia({ media: "print" });
}

test("an empty day and empty lists print their sentence without buttons", async ({ page }) => {
  await signUp(page);
  const main = page.getByRole("main");
  for (const [path, sentence] of [
    ["/dashboard", "No jobs scheduled for this day."],
    ["/jobs", "No jobs yet."],
    ["/inventory", "No colors yet."],
    ["/prices", "No items yet."],
  ] as const) {
    await page.goto(path);
    const shown = main.getByText(sentence);
    await expect(shown).toBeVisible();
    const button = shown.locator("xpath=..").getByRole("button").first();
    await expect(button).toBeVisible();
    await page.emulateMedia({ media: "print" });
    await expect(shown).toBeVisible();
    await expect(button).toBeHidden();
    await page.emulateMedia({ media: null });
  }
});

test("the prices print whole", async ({ page }) => {
  await signUp(page);
  await seedDefaults(page);
  const table = page.getByRole("region", { name: "Current Prices" });
  const hidden = () => table.evaluate((box) => box.scrollHeight - box.clientHeight);
  await expect(table.getByRole("row")).not.toHaveCount(1);
  await expect.poll(hidden).toBeGreaterThan(0);
  await page.emulateMedia({ media: "print" });
  await expect.poll(hidden).toBe(0);
  expect(await sheets(page)).toBeGreaterThan(1);
});

/** Counts how often the page was printed: a browser without a head has no print dialog. */
async function countPrints(page: Page) {
  await page.addInitScript(() => {
    const counted = window as unknown as { prints: number };
    counted.prints = 0;
    window.print = () => {
      counted.prints += 1;
    };
  });
  return async () => await page.evaluate(() => (window as unknown as { prints: number }).prints);
}

test("the open job prints on one sheet without its dialog, by the palette and by its button", async ({
  page,
}) => {
  const prints = await countPrints(page);
  await signUp(page);
  await page.goto("/");
  await seedJobs(page, [
    {
      customer: { customer_name: "Ruth Okafor", customer_phone: "6145550100" },
      job_address: "72 Birch Street",
      job_city: "Springfield",
      job_categories: ["Leaf Guard Replacement"],
      job_notes: "Gate code 4711\nDog in the yard",
    },
  ]);
  await page.goto("/jobs");
  await page.getByRole("button", { name: "Ruth Okafor" }).click();
  const dialog = editDialog(page);
  await expect(dialog).toBeVisible();
  const palette = await openPalette(page);
  await palette.getByRole("combobox").fill("print");
  await palette
    .getByRole("option", { name: /^Print/ })
    .first()
    .click();
  await expect.poll(prints).toBe(1);
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("heading", { name: "Ruth Okafor" })).toBeVisible();
  await expect(page.getByText("Dog in the yard").last()).toBeVisible();
  await expect(page.getByText("Measurements")).toBeVisible();
  await expect(dialog).toBeHidden();

  // Making the file ends the printing, as the browser's print dialog does.
  expect(await sheets(page)).toBe(1);
  await page.emulateMedia({ media: "screen" });
  await dialog.getByRole("button", { name: "Print" }).click();
  await expect.poll(prints).toBe(2);
});

test("what to order prints on one sheet, with the levels that the office set", async ({ page }) => {
  const prints = await countPrints(page);
  await signUp(page);
  await seedDefaults(page);
  for (const args of [
    { colorNumber: "180", size: "5", delta: 3 },
    { colorNumber: "110", size: "6", delta: 1 },
    { colorNumber: "110", size: "6", delta: -1 },
  ])
    await call(page.request, "mutation", {
      path: "inventory:adjustColorQuantity",
      args,
    });
  await page.goto("/inventory?color=180");
  const level = page.getByRole("textbox", { name: /^5 in/ });
  await level.fill("10");
  await level.press("Enter");
  await expect(page.getByText("5 in: 3 of 10")).toBeVisible();
  await page.getByRole("button", { name: "To order" }).click();
  const dialog = page.getByRole("dialog", { name: "What to order" });
  await expect(dialog.getByRole("row")).toHaveText([
    "ColorSizeStockLevelMissing",
    "110 Eggshell6 in0––",
    "180 Musket Brown5 in3107",
  ]);
  await dialog.getByRole("button", { name: "Print" }).click();
  await expect.poll(prints).toBe(1);
  expect(await sheets(page)).toBe(1);
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("heading", { name: /^What to order ·/ })).toBeVisible();
  await expect(dialog).toBeHidden();
});

test("an empty list of what to order prints its sentence, and not the screen behind it", async ({
  page,
}) => {
  await signUp(page);
  await seedDefaults(page);
  await page.goto("/inventory");
  await page.getByRole("button", { name: "To order" }).click();
  const dialog = page.getByRole("dialog", { name: "What to order" });
  await expect(dialog.getByText("Nothing has to be ordered.")).toBeVisible();
  await page.emulateMedia({ media: "print" });
  const sheet = page.locator("[data-print-sheet]");
  await expect(sheet.getByText("Nothing has to be ordered.")).toBeVisible();
  await expect(page.getByText("Musket Brown").first()).toBeHidden();
  await expect(dialog).toBeHidden();
});

test("the table of jobs prints across the sheet, and no cell reaches into the next", async ({
  page,
}) => {
  await signUp(page);
  await page.goto("/");
  await seedVisits(page, 3, await instantToday(page, "22:30"));
  // A desk, which has the table; a sheet of paper is narrower.
  await page.setViewportSize({ width: 1100, height: 800 });
  await page.goto("/jobs?view=table");
  const table = page.getByRole("table", { name: "Jobs" });
  await expect(table.getByRole("row")).toHaveCount(4);
  const file = (await page.pdf(LETTER)).toString("latin1");
  expect(file).toContain("/MediaBox [0 0 792 612]");
  await page.emulateMedia({ media: "print" });
  const cut = await table.evaluate((element) => {
    element.style.width = "979px";
    return Array.from(element.querySelectorAll("td, th"))
      .filter((cell) => cell.scrollWidth > cell.clientWidth)
      .map((cell) => cell.textContent);
  });
  expect(cut).toEqual([]);
});

test("the stock prints as a table in black, and the week without its controls", async ({
  page,
}) => {
  await signUp(page);
  await seedDefaults(page);
  await page.goto("/inventory");
  const main = page.getByRole("main");
  await expect(main.getByText("Musket Brown")).toBeVisible();
  expect(await sheets(page)).toBeLessThanOrEqual(2);
  await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
  await page.emulateMedia({ media: "print" });
  const rows = main.getByRole("table").getByRole("row");
  await expect(rows).not.toHaveCount(1);
  const name = main.getByRole("rowheader", { name: "Musket Brown" });
  await expect(name).toBeVisible();
  // The ink of the light theme.
  await expect(name).toHaveCSS("color", "rgb(20, 23, 26)");
  await expect(main.getByRole("list", { name: "Colors" })).toBeHidden();
  await expect(main.getByLabel("Search colors")).toBeHidden();
  await expect(main.getByLabel("Add inventory row")).toBeHidden();
  await page.evaluate(() => dispatchEvent(new Event("afterprint")));
  await expect(rows).toHaveCount(0);
  await page.goto("/calendar?view=week");
  await expect(main.getByText("12 PM", { exact: true })).toBeAttached();
  await showPaper(page);
  await expect(main.getByRole("rowheader", { name: "12 PM" })).toBeVisible();
  await expect(main.getByLabel("Show late hours")).toBeHidden();
});
