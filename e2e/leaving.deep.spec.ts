import { savedRows } from "./support/device";
import { signUp } from "./support/people";
import { colorCard, fillRow, openAddInventory, seedDefaults } from "./support/stock";
import { expect, NETWORK_ERRORS, testOnFreshServer as test } from "./support/test";

test.use({ expectedConsoleErrors: NETWORK_ERRORS });

// Spec 8.8
test("leaving the page asks first until the server has what was entered", async ({
  page,
  downspout,
}) => {
  const questions: string[] = [];
  page.on("dialog", (dialog) => {
    questions.push(dialog.type());
    void dialog.dismiss();
  });
  await signUp(page);
  await seedDefaults(page);
  await page.goto("/inventory");
  const dialog = await openAddInventory(page);
  await fillRow(dialog, 1, {
    item: "Seamless K-Style Gutter (GUT-SEAMLESS)",
    quantity: "40",
    color: "180",
  });
  await page.close({ runBeforeUnload: true });
  await expect.poll(() => questions).toEqual(["beforeunload"]);

  await downspout.kill();
  await dialog.getByRole("button", { name: "Submit" }).click();
  await expect(dialog).toBeHidden();
  const later = await page.context().newPage();
  await page.close({ runBeforeUnload: true });
  await expect.poll(() => questions).toHaveLength(2);

  await downspout.restart();
  await later.goto("/inventory");
  await expect(colorCard(later, "Musket Brown")).toContainText("40 in stock");
  await expect(colorCard(page, "Musket Brown")).toContainText("40 in stock");
  // The card shows the stock that waits as well.
  await expect.poll(() => savedRows(page, "outbox")).toBe(0);
  await page.close({ runBeforeUnload: true });
  await expect.poll(() => page.isClosed()).toBe(true);
  expect(questions).toHaveLength(2);
});
