import { type Locator, expect } from "@playwright/test";

/** Presses Escape, and waits until the dialog is closed. A dialog that is still being loaded is waited for. */
export async function closeDialog(dialog: Locator) {
  await expect(dialog).toBeVisible();
  await dialog.page().keyboard.press("Escape");
  await expectClosed(dialog);
}

/**
 * After it, the page may be left: the last open dialog goes back in the history to remove its entry, which aborts
 * page.goto, page.reload and the navigation of a link.
 */
export async function expectClosed(dialog: Locator) {
  await expect(dialog).toBeHidden();
  await dialog.page().waitForFunction(() => {
    const state = window.history.state as { overlay?: boolean } | null;
    const isUnderAnother = document.querySelector('[role="dialog"]') !== null;
    return state?.overlay !== true || isUnderAnother;
  });
}
