import { closeDialog, expectClosed } from "./support/dialog";
import {
  addJob,
  editDialog,
  fillJob,
  openJob,
  openNewJob,
  todayAt,
} from "./support/jobs";
import { signUp } from "./support/people";
import { expect, test } from "./support/test";

test.beforeEach(async ({ page }) => {
  await signUp(page);
  await page.goto("/dashboard");
});

test("a job requires a customer and an address, with errors at the fields", async ({
  page,
}) => {
  const dialog = await openNewJob(page);
  const save = dialog.getByRole("button", { name: "Save Job" });
  await expect(save).toBeDisabled();
  await dialog.getByLabel("Customer").press("Tab");
  await expect(
    dialog.getByText("Select a customer or enter a name."),
  ).toBeVisible();
  await dialog.getByLabel("Address", { exact: true }).focus();
  await dialog.getByLabel("Address", { exact: true }).blur();
  await expect(dialog.getByText("Address is required.")).toBeVisible();
  await fillJob(dialog, { customer: "Lena Fox", address: "1 Elm Street" });
  await expect(save).toBeEnabled();
});

// Spec 5.7
test("a phone number is formatted on blur", async ({ page }) => {
  const dialog = await openNewJob(page);
  const phone = dialog.getByLabel("Phone");
  await phone.fill("+1 614.555.0192 ext. 4");
  await phone.press("Tab");
  await expect(phone).toHaveValue("(614) 555-0192");
});

test("Esc, Back, the X and a click outside ask before they discard a filled form", async ({
  page,
}) => {
  const dialog = await openNewJob(page);
  await fillJob(dialog, { customer: "Lena Fox", address: "1 Elm Street" });
  const question = dialog.getByText("This job is not saved yet.");
  const keep = dialog.getByRole("button", { name: "Keep editing" });

  const ways = [
    () => page.keyboard.press("Escape"),
    () => page.goBack(),
    () => dialog.getByRole("button", { name: "Close" }).click(),
    () => page.mouse.click(4, 300),
  ];
  for (const leave of ways) {
    await leave();
    await expect(question).toBeVisible();
    await keep.click();
    await expect(question).toBeHidden();
    await expect(dialog.getByLabel("Address", { exact: true })).toHaveValue(
      "1 Elm Street",
    );
  }
  await page.keyboard.press("Escape");
  await dialog.getByRole("button", { name: "Discard it" }).click();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(/\/dashboard/);
});

test("Esc, Back, the X and a click outside save the focused field of an existing job", async ({
  page,
}) => {
  await addJob(page, {
    customer: "Hugo Pratt",
    address: "88 Canal Street",
    estimate: await todayAt(page, "23:50"),
  });
  const dialog = editDialog(page);
  const ways = [
    () => page.keyboard.press("Escape"),
    () => page.goBack(),
    () => dialog.getByRole("button", { name: "Close" }).click(),
    () => page.mouse.click(4, 300),
  ];
  for (const [at, leave] of ways.entries()) {
    await openJob(page, "Hugo Pratt");
    await dialog.getByLabel("Notes").fill(`Left the ${at + 1}. way`);
    await leave();
    await expectClosed(dialog);
    await expect(page).toHaveURL(/\/dashboard/);
    await openJob(page, "Hugo Pratt");
    await expect(dialog.getByLabel("Notes")).toHaveValue(
      `Left the ${at + 1}. way`,
    );
    await closeDialog(dialog);
  }
});

test("a price can be removed and an install un-scheduled", async ({ page }) => {
  await addJob(page, {
    customer: "Hugo Pratt",
    address: "88 Canal Street",
    estimate: await todayAt(page, "23:50"),
    install: await todayAt(page, "23:55"),
  });
  const dialog = editDialog(page);
  const saved = (name: string) =>
    page.getByRole("listitem").filter({ hasText: `Saved${name}` });
  await openJob(page, "Hugo Pratt");
  const price = dialog.getByLabel("Price");
  await price.fill("0");
  await price.press("Tab");
  await expect(saved("Price")).toBeVisible();
  await dialog.getByRole("button", { name: "Clear install date" }).click();
  await expect(saved("Install date")).toBeVisible();
  await closeDialog(dialog);
  await page.reload();

  await openJob(page, "Hugo Pratt");
  await expect(price).toHaveValue("0.00");
  await expect(dialog.getByLabel("Install date", { exact: true })).toHaveValue(
    "",
  );
  await price.fill("");
  await price.press("Tab");
  await expect(saved("Price")).toBeVisible();
  await closeDialog(dialog);
  await page.reload();
  await openJob(page, "Hugo Pratt");
  await expect(price).toHaveValue("");
});

test("a job is deleted after a confirmation", async ({ page }) => {
  await addJob(page, {
    customer: "Hugo Pratt",
    address: "88 Canal Street",
    estimate: await todayAt(page, "23:50"),
  });
  const dialog = editDialog(page);
  await openJob(page, "Hugo Pratt");
  await dialog.getByRole("button", { name: "Delete", exact: true }).click();
  const confirm = dialog.getByRole("button", { name: "Confirm Delete" });
  await expect(confirm).toBeEnabled();
  await confirm.click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText("No jobs scheduled for this day.")).toBeVisible();
});

test("the dialog fits the window above a phone's keyboard", async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 420 });
  const dialog = await openNewJob(page);
  await expect(async () => {
    const box = await dialog.boundingBox();
    expect(box?.y).toBeGreaterThanOrEqual(0);
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(420);
  }).toPass();
  const notes = dialog.getByLabel("Notes");
  await notes.focus();
  await expect(notes).toBeInViewport();
  await expect(
    dialog.getByRole("button", { name: "Save Job" }),
  ).toBeInViewport();
});

// Spec 2.64
test("the dialog is at most 85 % of the window's height", async ({ page }) => {
  for (const height of [700, 600]) {
    await page.setViewportSize({ width: 1440, height });
    const dialog = await openNewJob(page);
    await expect
      .poll(async () => (await dialog.boundingBox())?.height)
      .toBeCloseTo(0.85 * height, 0);
    await closeDialog(dialog);
  }
});

test("opening a dialog does not compute the styles of the page under it again", async ({
  page,
}) => {
  await openNewJob(page);
  const inherited = await page.evaluate(() => {
    const name = "--removed-body-scroll-bar-size";
    const isLocked = document.body.hasAttribute("data-scroll-locked");
    document.body.style.setProperty(name, "7px");
    const root = document.querySelector("#root");
    return {
      isLocked,
      body: getComputedStyle(document.body).getPropertyValue(name),
      root: root && getComputedStyle(root).getPropertyValue(name),
    };
  });
  // What every element of the page inherits has to be computed for each.
  expect(inherited).toEqual({ isLocked: true, body: "7px", root: "0px" });
});

test("the page keeps its clicks and the shade is no last child, for which all styles would be computed again", async ({
  page,
}) => {
  const dialog = await openNewJob(page);
  const shade = page.locator("body > div", { has: dialog });
  await expect(page.locator("body")).toHaveCSS("pointer-events", "auto");
  await expect(shade.locator("+ [hidden]")).toHaveCount(1);
});
