import type { Locator } from "@playwright/test";
import { DANA } from "../support/clerkPeople";
import { expect, giveEmail, givePassword, test } from "../support/hostedTest";
import { PHONE } from "../support/test";

const THEMES = {
  dark: { card: "rgb(35, 40, 45)", button: "rgb(190, 242, 100)" },
  light: { card: "rgb(255, 255, 255)", button: "rgb(163, 230, 53)" },
};

for (const [theme, colors] of Object.entries(THEMES)) {
  test(`Clerk's cards follow the app's ${theme} theme`, async ({ openHosted }) => {
    const page = await openHosted();
    await page.addInitScript((name) => localStorage.setItem("vite-ui-theme", name), theme);
    await page.goto("/");
    await page.getByRole("banner").getByRole("button", { name: "Sign In" }).click();
    const background = (selector: string) => () =>
      page.locator(selector).evaluate((node) => getComputedStyle(node).backgroundColor);
    await expect.poll(background(".cl-card")).toBe(colors.card);
    await expect.poll(background(".cl-formButtonPrimary")).toBe(colors.button);
  });
}

test("Clerk's controls on a phone are at least 44 px, and do not cause zoom", async ({
  openHosted,
}) => {
  const page = await openHosted();
  await page.setViewportSize(PHONE);
  await page.goto("/dashboard");
  await page.getByRole("main").getByRole("button", { name: "Sign In" }).click();
  const card = page.locator(".cl-signIn-root");
  const email = card.getByLabel("Email address");
  await expect(email).toHaveCSS("font-size", "16px");
  await expectTouchTarget(page.locator(".cl-modalCloseButton"));
  await expectTouchTarget(email);
  await expectTouchTarget(card.getByRole("button", { name: "Continue", exact: true }));
  await giveEmail(page, DANA.email);
  const password = card.getByLabel("Password", { exact: true });
  await expect(password).toHaveCSS("font-size", "16px");
  await expectTouchTarget(password);
  await expectTouchTarget(card.getByRole("link", { name: "Forgot password?" }));
  await expectTouchTarget(card.getByRole("button", { name: "Show password" }));
  await givePassword(page, DANA.password);
  const menu = page.getByRole("button", { name: "Open user menu" });
  await expectTouchTarget(menu);
  await menu.click();
  await expectTouchTarget(page.getByRole("button", { name: "Sign out", exact: true }));
});

async function expectTouchTarget(control: Locator) {
  await expect
    .poll(
      async () => {
        const box = await control.boundingBox();
        return box && Math.min(box.width, box.height);
      },
      { message: String(control) },
    )
    .toBeGreaterThanOrEqual(44);
}
