import { signInElsewhere, signUp } from "./support/people";
import { colorCard, seedDefaults } from "./support/stock";
import { PHONE, expect, test } from "./support/test";

test.beforeEach(async ({ page }) => {
  await signUp(page);
  await seedDefaults(page);
});

// Spec 2.79
test("one card is open at a time; a reload keeps it open and scrolls to it", async ({ page }) => {
  await page.setViewportSize(PHONE);
  await page.goto("/inventory");
  await colorCard(page, "Eggshell").click();
  await expect(page).toHaveURL(/color=110$/);
  await colorCard(page, "Copper Penny").click();
  await expect(page).toHaveURL(/color=300$/);
  await expect(page.getByRole("button", { expanded: true })).toHaveCount(1);

  await page.reload();
  const open = page.getByRole("button", { expanded: true });
  await expect(open).toHaveCount(1);
  await expect(open).toContainText("Copper Penny");
  await expect(open).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole("group", { name: "Adjust stock" })).toBeInViewport({ ratio: 1 });

  await open.click();
  await expect(page).toHaveURL(/\/inventory$/);
  await expect(page.getByRole("button", { expanded: true })).toHaveCount(0);
});

test("search and size filter the colors, and sort orders them", async ({ page }) => {
  await page.goto("/inventory");
  const cards = page.getByRole("list", { name: "Colors" }).getByRole("article");
  await expect(cards.first()).toContainText("001");
  const all = await cards.count();

  const search = page.getByRole("searchbox", { name: "Search colors" });
  await page.keyboard.press("/");
  await expect(search).toBeFocused();
  await search.fill("BROWN");
  await expect(cards).toHaveCount(4);
  await search.fill("18");
  await expect(cards.first()).toContainText("Musket Brown");
  await search.fill("");

  const size = page.getByRole("button", { name: /^Size/ });
  await expect(size).toContainText("5 & 6");
  await size.click();
  await expect(size).toHaveText(/5$/);
  await size.click();
  await expect(size).toHaveText(/: 6$/);
  await expect.poll(() => cards.count()).toBeLessThan(all);
  await size.click();
  await expect(cards).toHaveCount(all);

  await colorCard(page, "Evergreen").click();
  await page.getByRole("textbox", { name: "Amount" }).fill("30");
  await page.getByRole("button", { name: "Add 30" }).click();
  await expect(colorCard(page, "Evergreen")).toContainText("30 in stock");
  await page.getByRole("button", { name: /^Sort/ }).click();
  await expect(cards.first()).toContainText("Evergreen");
});

test("adjustments by two people add up, and stock never goes below zero", async ({
  page,
  openWindow,
}) => {
  const teammate = await openWindow();
  await signInElsewhere(teammate);
  for (const window of [page, teammate]) {
    await window.goto("/inventory?color=180");
    await expect(window.getByRole("button", { name: "Add 1", exact: true })).toBeVisible();
  }
  const clicks = async (window: typeof page) => {
    const add = window.getByRole("button", { name: "Add 1", exact: true });
    for (let click = 0; click < 10; click++) await add.click();
  };
  await Promise.all([clicks(page), clicks(teammate)]);
  for (const window of [page, teammate])
    await expect(colorCard(window, "Musket Brown")).toContainText("20 in stock");

  await page.getByRole("textbox", { name: "Amount" }).fill("25");
  await page.getByRole("button", { name: "Take off 25" }).click();
  await expect(page.getByText(/Only 20 in stock/)).toBeVisible();
  await expect(colorCard(page, "Musket Brown")).toContainText("20 in stock");
});
