import { type Page, expect } from "@playwright/test";
import axe from "axe-core";

/** Fails with the rule, its impact and the elements, so that the message alone tells what to mend. */
export async function expectNoSeriousFault(page: Page, where: string) {
  // `evaluate` rather than a script tag: the page's own content policy refuses foreign scripts, as it should.
  await page.evaluate(axe.source);
  const faults = await page.evaluate(async () => {
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
  expect(faults, `accessibility of ${where}`).toEqual([]);
}
