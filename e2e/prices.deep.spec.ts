import { signUp } from "./support/people";
import { seedDefaults } from "./support/stock";
import { expect, test } from "./support/test";

test.beforeEach(async ({ page }) => {
  await signUp(page);
});

// Spec 2.88
test("'Seed defaults' adds the catalogue once", async ({ page }) => {
  await page.goto("/prices");
  await expect(page.getByText(/No items yet/)).toBeVisible();
  await expect(page.getByRole("button", { name: "Save Price" })).toBeDisabled();
  await seedDefaults(page);
  const rows = page.getByRole("table").getByRole("row");
  await expect.poll(() => rows.count()).toBeGreaterThan(30);
  const count = await rows.count();
  await page.getByRole("button", { name: "Seed defaults" }).click();
  await expect(page.getByText("Seeded 0 items, 0 prices, 0 colors")).toBeVisible();
  await expect(rows).toHaveCount(count);

  const box = page.getByRole("region", { name: "Current Prices" });
  const { height } = (await box.boundingBox())!;
  expect(height).toBeLessThanOrEqual(24 * 16);
  await box.evaluate((element) => element.scrollTo(0, 500));
  await expect(page.getByRole("columnheader", { name: "SKU" })).toBeInViewport();
});

// Spec 2.91
test("saving one size keeps the other and changes the paired item, as announced", async ({
  page,
}) => {
  await seedDefaults(page);
  const cells = (item: string) =>
    page.getByRole("row", { name: new RegExp(`^${item} `) }).getByRole("cell");
  const five = page.getByLabel("5 in price");
  const six = page.getByLabel("6 in price");
  const save = page.getByRole("button", { name: "Save Price" });

  await page.getByLabel("Item", { exact: true }).fill("left cap");
  await page.getByRole("option", { name: "Left End Cap (CAP-LEFT)" }).click();
  await expect(five).toHaveValue(/\d/);
  const kept = await six.inputValue();
  await five.fill("3.5");
  await expect(page.getByText(/Right End Cap will change too/)).toContainText("to $3.50");
  await save.click();
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();
  for (const item of ["Left End Cap", "Right End Cap"]) {
    await expect(cells(item).nth(1)).toHaveText("$3.50");
    await expect(cells(item).nth(2)).toHaveText(`$${kept}`);
  }
  await expect(five).toHaveValue("3.50");
  await expect(six).toHaveValue(kept);

  await six.fill("");
  await save.click();
  await expect(cells("Left End Cap").nth(2)).toHaveText("–");
  await five.fill("");
  await expect(save).toBeDisabled();
  await page.reload();
  await expect(cells("Right End Cap").nth(1)).toHaveText("$3.50");
  await expect(cells("Right End Cap").nth(2)).toHaveText("–");
});

// Spec 9.3
test("a price of any size applies to a size without its own price", async ({ page }) => {
  await seedDefaults(page);
  await page
    .getByRole("row", { name: /^Colored Pop Rivets/ })
    .getByRole("cell")
    // A toast may lie over the others.
    .first()
    // The item's button covers its whole row.
    .click({ force: true });
  const six = page.getByLabel("6 in price");
  await expect(six).toHaveAccessibleDescription(/of any size$/);
  const any = await six.inputValue();
  await six.fill("99");
  await page.getByRole("button", { name: "Save Price" }).click();
  const cells = page.getByRole("row", { name: /^Colored Pop Rivets/ }).getByRole("cell");
  await expect(cells.nth(2)).toHaveText("$99.00");
  await expect(cells.nth(1)).toHaveText(`$${any}`);
});
