import type { Locator } from "@playwright/test";
import { closeDialog, expectClosed } from "./support/dialog";
import { addJob, editDialog, openJob, openNewJob, todayAt } from "./support/jobs";
import { signUp } from "./support/people";
import { TOUCH } from "./support/touch";
import { expect, test } from "./support/test";

const HALF = /^Enter the whole date and time, for example .* or clear it\.$/;

test.beforeEach(async ({ page }) => {
  await signUp(page);
  await page.goto("/dashboard");
  await addJob(page, {
    customer: "Hugo Pratt",
    address: "88 Canal Street",
    estimate: await todayAt(page, "23:50"),
  });
});

/** Types a day without a time. */
async function typeHalf(dialog: Locator) {
  const field = dialog.getByLabel("Install date", { exact: true });
  await field.focus();
  await field.pressSequentially("11202026");
}

// Spec 5.12
test("half a date is never dropped: every way out shows the sentence at the field", async ({
  page,
}) => {
  const dialog = editDialog(page);
  const ways = {
    Enter: () => page.keyboard.press("Enter"),
    // The popover of the date may cover the button.
    Save: () => dialog.getByRole("button", { name: "Save Changes" }).press("Enter"),
    Esc: () => page.keyboard.press("Escape"),
    Back: () => page.evaluate(() => window.history.back()),
    blur: () => dialog.getByLabel("Notes").focus(),
  };
  for (const [name, leave] of Object.entries(ways)) {
    await openJob(page, "Hugo Pratt");
    await typeHalf(dialog);
    await leave();
    await expect(dialog.getByText(HALF), name).toBeVisible();
    await expect(dialog, name).toBeVisible();
    await dialog.getByRole("button", { name: "Discard" }).click();
    await expectClosed(dialog);
  }
  await expect(page.getByText("Saved", { exact: true })).toHaveCount(0);

  const created = await openNewJob(page);
  await typeHalf(created);
  await page.keyboard.press("Enter");
  await expect(created.getByText(HALF)).toBeVisible();
  await expect(created).toBeVisible();
});

test("a status browsed with the arrow keys is saved once, and Discard saves nothing", async ({
  page,
}) => {
  const updates: string[] = [];
  page.on("websocket", (socket) =>
    socket.on("framesent", ({ payload }) => {
      const text = payload.toString();
      if (text.includes("jobs:update")) updates.push(text);
    }),
  );
  await page.reload();
  const dialog = await openJob(page, "Hugo Pratt");
  const status = dialog.getByLabel("Status");
  await status.focus();
  for (let press = 0; press < 3; press++) await status.press("ArrowDown");
  await expect(status).toHaveValue("estimate_sent");
  await status.press("Tab");
  await expect.poll(() => updates.length).toBe(1);
  await status.selectOption("approved");
  await expect.poll(() => updates.length).toBe(2);
  await status.focus();
  await status.press("ArrowDown");
  await page.keyboard.press("Escape");
  await expect.poll(() => updates.length).toBe(3);
  await expectClosed(dialog);

  const price = dialog.getByLabel("Price");
  await openJob(page, "Hugo Pratt");
  await expect(status).toHaveValue("install_scheduled");
  await price.fill("450");
  await dialog.getByRole("button", { name: "Discard" }).click();
  await expectClosed(dialog);
  await openJob(page, "Hugo Pratt");
  await expect(price).toHaveValue("");
  await dialog.getByRole("button", { name: "Delete" }).focus();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expectClosed(dialog);
  await openJob(page, "Hugo Pratt");
  await expect(price).toHaveValue("");
  expect(updates).toHaveLength(3);
});

test.describe("with a finger", () => {
  test.use(TOUCH);

  test("Discard leaves the focused field as it was, and a calendar entry opens its day", async ({
    page,
  }) => {
    const dialog = await openJob(page, "Hugo Pratt");
    await dialog.getByLabel("Price").tap();
    await page.keyboard.type("450");
    await dialog.getByRole("button", { name: "Discard" }).tap();
    await expectClosed(dialog);
    await openJob(page, "Hugo Pratt");
    await expect(dialog.getByLabel("Price")).toHaveValue("");
    await closeDialog(dialog);

    await page.goto("/calendar");
    const entry = page.getByRole("listitem", { name: /Hugo Pratt/ });
    await expect(entry).toBeVisible();
    // Also where the link of the day lies over it.
    await entry.tap({ position: { x: 5, y: 5 }, force: true });
    await expect(page).toHaveURL(/\/dashboard\?date=/);
    await expect(page.getByRole("article")).toContainText("Hugo Pratt");
  });
});
