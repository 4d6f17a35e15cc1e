import { expectAccessible } from "./support/accessibility";
import { closeDialog } from "./support/dialog";
import { call } from "./support/office";
import { signUp } from "./support/people";
import { seedDefaults } from "./support/stock";
import { expect, test } from "./support/test";

test("the levels of a color and the list of what to order are accessible", async ({
  page,
}) => {
  test.slow();
  await signUp(page);
  await seedDefaults(page);
  for (const [path, args] of [
    ["adjustColorQuantity", { colorNumber: "180", size: "5", delta: 3 }],
    ["setReorderLevel", { colorNumber: "180", size: "5", level: 10 }],
  ] as const)
    await call(page.request, "mutation", { path: `inventory:${path}`, args });
  await page.goto("/inventory?color=180");
  await expect(page.getByRole("textbox", { name: /^5 in/ })).toHaveValue("10");
  await expectAccessible(page, "the levels of a color");
  const open = page.getByRole("button", { name: "To order" });
  await open.focus();
  await page.keyboard.press("Enter");
  const order = page.getByRole("dialog", { name: "What to order" });
  await expect(order.getByRole("row")).toHaveCount(2);
  await expectAccessible(page, "what to order");
  await closeDialog(order);
  await expect(open).toBeFocused();
});
