import { expect, test } from "./support/test";

const GATED = ["/dashboard", "/calendar", "/inventory", "/jobs", "/prices", "/settings"];
const OPEN = ["/", "/calculator", "/receipts"];

// Spec 0.1, 6.4
test("every screen with data asks a signed-out visitor to sign in", async ({ page }) => {
  for (const path of GATED) {
    await page.goto(path);
    await expect(page.getByText("Sign in required")).toBeVisible();
    await expect(page.getByText("You need to sign in to view this page.")).toBeVisible();
  }
  await page.getByRole("main").getByRole("button", { name: "Sign In" }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
});

// Spec 6.9
test("the screens without data do not require sign-in", async ({ page }) => {
  for (const path of OPEN) {
    await page.goto(path);
    await expect(page.getByRole("main")).not.toBeEmpty();
    await expect(page.getByText("Sign in required")).toBeHidden();
  }
});

// Spec 2.11
test("an unknown path shows Not Found", async ({ page }) => {
  await page.goto("/gutters/of/atlantis");
  await expect(page.getByText("Not Found")).toBeVisible();

  // The page of states is for development, and not in the build.
  await page.goto("/dev/states");
  await expect(page.getByText("Not Found")).toBeVisible();
  await page.getByRole("link", { name: "Home" }).first().click();
  await expect(page.getByRole("heading", { name: "Choose a section" })).toBeVisible();
});

// Spec 1.8, 1.9, 1.10, 1.11, 1.12, 1.13, 1.14, 1.15, 6.3
test("every card of the home page opens its screen", async ({ page }) => {
  const cards = {
    Calculator: "Estimate and compute quickly",
    Dashboard: "Overview of your activity",
    Jobs: "Track and manage jobs",
    Calendar: "Schedule and view events",
    Inventory: "Track materials and stock",
    Prices: "Set and review pricing",
    Receipts: "Store and review receipts",
    Settings: "Configure your preferences",
  };
  await page.goto("/");
  await expect(page).toHaveTitle("Downspout");
  for (const [name, subtitle] of Object.entries(cards)) {
    const card = page.getByRole("main").getByRole("link", { name });
    await expect(card).toContainText(subtitle);
    await card.click();
    await expect(page).toHaveURL(new RegExp(`/${name.toLowerCase()}$`));
    await page.goto("/");
  }
});
