import { PHONE, expect, test } from "./support/test";

// Spec 0.7, 1.23, 2.50
test("the calculator converts feet to pounds and pounds to feet, in both sizes", async ({
  page,
}) => {
  await page.setViewportSize(PHONE);
  await page.goto("/");
  await page.getByRole("link", { name: "Calculator" }).click();
  const amount = page.getByRole("textbox", { name: "Length in feet" });
  const result = page.getByRole("group", { name: /in gutter$/ });
  await expect(result).toContainText("–");
  await expect(amount).toHaveAttribute("inputmode", "decimal");

  await amount.fill("137.5");
  await expect(result).toContainText("52.25 lb");
  await page.getByRole("radio", { name: "6 in" }).check();
  await expect(result).toContainText("77 lb");
  await page.getByRole("radio", { name: "lb" }).check();
  await expect(result).toContainText("243.375 ft");
  await page.getByRole("radio", { name: "5 in" }).check();
  await expect(result).toContainText("364.375 ft");

  await page.getByRole("textbox").fill("0.1234");
  await expect(result).toContainText("0.327 ft");
  await page.getByRole("textbox").fill("a roll");
  await expect(result).toContainText("– ft");
});
