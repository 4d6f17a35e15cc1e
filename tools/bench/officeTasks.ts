/**
 * The tasks of the morning. A task lists the ways to do it, the shortest first: the first whose screens exist is
 * measured. Each begins on the dashboard, at 10:20 AM of Wednesday, May 13, 2026.
 */
import { expect, type Locator, type Page } from "@playwright/test";
import type { Hands } from "./hands";
import { RAINED_OUT } from "../../bench/officeData";

export interface Task {
  readonly what: string;
  /** Prepares the page, before the measured part. */
  readonly before?: (page: Page) => Promise<void>;
  readonly ways: readonly Way[];
}

export interface Way {
  readonly name: string;
  readonly work: (hands: Hands) => Promise<void>;
}

const editDialog = (page: Page) => page.getByRole("dialog", { name: "Edit Job" });

const card = (page: Page, customer: string) =>
  page.getByRole("article").filter({ has: page.getByRole("button", { name: customer }) });

async function openJobs(hands: Hands) {
  const { page } = hands;
  await hands.click(page.getByRole("link", { name: "Home" }));
  await hands.click(page.getByRole("main").getByRole("link", { name: /^Jobs/ }));
  await expect(page.getByLabel("Search jobs")).toBeVisible();
}

async function findJob(hands: Hands, text: string, customer: string) {
  const { page } = hands;
  await openJobs(hands);
  await hands.click(page.getByLabel("Search jobs"));
  await hands.type(text);
  await expect(jobOf(page, customer)).toBeVisible();
}

const jobOf = (page: Page, customer: string) =>
  page.getByRole("list", { name: "Jobs" }).getByRole("button", { name: customer }).first();

/** Types month and day into a native field, or into one that reads text. */
async function typeDay(hands: Hands, field: Locator, day: string) {
  await hands.click(field);
  const type = await field.getAttribute("type");
  if (type === "datetime-local") {
    await hands.press(...day.replace("/", ""));
  } else {
    await field.selectText();
    await hands.type(`${day} 8a`);
  }
  await hands.press("Tab");
}

async function waitForSaved(page: Page) {
  await expect(page.getByText("Saved").first()).toBeVisible();
}

export const TASKS: readonly Task[] = [
  {
    what: "Book an estimate for a new caller",
    ways: [
      {
        name: "the key C",
        work: async (hands) => {
          const { page } = hands;
          await hands.press("c");
          const dialog = page.getByRole("dialog", { name: "Create Job" });
          await expect(dialog.getByLabel("Customer")).toBeFocused();
          await hands.type("Priya Raman");
          await hands.click(dialog.getByLabel("Phone"));
          await hands.type("6145559911");
          await hands.click(dialog.getByLabel("Address", { exact: true }));
          await hands.type("42 Elm Street");
          await hands.click(dialog.getByRole("button", { name: / at \d+:\d\d [AP]M$/ }).first());
          await hands.click(dialog.getByRole("button", { name: "Save Job" }));
          await expect(dialog).toBeHidden();
          await expect(card(page, "Priya Raman")).toBeVisible();
        },
      },
    ],
  },
  {
    what: "Find a customer by the last four digits",
    ways: [
      {
        name: "palette",
        work: async (hands) => {
          await hands.press("Control+k");
          const palette = hands.page.getByRole("dialog").getByRole("combobox");
          await expect(palette).toBeFocused({ timeout: 3_000 });
          await hands.type("1237");
          await expect(
            hands.page.getByRole("option", { name: /Ana Lindholm/ }).first(),
          ).toBeVisible();
        },
      },
      {
        name: "search of /jobs",
        work: (hands) => findJob(hands, "1237", "Ana Lindholm"),
      },
    ],
  },
  {
    what: "Move an install to next week",
    ways: [
      {
        name: "drag in the month",
        work: async (hands) => {
          const { page } = hands;
          await hands.click(page.getByRole("link", { name: "Calendar" }).first());
          const entry = page.getByRole("cell", { name: /Ana L/ }).getByText(/Ana L/).first();
          await expect(entry).toBeVisible();
          await hands.drag(entry, page.getByRole("cell", { name: /May 21/ }).first());
          await expect(page.getByRole("button", { name: "Undo" }).first()).toBeVisible({
            timeout: 3_000,
          });
        },
      },
      {
        name: "the date in the dialog",
        work: async (hands) => {
          const { page } = hands;
          await hands.click(page.getByRole("link", { name: "Calendar" }).first());
          await hands.click(page.getByRole("link", { name: /May 14/ }).first());
          await hands.click(page.getByRole("button", { name: "Ana Lindholm" }).first());
          await typeDay(
            hands,
            editDialog(page).getByLabel("Install date", { exact: true }),
            "05/21",
          );
          await waitForSaved(page);
        },
      },
    ],
  },
  {
    what: "Enter a price and mark the job paid",
    ways: [
      {
        name: "palette, dialog",
        work: async (hands) => {
          await hands.press("Control+k");
          const palette = hands.page.getByRole("dialog").getByRole("combobox");
          await expect(palette).toBeFocused({ timeout: 3_000 });
          await hands.type("zabr");
          await expect(
            hands.page.getByRole("option", { name: /Quentin Zabriskie/ }).first(),
          ).toBeVisible();
          await hands.press("Enter");
          await priceAndPaid(hands);
        },
      },
      {
        name: "search of /jobs, dialog",
        work: async (hands) => {
          await findJob(hands, "zabr", "Quentin Zabriskie");
          await hands.click(jobOf(hands.page, "Quentin Zabriskie"));
          await priceAndPaid(hands);
        },
      },
    ],
  },
  {
    what: "List what is approved and not scheduled",
    ways: [
      {
        name: "the link beside the day",
        work: async (hands) => {
          const { page } = hands;
          const link = page.getByRole("link", {
            name: /Approved, not scheduled/,
          });
          await expect(link).toBeVisible({ timeout: 3_000 });
          await hands.click(link);
          await expect(jobOf(page, "Uma Approved")).toBeVisible();
        },
      },
    ],
  },
  {
    what: "Take back a mistaken deletion",
    before: async (page) => {
      await card(page, "Quentin Zabriskie").getByRole("button").first().click();
      const dialog = editDialog(page);
      await dialog.getByRole("button", { name: "Delete" }).click();
      await dialog.getByRole("button", { name: "Confirm Delete" }).click();
      await expect(dialog).toBeHidden();
    },
    ways: [
      {
        name: "Undo of the toast",
        work: async (hands) => {
          const { page } = hands;
          const undo = page.getByRole("button", { name: "Undo" }).first();
          await expect(undo).toBeVisible({ timeout: 3_000 });
          await hands.click(undo);
          await expect(card(page, "Quentin Zabriskie")).toBeVisible();
        },
      },
      {
        name: "History, Deleted",
        work: async (hands) => {
          const { page } = hands;
          await hands.click(page.getByRole("button", { name: /^User menu of/ }));
          await hands.click(page.getByRole("button", { name: "History", exact: true }));
          await hands.click(page.getByRole("tab", { name: "Deleted" }));
          await hands.click(page.getByRole("button", { name: /^Restore Quentin/ }));
          await hands.press("Escape");
          await expect(card(page, "Quentin Zabriskie")).toBeVisible();
        },
      },
    ],
  },
  {
    what: "Print the day",
    ways: [
      {
        name: "Ctrl+P, a printed day",
        work: async (hands) => {
          const { page } = hands;
          await page.emulateMedia({ media: "print" });
          const controls = page.getByRole("button", { name: "Add job" });
          await expect(controls).toBeHidden({ timeout: 3_000 });
          await hands.press("Control+p");
        },
      },
    ],
  },
  {
    what: "Add stock",
    ways: [
      {
        name: "palette, the color's card",
        work: async (hands) => {
          const { page } = hands;
          await hands.press("Control+k");
          const palette = page.getByRole("dialog").getByRole("combobox");
          await expect(palette).toBeFocused({ timeout: 3_000 });
          await hands.type("180");
          await expect(page.getByRole("option", { name: /180/ }).first()).toBeVisible();
          await hands.press("Enter");
          const stock = page.getByRole("group", { name: "Adjust stock" });
          await hands.click(stock.getByLabel("Amount"));
          await hands.type("40");
          await hands.click(stock.getByRole("button", { name: "Add 40" }));
          await waitForSaved(page);
        },
      },
      {
        name: "Add Inventory",
        work: async (hands) => {
          const { page } = hands;
          await hands.click(page.getByRole("link", { name: "Home" }));
          await hands.click(page.getByRole("main").getByRole("link", { name: /^Inventory/ }));
          await hands.click(page.getByRole("button", { name: "Add inventory row" }));
          const dialog = page.getByRole("dialog", { name: "Add Inventory" });
          const group = dialog.getByRole("group", { name: "Row 1" });
          await chooseItem(hands, group.getByLabel("Item"));
          await hands.click(group.getByLabel("Qty"));
          await hands.type("40");
          await hands.click(group.getByLabel("Color"));
          await hands.type("180");
          await hands.click(dialog.getByRole("button", { name: "Submit" }));
          await expect(dialog).toBeHidden();
        },
      },
    ],
  },
  {
    what: "Set a price",
    ways: [
      {
        name: "the row of the list",
        work: async (hands) => {
          const { page } = hands;
          await openPrices(hands);
          await hands.click(page.getByRole("row", { name: /^A Elbow / }));
          await expect(page.getByLabel("5 in price")).toBeFocused({
            timeout: 3_000,
          });
          await typePrice(hands);
        },
      },
      {
        name: "the item's list",
        work: async (hands) => {
          await openPrices(hands);
          await hands.choose(hands.page.getByLabel("Item", { exact: true }), "A Elbow (ELB-A)");
          await savePrice(hands);
        },
      },
    ],
  },
  {
    what: `Move a rained-out day of ${RAINED_OUT}`,
    ways: [
      {
        name: "drag of the day's head",
        work: async (hands) => {
          const { page } = hands;
          await hands.click(page.getByRole("link", { name: "Calendar" }).first());
          const day = page.getByRole("link", { name: /May 15/ }).first();
          await expect(day).toBeVisible();
          await hands.drag(day, page.getByRole("cell", { name: /May 18/ }).first());
          const question = page.getByRole("dialog");
          await expect(question).toBeVisible({ timeout: 3_000 });
          await hands.click(question.getByRole("button", { name: /^Move/ }).first());
          await expect(question).toBeHidden();
        },
      },
      {
        name: "each visit's dialog",
        work: async (hands) => {
          const { page } = hands;
          await hands.click(page.getByRole("link", { name: "Calendar" }).first());
          await hands.click(page.getByRole("link", { name: /May 15/ }).first());
          for (let at = 0; at < RAINED_OUT; at += 1) {
            const next = page.getByRole("article").first();
            const name = await next.getByRole("button").first().innerText();
            await hands.click(next.getByRole("button").first());
            const dialog = editDialog(page);
            await typeDay(hands, dialog.getByLabel("Install date", { exact: true }), "05/18");
            await waitForSaved(page);
            await hands.press("Escape");
            await expect(dialog).toBeHidden();
            await expect(card(page, name)).toBeHidden();
          }
        },
      },
    ],
  },
];

async function priceAndPaid(hands: Hands) {
  const { page } = hands;
  const dialog = editDialog(page);
  await hands.click(dialog.getByLabel("Price"));
  await hands.type("1850");
  await hands.choose(dialog.getByLabel("Status"), "Installed and Paid");
  await waitForSaved(page);
}

async function openPrices(hands: Hands) {
  const { page } = hands;
  await hands.click(page.getByRole("link", { name: "Home" }));
  await hands.click(page.getByRole("main").getByRole("link", { name: /^Prices/ }));
  await expect(page.getByRole("row", { name: /^A Elbow / })).toBeVisible();
}

async function savePrice(hands: Hands) {
  const { page } = hands;
  await hands.click(page.getByLabel("5 in price"));
  await page.getByLabel("5 in price").selectText();
  await typePrice(hands);
}

/** Types a price over the selected one. */
async function typePrice(hands: Hands) {
  await hands.type("3.25");
  await hands.press("Enter");
  await waitForSaved(hands.page);
}

/** Chooses an item in a native list, or in one that is searched. */
async function chooseItem(hands: Hands, field: Locator) {
  const isNative = await field.evaluate((node) => node.tagName === "SELECT");
  if (isNative) {
    await hands.choose(field, "Gutter Coil .032 (GUT-COIL)");
    return;
  }
  await hands.click(field);
  await hands.type("coil");
  await hands.press("Enter");
}
