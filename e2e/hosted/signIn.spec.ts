import type { Locator } from "@playwright/test";
import { DANA } from "../support/clerkPeople";
import { expect, giveEmail, givePassword, test } from "../support/hostedTest";
import { addJob, jobCard, todayAt } from "../support/jobs";
import { PHONE } from "../support/test";

test("signs in through Clerk's modal, adds a job, and signs out to the home page", async ({
  openHosted,
  clerk,
}) => {
  const page = await openHosted();
  await page.goto("/dashboard");
  await expect(page.getByText("Sign in required")).toBeVisible();
  await page.getByRole("main").getByRole("button", { name: "Sign In" }).click();
  await giveEmail(page, DANA.email);
  await givePassword(page, DANA.password);

  await expect(page.getByText("No jobs scheduled for this day.")).toBeVisible();
  await addJob(page, {
    customer: "Nora Finch",
    address: "4 Elm St",
    estimate: await todayAt(page, "09:30"),
  });
  await expect(jobCard(page, "Nora Finch")).toBeVisible();

  await page.getByRole("button", { name: "Open user menu" }).click();
  const menu = page.locator(".cl-userButtonPopoverCard");
  await expect(menu).toContainText("Dana Reyes");
  await expect(menu).toContainText(DANA.email);
  await menu.locator(".cl-userButtonPopoverActionButton__signOut").click();
  await expect(page).toHaveURL(/\/$/);
  await expect(
    page.getByRole("banner").getByRole("button", { name: "Sign In" }),
  ).toBeVisible();
  await page.goto("/dashboard");
  await expect(page.getByText("Sign in required")).toBeVisible();
  expect(clerk.tokens.length).toBeGreaterThan(0);
});

test.describe("a wrong password", () => {
  // The browser logs the refused request.
  test.use({ expectedConsoleErrors: /status of 422/ });

  test("shows an error at its field, and the right one signs in", async ({
    openHosted,
  }) => {
    const page = await openHosted();
    await page.goto("/");
    await page
      .getByRole("banner")
      .getByRole("button", { name: "Sign In" })
      .click();
    await giveEmail(page, DANA.email);
    await givePassword(page, "not-my-password");
    await expect(
      page.locator(".cl-formFieldErrorText__password"),
    ).toContainText("Password is incorrect");
    await givePassword(page, DANA.password);
    await expect(
      page.getByRole("button", { name: "Open user menu" }),
    ).toBeVisible();
  });
});

const THEMES = {
  dark: { card: "rgb(29, 33, 37)", button: "rgb(190, 242, 100)" },
  light: { card: "rgb(255, 255, 255)", button: "rgb(163, 230, 53)" },
};

for (const [theme, colors] of Object.entries(THEMES)) {
  test(`Clerk's cards follow the app's ${theme} theme`, async ({
    openHosted,
  }) => {
    const page = await openHosted();
    await page.addInitScript(
      (name) => localStorage.setItem("vite-ui-theme", name),
      theme,
    );
    await page.goto("/");
    await page
      .getByRole("banner")
      .getByRole("button", { name: "Sign In" })
      .click();
    const background = (selector: string) => () =>
      page
        .locator(selector)
        .evaluate((node) => getComputedStyle(node).backgroundColor);
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
  await expectTouchTarget(
    card.getByRole("button", { name: "Continue", exact: true }),
  );
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
  await expectTouchTarget(
    page.locator(".cl-userButtonPopoverActionButton__signOut"),
  );
});

async function expectTouchTarget(control: Locator) {
  const { width, height } = (await control.boundingBox())!;
  expect(Math.min(width, height), String(control)).toBeGreaterThanOrEqual(44);
}
