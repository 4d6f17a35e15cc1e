import { randomUUID } from "node:crypto";
import type { Locator, Page } from "@playwright/test";
import { cutSignal } from "./support/cutSignal";
import { readRows } from "./support/device";
import { closeDialog } from "./support/dialog";
import { editDialog, instantToday, jobCard, openJob } from "./support/jobs";
import { call } from "./support/office";
import { signInElsewhere, signUp } from "./support/people";
import { seedDefaults } from "./support/stock";
import { expect, NETWORK_ERRORS, test } from "./support/test";
import { TOUCH } from "./support/touch";

test.use({ ...TOUCH, expectedConsoleErrors: NETWORK_ERRORS });

const WHITE = { size: "6", colorNumber: "002" };

/** An office with the default items, and Ruth Okafor's install of today. Returns the id of the job. */
async function openInstall(page: Page, job_status: string): Promise<string> {
  await signUp(page);
  await seedDefaults(page);
  const args = {
    customer: { customer_name: "Ruth Okafor" },
    ...{ job_address: "72 Birch Street", job_status },
    job_install_date: await instantToday(page, "23:45"),
  };
  const path = "jobs:create";
  return (await call(page.request, "mutation", { path, args })) as string;
}

/** The rows of the open job, and their sum. */
async function expectRows(dialog: Locator, rows: readonly RegExp[], sum: string) {
  const list = dialog.getByRole("list", { name: "Materials" });
  await expect(list.getByRole("listitem")).toHaveText(rows);
  await expect(dialog.getByText(sum, { exact: true })).toBeVisible();
}

test("an open pair becomes some of each side on all devices, and one Undo opens it again", async ({
  page,
  openWindow,
}) => {
  test.slow();
  await openInstall(page, "completed");
  await page.goto("/dashboard");
  const onPhone = await openJob(page, "Ruth Okafor");
  const desk = await openWindow();
  await signInElsewhere(desk);
  await desk.goto("/dashboard");
  const atDesk = await openJob(desk, "Ruth Okafor");
  const added = onPhone.getByLabel("Add a row");
  for (const text of ["5 6in end caps", "4 6in strip miters"]) {
    await added.fill(text);
    await added.press("Enter");
    await expect(added).toHaveValue("");
  }
  const caps = /^End Cap, 6 in5 × \$1\.75, side not chosen\$8\.75$/;
  const miters = /^Strip Miter, 6 in4 × \$7\.80, side not chosen\$31\.20$/;
  const open = [caps, miters];
  const stock = onPhone.getByRole("region", { name: "Stock" });
  const undo = page.getByRole("button", { name: "Undo" });
  for (const dialog of [onPhone, atDesk]) await expectRows(dialog, open, "$39.95");

  for (const { name, half, count, sides, rows, taken } of [
    {
      ...{ name: "Side of 5 End Cap, 6 in", half: "3", count: "2" },
      sides: ["Left End Cap, of 5", "The others become Right End Cap."],
      rows: [
        /^Left End Cap, 6 in2 × \$1\.75\$3\.50$/,
        /^Right End Cap, 6 in3 × \$1\.75\$5\.25$/,
        miters,
      ],
      taken: "2 Left End Cap, 6 in; 3 Right End Cap, 6 in",
    },
    {
      ...{ name: "Side of 4 Strip Miter, 6 in", half: "2", count: "1" },
      sides: ["In Strip Miter, of 4", "The others become Out Strip Miter."],
      rows: [
        caps,
        /^In Strip Miter, 6 in1 × \$7\.80\$7\.80$/,
        /^Out Strip Miter, 6 in3 × \$7\.80\$23\.40$/,
      ],
      taken: "1 In Strip Miter, 6 in; 3 Out Strip Miter, 6 in",
    },
  ] as const) {
    const side = stock.getByLabel(name);
    await side.selectOption("Some of each");
    const first = stock.getByLabel(sides[0]);
    await expect(first).toHaveValue(half);
    await expect(first).toHaveAccessibleDescription(sides[1]);
    await first.fill(count);
    await stock.getByRole("button", { name: "Split" }).tap();
    for (const dialog of [onPhone, atDesk]) await expectRows(dialog, rows, "$39.95");
    await expect(stock).toContainText(`Not taken yet: ${taken}.`);
    await undo.first().tap();
    for (const dialog of [onPhone, atDesk]) await expectRows(dialog, open, "$39.95");
    await expect(side).toHaveValue("");
  }
});

test("a phone without signal says what a day needs by its own rows, and the list is live with the signal", async ({
  page,
}) => {
  test.slow();
  const id = await openInstall(page, "install_scheduled");
  const ask = async (kind: "query" | "mutation", path: string, args = {}) =>
    await call(page.request, kind, { path, args });
  const items = (await ask("query", "inventory:listItems")) as readonly {
    readonly _id: string;
    readonly sku: string;
    readonly name: string;
  }[];
  const itemOf = (sku: string) => items.find((item) => item.sku === sku)!;
  const takeIn = async (quantity: number) =>
    await ask("mutation", "inventory:recordIntake", {
      entries: [{ ...WHITE, itemId: itemOf("GUT-COIL")._id, type: "intake", quantity }],
    });
  await takeIn(100);
  const { _id: itemId, sku, name } = itemOf("GUT-SEAMLESS");
  const gutter = { itemId, sku, name, ...WHITE, unit: "foot", quantity: 80 };
  const line = { ...gutter, clientKey: randomUUID(), order: "i", price: 9.25 };
  await ask("mutation", "lines:add", { id, lines: [line] });
  await page.goto("/dashboard");
  await expect(jobCard(page, "Ruth Okafor")).toBeVisible();
  const copiedRows = async () => {
    type Fact = { readonly name: string; readonly value: unknown };
    const facts = await readRows<Fact>(page, "facts");
    return JSON.stringify(facts.find((fact) => fact.name === "lines"));
  };
  await expect.poll(copiedRows).toContain(line.clientKey);

  const signal = await cutSignal(page);
  await page.reload();
  const needed = page.getByRole("dialog", { name: "Materials needed" });
  const openNeeded = async () => await page.getByRole("button", { name: "Materials needed" }).tap();
  const rows = needed.getByRole("rowgroup").last().getByRole("row");
  const age = needed.getByText(
    /^Offline\. Counted from the rows saved on this phone, .+ \d+:\d\d [AP]M\. The stock is not saved here\.$/,
  );
  const coil = "Gutter Coil .032, 6 in, 80 Degree White";
  await openNeeded();
  await expect(age).toBeVisible();
  await expect(rows).toHaveText([`${coil}84 ft48 lb––`]);
  await closeDialog(needed);

  const dialog = await openJob(page, "Ruth Okafor");
  await dialog.getByRole("button", { name: /^Seamless K-Style/ }).tap();
  const feet = dialog.getByLabel("Feet");
  await feet.fill("120");
  await feet.press("Enter");
  const added = dialog.getByLabel("Add a row");
  await expect(added).toBeFocused();
  await added.fill("2 end caps");
  await added.press("Enter");
  await expect(dialog.getByText("Offline. 2 edits waiting")).toBeVisible();
  await closeDialog(editDialog(page));
  await openNeeded();
  await expect(age).toBeVisible();
  const caps = "End Cap, 6 in, 80 Degree WhiteSide not chosen2––";
  await expect(rows).toHaveText([`${coil}126 ft71 lb––`, caps]);

  // The list stays open.
  signal.isCut = false;
  await expect(age).toBeHidden({ timeout: 60_000 });
  await expect(rows).toHaveText([`${coil}126 ft71 lb100 ft26 ft15 lb`, caps]);
  await takeIn(50);
  // An item whose stock nobody knows may be short.
  await expect(rows).toHaveText([caps, `${coil}126 ft71 lb150 ft0 ft`]);
});
