import { closeDialog } from "./support/dialog";
import {
  addJob,
  editDialog,
  fillJob,
  instantToday,
  openJob,
  openNewJob,
  todayAt,
} from "./support/jobs";
import { call } from "./support/office";
import { signUp } from "./support/people";
import { seedDefaults } from "./support/stock";
import { expect, test } from "./support/test";

test.beforeEach(async ({ page }) => {
  await signUp(page);
  await page.goto("/dashboard");
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
    await expect(dialog.getByLabel("Address", { exact: true })).toHaveValue("1 Elm Street");
  }
  await page.keyboard.press("Escape");
  await dialog.getByRole("button", { name: "Discard it" }).click();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(/\/dashboard/);
});

test("a price can be removed and an install un-scheduled", async ({ page }) => {
  await addJob(page, {
    customer: "Hugo Pratt",
    address: "88 Canal Street",
    estimate: await todayAt(page, "23:50"),
    install: await todayAt(page, "23:55"),
  });
  const dialog = editDialog(page);
  const saved = (name: string) => page.getByRole("listitem").filter({ hasText: `Saved${name}` });
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
  await expect(dialog.getByLabel("Install date", { exact: true })).toHaveValue("");
  await price.fill("");
  await price.press("Tab");
  await expect(saved("Price")).toBeVisible();
  await closeDialog(dialog);
  await page.reload();
  await openJob(page, "Hugo Pratt");
  await expect(price).toHaveValue("");
});

test("the dialog fits the window above a phone's keyboard", async ({ page }) => {
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
  await expect(dialog.getByRole("button", { name: "Save Job" })).toBeInViewport();
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

test("an open dialog recomputes no styles: the page keeps its pointer events, and the shade is not the last child", async ({
  page,
}) => {
  const dialog = await openNewJob(page);
  const shade = page.locator("body > div", { has: dialog });
  await expect(page.locator("body")).toHaveCSS("pointer-events", "auto");
  await expect(shade.locator("+ [hidden]")).toHaveCount(1);
});

test("the dates and the notes stay beside a long list of materials", async ({ page }) => {
  await seedDefaults(page);
  const [item] = (await call(page.request, "query", {
    path: "inventory:listItems",
    args: {},
  })) as [{ _id: string; sku: string; name: string }];
  const { _id: itemId, sku, name } = item;
  const id = await call(page.request, "mutation", {
    path: "jobs:create",
    args: {
      customer: { customer_name: "Ruth Okafor" },
      job_address: "72 Birch Street",
      job_estimate_date: await instantToday(page, "23:40"),
    },
  });
  const lines = Array.from({ length: 20 }, () => ({
    ...{ itemId, sku, name, unit: "piece", quantity: 2 },
    clientKey: crypto.randomUUID(),
    order: "i",
  }));
  await call(page.request, "mutation", {
    path: "lines:add",
    args: { id, lines },
  });
  for (const height of [1080, 657]) {
    await page.setViewportSize({ width: 1920, height });
    await page.goto("/dashboard");
    const dialog = await openJob(page, "Ruth Okafor");
    await dialog.getByLabel("Add a row").scrollIntoViewIfNeeded();
    const end = dialog.getByRole("button", { name: "History" });
    await end.scrollIntoViewIfNeeded();
    await expect(dialog.getByLabel("Notes")).toBeInViewport({ ratio: 1 });
    await closeDialog(dialog);
  }
});
