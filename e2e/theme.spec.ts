import { signUp } from "./support/people";
import { expect, test } from "./support/test";

// Spec 1.25, 4.15, 4.18
test("dark is the default; a stored theme applies before the first paint", async ({ page }) => {
  const root = page.locator("html");
  await page.goto("/");
  await expect(root).toHaveClass(/dark/);

  await signUp(page);
  await page.goto("/settings");
  await page.getByRole("radio", { name: "Light" }).click();
  await expect(root).toHaveClass(/light/);
  await expect.poll(() => page.evaluate(() => localStorage.getItem("vite-ui-theme"))).toBe("light");

  // The page that is left may still be loading parts, which must not be empty.
  await page.goto("about:blank");
  // Without the application's scripts, only the inline script that runs before the first paint is left.
  await page.route(/\/assets\/.*\.js$/, (route) =>
    route.fulfill({ contentType: "text/javascript", body: "" }),
  );
  await page.goto("/", { waitUntil: "commit" });
  await expect(root).toHaveClass(/light/);
});

// Spec 4.17
test("the system theme follows the operating system while the page is open", async ({ page }) => {
  await page.emulateMedia({ colorScheme: "light" });
  await page.addInitScript(() => {
    localStorage.setItem("vite-ui-theme", "system");
  });
  await page.goto("/");
  const root = page.locator("html");
  await expect(root).toHaveClass(/light/);
  await page.emulateMedia({ colorScheme: "dark" });
  await expect(root).toHaveClass(/dark/);
});

test("where motion is reduced, all of a page has the new theme at once", async ({ page }) => {
  await page.goto("/");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  const running = await page.evaluate(() => {
    document.documentElement.classList.replace("dark", "light");
    return document.getAnimations().length;
  });
  expect(running).toBe(0);
});
