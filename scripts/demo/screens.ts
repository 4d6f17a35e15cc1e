/** The screens and dialogs of which `npm run pictures -- all` takes pictures, and how each is opened. */
import { expect, type Locator, type Page } from "@playwright/test";

/**
 * What the office holds. Varied: crews, visits of several days, and what is due again. Failing: the server answers the
 * screen's queries with an error.
 */
export const OFFICES = ["full", "crowded", "varied", "empty", "failing"] as const;
export type OfficeState = (typeof OFFICES)[number];

export interface Screen {
  readonly name: string;
  readonly path: string;
  /** The offices in which the screen is shown; all of them if this is missing. */
  readonly offices?: readonly OfficeState[];
  readonly isSignedOut?: boolean;
  /** Whether the screen exists on a desk only. */
  readonly isForDesk?: boolean;
  /** Opens a dialog. */
  readonly open?: (page: Page) => Promise<void>;
}

/** The offices for dialogs of jobs: the others show no jobs. */
const BUSY = ["full", "crowded"] as const;
const SIGNED_OUT = { isSignedOut: true, offices: ["full"] } as const;
/** The office for rows of material, which no job of the others has. */
const CROWDED = { offices: ["crowded"], path: "/dashboard" } as const;
const VARIED = { offices: ["varied"], path: "/dashboard" } as const;
const DIALOGS = { offices: BUSY, path: "/dashboard" } as const;

export const SCREENS: readonly Screen[] = [
  { name: "gate", path: "/jobs", ...SIGNED_OUT },
  { name: "home-signed-out", path: "/", ...SIGNED_OUT },
  { name: "sign-in", path: "/jobs", ...SIGNED_OUT, open: byButton("Sign In") },

  { name: "home", path: "/" },
  { name: "day", path: "/dashboard" },
  { name: "month", path: "/calendar" },
  { name: "week", path: "/calendar?view=week" },
  { name: "jobs", path: "/jobs" },
  { name: "jobs-table", path: "/jobs?view=table" },
  { name: "inventory", path: "/inventory" },
  { name: "inventory-color", path: "/inventory?color=180", offices: BUSY },
  { name: "prices", path: "/prices" },
  { name: "settings", path: "/settings" },
  { name: "calculator", path: "/calculator", offices: ["full"] },
  { name: "receipts", path: "/receipts", offices: ["full"] },
  { name: "not-found", path: "/nowhere", offices: ["full"] },

  { name: "day-crew", ...VARIED, path: "/dashboard?crew=crew%202" },
  { name: "week-crew", ...VARIED, path: "/calendar?view=week&crew=crew%202" },
  { name: "month-crew", ...VARIED, path: "/calendar?crew=crew%202" },
  { name: "crews", ...VARIED, open: openCrews },
  { name: "due-again", ...VARIED, path: "/calendar?view=week", open: showDue },
  { name: "due-again-booking", ...VARIED, path: "/calendar?view=week", open: bookDue },
  { name: "job-of-days", ...VARIED, open: byCard("Noor Haddad") },
  { name: "split", ...VARIED, open: openSplit },
  { name: "estimate-changed", ...VARIED, open: openChangedEstimate },
  { name: "needs-of-days", ...VARIED, open: toDialog("Materials needed") },

  { name: "job", ...DIALOGS, open: openJob },
  { name: "materials", ...CROWDED, open: openMaterials },
  { name: "estimate", ...CROWDED, open: openEstimate },
  { name: "needs", ...CROWDED, open: toDialog("Materials needed") },
  { name: "new-job", ...DIALOGS, open: openNewJob },
  { name: "new-job-customer", ...DIALOGS, open: chooseCustomer },
  { name: "new-job-date", ...DIALOGS, open: chooseDate },
  { name: "customer", path: "/dashboard?customer=C-1001", offices: BUSY },
  { name: "messages", ...DIALOGS, open: openMessages },
  { name: "route", ...DIALOGS, open: byCommand("Route of this day") },
  { name: "move-day", ...DIALOGS, open: toDialog("Move this day's visits") },
  { name: "palette", ...DIALOGS, open: openPalette },
  { name: "palette-line", ...DIALOGS, open: typeLine },
  { name: "history", ...DIALOGS, open: byCommand("Recent changes") },
  { name: "order", ...DIALOGS, open: byCommand("What to order") },
  { name: "import", ...DIALOGS, open: byCommand("Import customers and jobs") },
  {
    name: "shortcuts",
    ...DIALOGS,
    isForDesk: true,
    open: byCommand("Keyboard shortcuts"),
  },
  { name: "user-menu", ...DIALOGS, open: byButton(/^User menu/) },
  { name: "account", ...DIALOGS, open: byMenu("Your account") },
  { name: "team", ...DIALOGS, open: byMenu("Team") },
  { name: "invite", ...DIALOGS, open: byMenu("Invite a teammate") },
  {
    name: "add-inventory",
    path: "/inventory",
    offices: BUSY,
    open: byButton("Add inventory row"),
  },
  { name: "export", path: "/jobs", offices: BUSY, open: byButton("Export") },
  {
    name: "schedule",
    path: "/calendar?view=week",
    offices: BUSY,
    open: scheduleWaiting,
  },
  {
    name: "selected-jobs",
    path: "/jobs?view=table",
    offices: BUSY,
    isForDesk: true,
    open: select,
  },
];

type Open = (page: Page) => Promise<void>;

function byButton(name: string | RegExp): Open {
  return (page) => page.getByRole("button", { name }).first().click();
}

/** By the button, until the dialog of its name has loaded. */
function toDialog(name: string): Open {
  return async (page) => {
    await byButton(name)(page);
    await expect(page.getByRole("dialog", { name })).toBeVisible();
  };
}

function byCommand(name: string): Open {
  return async (page) => {
    const palette = await paletteOf(page);
    await page.keyboard.type(name);
    await expect(palette.getByRole("option", { selected: true })).toContainText(name);
    await page.keyboard.press("Enter");
    await expect(palette).toBeHidden();
    await expect(page.getByRole("dialog")).toBeVisible();
  };
}

function byMenu(entry: string): Open {
  return async (page) => {
    await byButton(/^User menu/)(page);
    await page.getByRole("button", { name: entry, exact: true }).click();
    await expect(page.getByRole("dialog", { name: entry })).toBeVisible();
  };
}

async function openJob(page: Page) {
  await page.getByRole("article").nth(1).getByRole("button").first().click();
  const address = page.getByRole("dialog").getByLabel("Address", { exact: true });
  await expect(address).toBeVisible();
}

function byCard(name: string): Open {
  return async (page) => {
    const card = page.getByRole("article").filter({ hasText: name }).first();
    await card.getByRole("button").first().click();
    const address = page.getByRole("dialog").getByLabel("Address", { exact: true });
    await expect(address).toBeVisible();
  };
}

async function openCrews(page: Page) {
  await page.getByLabel("Crew", { exact: true }).selectOption("Change crews ...");
  await expect(page.getByRole("dialog", { name: "Crews" })).toBeVisible();
}

/** What is due again is beside the week on a desk, and behind a button elsewhere. */
async function showDue(page: Page) {
  const due = page.getByRole("region", { name: "Due again" });
  const closed = page.getByRole("button", { name: /waits?\b/ });
  await expect(due.or(closed).first()).toBeVisible();
  if (await due.isHidden()) await closed.click();
  await due.scrollIntoViewIfNeeded();
}

async function bookDue(page: Page) {
  await showDue(page);
  const book = page.getByRole("button", { name: /^Book .* again/ }).first();
  await book.click();
  await expect(page.getByRole("dialog")).toBeVisible();
}

async function openSplit(page: Page) {
  await byCard("Sam Sides")(page);
  await page
    .getByLabel(/^Side of/)
    .first()
    .selectOption("Some of each");
  await page.getByRole("button", { name: "Split" }).scrollIntoViewIfNeeded();
}

async function openChangedEstimate(page: Page) {
  await byCard("Esther Mate")(page);
  const estimate = page.getByRole("dialog").getByRole("button", { name: "Estimate", exact: true });
  await estimate.click();
  await page
    .getByText(/^Changed since/)
    .first()
    .scrollIntoViewIfNeeded();
}

async function openMaterials(page: Page) {
  await page
    .getByRole("article")
    .filter({ hasText: "Install" })
    .first()
    .getByRole("button")
    .first()
    .click();
  const rows = page.getByRole("dialog").getByRole("list", { name: "Materials" });
  await expect(rows).toBeVisible();
  await rows.scrollIntoViewIfNeeded();
}

async function openEstimate(page: Page) {
  await openMaterials(page);
  await page.getByRole("dialog").getByRole("button", { name: "Estimate", exact: true }).click();
  await expect(page.getByRole("dialog", { name: "Estimate", exact: true })).toBeVisible();
}

async function openNewJob(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Add job" }).first().click();
  await expect(page.getByLabel("Customer name")).toBeVisible();
}

async function chooseCustomer(page: Page) {
  await openNewJob(page);
  await page.getByLabel("Customer name").fill("ma");
  // The form's other lists have options too.
  const found = page.getByRole("listbox").getByRole("option");
  await expect(found.first()).toBeVisible();
}

async function chooseDate(page: Page) {
  await openNewJob(page);
  const date = page.getByLabel("Estimate date", { exact: true });
  // A phone's own field opens the phone's own month.
  if ((await date.getAttribute("type")) === "datetime-local") await date.fill("2026-05-14T09:00");
  else {
    await date.click();
    await date.fill("tomorrow 9");
    await expect(page.getByRole("group", { name: "Times" })).toBeVisible();
  }
}

async function openMessages(page: Page) {
  const card = page.getByRole("article").first();
  const text = card.getByRole("button", { name: "Text" });
  const more = card.getByRole("button", { name: "More" });
  await text.or(more).click();
  if (await more.isVisible())
    await page.getByRole("dialog").getByText("Text", { exact: true }).click();
  await expect(page.getByRole("dialog", { name: /^Text / })).toBeVisible();
}

/** Opens the form from the tray, which is beside the week on a desk and behind a button elsewhere. */
async function scheduleWaiting(page: Page) {
  const waiting = page.getByRole("button", { name: /^Schedule / }).first();
  const closed = page.getByRole("button", { name: /waits?\b/ });
  await expect(waiting.or(closed).first()).toBeVisible();
  if (await waiting.isHidden()) await closed.click();
  await waiting.click();
  await expect(page.getByRole("dialog")).toBeVisible();
}

async function openPalette(page: Page) {
  await paletteOf(page);
}

async function typeLine(page: Page) {
  const palette = await paletteOf(page);
  await page.keyboard.type("Ruth Okafor 6145550134 72 Birch St tomorrow 9");
  await expect(palette.getByText(/9:00 AM/).first()).toBeVisible();
}

async function select(page: Page) {
  const boxes = page.getByRole("checkbox", { name: /^Select / });
  for (const at of [1, 2, 3]) await boxes.nth(at).check();
}

/** Presses the key until the page has started and listens. */
async function paletteOf(page: Page): Promise<Locator> {
  const palette = page.getByRole("dialog", { name: "Search and commands" });
  await expect(async () => {
    await page.keyboard.press("Control+k");
    await expect(palette).toBeVisible({ timeout: 1000 });
  }).toPass();
  return palette;
}
