import { expectClosed } from "./support/dialog";
import { partsAreLoaded } from "./support/pageParts";
import { signUp } from "./support/people";
import { colorCard, fillRow, openAddInventory, seedDefaults } from "./support/stock";
import { expect, NETWORK_ERRORS, testOnFreshServer as test } from "./support/test";

test.use({ expectedConsoleErrors: NETWORK_ERRORS });

test("stock taken in without a server shows at once, and is on the server once after the reconnect", async ({
  page,
  downspout,
}) => {
  await signUp(page);
  await seedDefaults(page);
  await page.goto("/inventory");
  await partsAreLoaded(page);
  await expect(colorCard(page, "Musket Brown")).toContainText("0 in stock");
  const dialog = await openAddInventory(page);
  await downspout.kill();
  await fillRow(dialog, 1, {
    item: "Seamless K-Style Gutter (GUT-SEAMLESS)",
    quantity: "40",
    color: "180",
  });
  await dialog.getByRole("button", { name: "Submit" }).click();
  await expectClosed(dialog);
  const musket = colorCard(page, "Musket Brown");
  await expect(musket).toContainText("40 in stock");
  await musket.click();
  await expect(page.getByText(/^\+40 of these wait/)).toBeVisible();
  await page.getByRole("button", { name: "Take off 1" }).click();
  await expect(musket).toContainText("39 in stock");

  await downspout.restart();
  await expect(page.getByText("Inventory added")).toBeVisible({
    timeout: 40_000,
  });
  await expect(page.getByText(/of these wait/)).toBeHidden();
  await page.reload();
  await expect(colorCard(page, "Musket Brown")).toContainText("39 in stock");
});
