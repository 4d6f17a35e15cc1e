import { type Page, expect } from "@playwright/test";
import axe from "axe-core";
import { DESKTOP, PHONE } from "./test";

/** The rules to check in each theme. A theme changes colors only, so the second one needs no other rule. */
const THEMES = [
  ["dark", ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice"]],
  ["light", ["color-contrast"]],
] as const;

/**
 * Checks what the window shows in the size of a phone and of a desktop: also that it is not wider than the window.
 */
export async function expectAccessible(page: Page, where: string) {
  for (const [device, viewport] of Object.entries({ PHONE, DESKTOP })) {
    await page.setViewportSize(viewport);
    await expectNoViolation(page, `${where}, ${device}`);
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - window.innerWidth,
    );
    expect(overflow, `${where}, ${device}: width`).toBeLessThanOrEqual(0);
  }
}

/**
 * Fails with the rule, its impact and the elements of each violation, in either theme. Leaves the page in the light
 * one.
 */
export async function expectNoViolation(page: Page, where: string) {
  // `evaluate`, because the page's Content Security Policy blocks added script tags.
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
  for (const [theme, rules] of THEMES) {
    await chooseTheme(page, theme);
    const found = await page.evaluate(findViolations, [...rules]);
    expect(found, `accessibility of ${where}, ${theme}`).toEqual([]);
  }
}

/** As if it was chosen in another tab, but without the fade from one theme's colors to the other's. */
async function chooseTheme(page: Page, theme: string) {
  await page.evaluate((newValue) => {
    const still = new CSSStyleSheet();
    still.replaceSync("*, ::before, ::after { transition: none !important }");
    document.adoptedStyleSheets.push(still);
    const key = "vite-ui-theme";
    localStorage.setItem(key, newValue);
    dispatchEvent(new StorageEvent("storage", { key, newValue }));
  }, theme);
  await expect(page.locator("html")).toHaveClass(new RegExp(theme));
  await page.evaluate(() => {
    // Computes the new colors while nothing fades.
    document.documentElement.getBoundingClientRect();
    document.adoptedStyleSheets.pop();
  });
}

/** Runs in the page, after axe. */
async function findViolations(rules: string[]) {
  const { axe: checker } = window as unknown as { axe: typeof axe };
  const { violations } = await checker.run(document, {
    runOnly: rules,
    resultTypes: ["violations"],
  });
  return violations.map(({ id, impact, nodes }) => ({
    rule: `${id} (${impact})`,
    elements: nodes.map(({ html, failureSummary }) => ({
      html: html.slice(0, 200),
      failureSummary,
    })),
  }));
}
