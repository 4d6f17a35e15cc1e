import { expectClosed } from "./support/dialog";
import { signUp } from "./support/people";
import { colorCard, fillRow, openAddInventory, seedDefaults } from "./support/stock";
import { PHONE, expect, test } from "./support/test";

test.beforeEach(async ({ page }) => {
  await signUp(page);
  await seedDefaults(page);
});

// Spec 0.5, 2.87
test("received items show on the color's card, by tab and size", async ({ page }) => {
  await page.setViewportSize(PHONE);
  await page.goto("/inventory");
  const dialog = await openAddInventory(page);
  await expect(dialog.getByRole("group", { name: /^Row/ })).toHaveCount(1);
  const size = dialog.getByRole("button", { name: /^Size/ });
  await expect(size).toHaveText("Any");
  await fillRow(dialog, 1, {
    item: "Seamless K-Style Gutter (GUT-SEAMLESS)",
    quantity: "40",
    color: "musket",
  });
  await page.getByRole("option", { name: /^180 - / }).click();
  await expect(size).toHaveText("5");
  await size.click();
  await expect(size).toHaveText("6");

  await dialog.getByRole("button", { name: "+ Add" }).click();
  await fillRow(dialog, 2, {
    item: "Colored Pop Rivets, 100 (RIVET-100)",
    quantity: "12",
    color: "180",
  });
  await dialog.getByRole("button", { name: "+ Add" }).click();
  await dialog.getByRole("group", { name: "Row 3" }).getByLabel("Color").fill("185");
  await dialog.getByRole("button", { name: "Submit" }).click();
  await expectClosed(dialog);
  await expect(page.getByText(/1 row without an item/)).toBeVisible();

  const musket = colorCard(page, "Musket Brown");
  await expect(musket).toContainText("52 in stock");
  await expect(colorCard(page, "Royal Brown")).toContainText("0 in stock");
  await musket.click();
  await expect(page).toHaveURL(/\/inventory\?color=180$/);
  await expect(page.getByRole("list", { name: "5 inch" })).toHaveText(
    /^Colored Pop Rivets, 10012$/,
  );
  await expect(page.getByRole("list", { name: "6 inch" })).toHaveText(/Seamless K-Style Gutter40/);
  await page.getByRole("tab", { name: "Trim" }).click();
  await expect(musket).toContainText("0 in stock");
  await expect(page.getByText("No items")).toBeVisible();

  const again = await openAddInventory(page);
  await expect(again.getByRole("group", { name: /^Row/ })).toHaveCount(1);
  await expect(again.getByLabel("Qty")).toHaveValue("");
});

test("one refused row refuses all, shows its error and keeps the input", async ({ page }) => {
  await page.goto("/inventory");
  const dialog = await openAddInventory(page);
  const item = "Gutter Coil .032 (GUT-COIL)";
  await fillRow(dialog, 1, { item, quantity: "5", color: "180" });
  await dialog.getByRole("button", { name: "+ Add" }).click();
  await fillRow(dialog, 2, { item, quantity: "7", color: "999 - Unheard of" });
  await dialog.getByRole("button", { name: "Submit" }).click();
  const second = dialog.getByRole("group", { name: "Row 2" });
  await expect(second.getByRole("alert")).toContainText("999");
  await expect(second.getByLabel("Qty")).toHaveValue("7");

  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expectClosed(dialog);
  await expect(colorCard(page, "Musket Brown")).toContainText("0 in stock");
});
