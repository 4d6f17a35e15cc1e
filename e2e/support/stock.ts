import { type Locator, type Page, expect } from "@playwright/test";

/** Seeds the catalogue on the Prices page. */
export async function seedDefaults(page: Page) {
  await page.goto("/prices");
  await page.getByRole("button", { name: "Seed defaults" }).click();
  await expect(page.getByText(/^Seeded \d+ items, \d+ prices, \d+ colors$/)).toBeVisible();
}

/** The colored button that opens and closes a card. */
export function colorCard(page: Page, name: string) {
  return page.getByRole("button", { name: new RegExp(name) });
}

export async function openAddInventory(page: Page): Promise<Locator> {
  await page.getByRole("button", { name: "Add inventory row" }).click();
  const dialog = page.getByRole("dialog", { name: "Add Inventory" });
  await expect(dialog).toBeVisible();
  return dialog;
}

interface IntakeRow {
  readonly item: string;
  readonly quantity: string;
  readonly color?: string;
}

export async function fillRow(dialog: Locator, number: number, row: IntakeRow) {
  const group = dialog.getByRole("group", { name: `Row ${number}` });
  await group.getByLabel("Item").selectOption({ label: row.item });
  await group.getByLabel("Qty").fill(row.quantity);
  if (row.color !== undefined) await group.getByLabel("Color").fill(row.color);
}
