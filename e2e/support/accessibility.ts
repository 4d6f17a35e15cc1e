import { type Page, expect } from "@playwright/test";
import axe from "axe-core";

/** Fails with the rule, its impact and the elements of each violation. */
export async function expectNoSeriousViolation(page: Page, where: string) {
  // `evaluate`, because the page's Content Security Policy blocks added script tags.
  await page.evaluate(axe.source);
  const found = await page.evaluate(async () => {
    const { axe: checker } = window as unknown as { axe: typeof axe };
    const { violations } = await checker.run(document, {
      runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice"],
    });
    return violations
      .filter(({ impact }) => impact === "serious" || impact === "critical")
      .map(({ id, impact, nodes }) => ({
        rule: `${id} (${impact})`,
        elements: nodes.map(({ html, failureSummary }) => ({
          html: html.slice(0, 200),
          failureSummary,
        })),
      }));
  });
  expect(found, `accessibility of ${where}`).toEqual([]);
}
