import { expectAccessible } from "./support/accessibility";
import { signUp } from "./support/people";
import { colorCard, fillRow, openAddInventory, seedDefaults } from "./support/stock";
import { expect, test } from "./support/test";

test("the screens of a workspace full of data are accessible and fit a phone and a desktop", async ({
  page,
}) => {
  // A dozen checks of the whole page.
  test.slow();
  await signUp(page);
  await seedDefaults(page);
  await page.getByLabel("Item", { exact: true }).fill("left cap");
  await page.getByRole("option", { name: "Left End Cap (CAP-LEFT)" }).click();
  await page.getByLabel("5 in price").fill("3.5");
  await expect(page.getByText(/will change too/)).toBeVisible();
  await expectAccessible(page, "/prices with a pair");

  await page.goto("/settings");
  await page.getByRole("button", { name: "Fake customers and jobs" }).click();
  await expect(page.getByText(/^Created 50 customers/)).toBeVisible();
  await page.getByRole("button", { name: "Delete all data" }).click();
  // The confirmation has its full contrast once it is enabled.
  await expect(page.getByRole("button", { name: /\(Delete all data\)/ })).toBeEnabled();
  await expectAccessible(page, "/settings, asking");

  await page.goto("/calendar");
  await expect(page.getByRole("table")).toHaveAttribute("aria-busy", "false");
  await expect(page.getByRole("cell").getByRole("listitem").first()).toBeVisible();
  await expectAccessible(page, "/calendar");

  await page.goto("/inventory?color=285");
  await expect(colorCard(page, "Pacific Blue")).toHaveAttribute("aria-expanded", "true");
  await expect(page.getByText("No items")).toBeVisible();
  await expectAccessible(page, "/inventory with an open card");
  const dialog = await openAddInventory(page);
  await dialog.getByRole("button", { name: "+ Add" }).click();
  await fillRow(dialog, 2, {
    item: "Gutter Coil .032 (GUT-COIL)",
    quantity: "1.5",
    color: "brown",
  });
  await expect(page.getByRole("option", { name: /^\d+ - .*Brown$/ })).toHaveCount(4);
  await expectAccessible(page, "the Add Inventory dialog with suggestions");
  await dialog.getByLabel("Color").nth(1).press("Escape");
  await dialog.getByRole("button", { name: "Submit" }).click();
  await expect(dialog.getByRole("alert")).toBeVisible();
  await expectAccessible(page, "the Add Inventory dialog with an error");
});
