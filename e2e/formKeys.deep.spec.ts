import type { Locator, Page } from "@playwright/test";
import { Office } from "./support/office";
import { editDialog, openJob, openNewJob, openDay } from "./support/jobs";
import { signUp } from "./support/people";
import { expect, test } from "./support/test";

/** The controls of the dialog that the Tab key reaches, numbered in order. Returns how many there are. */
async function numberStops(dialog: Locator): Promise<number> {
  return await dialog.evaluate((element) => {
    let count = 0;
    for (const control of element.querySelectorAll<HTMLElement>(
      "a[href], button, input, select, textarea",
    )) {
      delete control.dataset["stop"];
      const isReached =
        control.tabIndex >= 0 &&
        !control.matches(":disabled") &&
        control.checkVisibility({ visibilityProperty: true });
      if (isReached) control.dataset["stop"] = String(count++);
    }
    return count;
  });
}

/** The number of the control with the focus, or what has the focus instead. */
async function focusedStop(page: Page): Promise<number | string> {
  return await page.evaluate(() => {
    const { dataset, outerHTML } = document.activeElement as HTMLElement;
    const stop = dataset["stop"];
    return stop === undefined ? outerHTML.slice(0, 80) : Number(stop);
  });
}

/** Leaves the field with Tab or Shift+Tab: the next control has the focus. */
async function expectNextStop(field: Locator, dialog: Locator, key: string) {
  await expect(field).toBeFocused();
  await numberStops(dialog);
  const from = Number(await focusedStop(field.page()));
  await field.press(key);
  expect(await focusedStop(field.page()), `${key} from ${await field.getAttribute("name")}`).toBe(
    from + (key === "Tab" ? 1 : -1),
  );
}

/** Each text breaks its field's rule, then none of them does. */
const TEXTS = {
  Address: ["", "14 Elm St"],
  City: ["a".repeat(200), "Dover"],
  Phone: ["12", "5550100009"],
  Email: ["ann", "ann@b.co"],
  Price: ["-5", "450"],
  "Estimate date": ["next tue", "tomorrow 2p"],
  "Install date": ["11202026", ""],
  Notes: ["a".repeat(4100), "Gate code 4"],
} as const;

async function leaveEachField(dialog: Locator, name: string) {
  const texts = { [name]: ["", "Ann Field"], ...TEXTS };
  for (const [label, [faulty = "", valid = ""]] of Object.entries(texts)) {
    const field = dialog.getByLabel(label, { exact: true });
    for (const key of ["Tab", "Shift+Tab"])
      for (const text of [faulty, valid, faulty]) {
        await field.fill(text);
        await field.focus();
        await expectNextStop(field, dialog, key);
      }
  }
}

test("Tab goes to the next control from every field of a new job, faulty, empty or right", async ({
  page,
}) => {
  await signUp(page);
  await page.goto("/dashboard");
  const dialog = await openNewJob(page);
  // As they are found: the hints say what is missing.
  for (const label of ["Customer name", "Address"])
    for (const key of ["Tab", "Shift+Tab"]) {
      const field = dialog.getByLabel(label, { exact: true });
      await field.focus();
      await expectNextStop(field, dialog, key);
    }
  await leaveEachField(dialog, "Customer name");
});

test("Tab goes to the next control from every field of a job, also from one that somebody else changed", async ({
  page,
  baseURL,
}) => {
  await openDay(page);
  const dialog = await openJob(page, "Ruth Okafor");
  await leaveEachField(dialog, "Customer name");

  const office = await Office.open(page.context(), String(baseURL));
  const onServer = async () => {
    const [job] = await office.query<{ _id: string; job_notes: string }[]>("jobs:getAll");
    return job;
  };
  const notes = dialog.getByLabel("Notes");
  const useTheirs = dialog.getByRole("button", { name: "Use theirs" });
  const leaveChanged = async (key: string, saved: string, theirs: string) => {
    // A save that is still on its way would replace what the office writes.
    await expect.poll(async () => (await onServer())?.job_notes).toBe(saved);
    await notes.fill(`My notes before ${key}`);
    const id = (await onServer())?._id;
    await office.mutation("jobs:update", { id, job_notes: theirs });
    await expect(useTheirs).toBeVisible();
    await expectNextStop(notes, dialog, key);
  };
  await leaveChanged("Shift+Tab", TEXTS.Notes[1], "From the office");
  await leaveChanged("Tab", "My notes before Shift+Tab", "From the office again");
  await expect(useTheirs).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(notes).toBeFocused();
  await expect(notes).toHaveValue("From the office again");
  await office.close();
});

test("Discard drops the text of the field that Tab came from, and leaving Discard saves it", async ({
  page,
}) => {
  await openDay(page);
  const dialog = await openJob(page, "Ruth Okafor");
  const discard = dialog.getByRole("button", { name: "Discard" });
  const notes = dialog.getByLabel("Notes");
  const tabToDiscard = async (text: string) => {
    await notes.fill(text);
    while (!(await discard.evaluate((each) => each.matches(":focus"))))
      await page.keyboard.press("Tab");
  };
  await tabToDiscard("Gate code 4417.");
  await page.keyboard.press("Tab");
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();

  await tabToDiscard("Gate code 1.");
  await page.keyboard.press("Enter");
  await expect(dialog).toBeHidden();
  const again = await openJob(page, "Ruth Okafor");
  await expect(again.getByLabel("Notes")).toHaveValue("Gate code 4417.");
  await expect(editDialog(page).getByText("Not saved yet")).toHaveCount(0);
});

/** Presses Tab until the control has the focus. Returns how often. */
async function tabsTo(target: Locator): Promise<number> {
  for (let presses = 0; presses < 40; presses++) {
    if (await target.evaluate((each) => each === document.activeElement)) return presses;
    await target.page().keyboard.press("Tab");
  }
  throw new Error(`Tab never reached ${target.toString()}`);
}

test("a job is booked by keyboard: 10 Tabs from the name to the date, 17 to Save, and Enter saves", async ({
  page,
}) => {
  await signUp(page);
  await page.goto("/dashboard");
  const dialog = await openNewJob(page);
  const name = dialog.getByLabel("Customer name", { exact: true });
  const estimate = dialog.getByLabel("Estimate date", { exact: true });
  await expect(name).toBeFocused();
  expect(await tabsTo(estimate)).toBe(10);
  // Both fields are loaded after the dialog is shown.
  await expect(dialog.getByLabel("Install length or window", { exact: true })).toBeEditable();
  await name.fill("Cy Young");
  await dialog.getByLabel("Phone", { exact: true }).fill("5550100009");
  await dialog.getByLabel("Email", { exact: true }).fill("cy@example.com");
  await dialog.getByLabel("Address", { exact: true }).fill("9 Low Rd");
  await estimate.fill("tomorrow 2p");
  // Links to call, to write and to drive there would be further stops.
  await name.focus();
  expect(await tabsTo(estimate)).toBe(10);
  await name.focus();
  expect(await tabsTo(dialog.getByRole("button", { name: "Save Job" }))).toBe(17);

  await page.keyboard.press("Control+Shift+Digit5");
  await expect(dialog.getByLabel("Notes")).toBeFocused();
  await page.keyboard.press("Control+Shift+Digit3");
  await expect(dialog.getByRole("button", { name: "Add drawings" })).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(dialog.getByRole("button", { name: /^Estimate photos/ })).toBeFocused();
  await page.keyboard.press("Control+Shift+Digit4");
  await expect(estimate).toBeFocused();
  await page.keyboard.press("Alt+Enter");
  await expect(dialog.getByLabel("Status")).toHaveValue("estimate_scheduled");
  await dialog.getByLabel("City").focus();
  await page.keyboard.press("Enter");
  await expect(dialog).toBeHidden();
  await page.getByRole("button", { name: "Open", exact: true }).click();
  await expect(editDialog(page).getByLabel("City")).toBeVisible();
});

async function press(page: Page, ...keys: string[]) {
  for (const key of keys) await page.keyboard.press(key);
}

test("the categories are one stop of the Tab key, with arrow keys, Home and End inside", async ({
  page,
}) => {
  await signUp(page);
  await page.goto("/dashboard");
  const dialog = await openNewJob(page);
  const chips = dialog.getByRole("group", { name: "Categories" }).getByRole("button");
  await dialog.getByLabel("Status").focus();
  await press(page, "Tab");
  await expect(chips.first()).toBeFocused();
  await press(page, "ArrowRight", "Space", "ArrowDown");
  await expect(chips.nth(2)).toBeFocused();
  await expect(chips.nth(1)).toHaveAttribute("aria-pressed", "true");
  await press(page, "ArrowLeft");
  await expect(chips.nth(1)).toBeFocused();
  await press(page, "End", "ArrowRight");
  await expect(chips.first()).toBeFocused();
  await press(page, "ArrowUp");
  await expect(chips.last()).toBeFocused();
  await press(page, "Home", "ArrowRight", "Tab");
  await expect(dialog.getByRole("button", { name: "Add drawings" })).toBeFocused();
  await press(page, "Shift+Tab");
  // The stop is where the focus was.
  await expect(chips.nth(1)).toBeFocused();
});

test("the pictures, and the head of a job, are one stop of the Tab key each", async ({ page }) => {
  await openDay(page);
  const dialog = await openJob(page, "Ruth Okafor");
  const button = (name: string | RegExp) => dialog.getByRole("button", { name });
  await button("Close").focus();
  await press(page, "ArrowLeft");
  await expect(button("Copy link")).toBeFocused();
  await press(page, "Home");
  await expect(page.locator(":focus")).toHaveAccessibleName(/^Open C-/);
  await press(page, "Tab");
  await expect(dialog.getByLabel("Customer name")).toBeFocused();

  const estimate = dialog.getByLabel("Estimate date", { exact: true });
  await estimate.focus();
  await press(page, "Shift+Tab");
  await expect(button("Add drawings")).toBeFocused();
  await press(page, "ArrowDown", "Enter", "ArrowDown");
  await expect(button("Add estimate photos")).toBeFocused();
  await press(page, "Tab");
  await expect(estimate).toBeFocused();
  await press(page, "Shift+Tab");
  await expect(button("Add estimate photos")).toBeFocused();
});

test("Ctrl, Shift and a digit go to the blocks of the form, from every control of the dialog", async ({
  page,
}) => {
  await signUp(page);
  await page.goto("/dashboard");
  const dialog = await openNewJob(page);
  const firsts = [
    dialog.getByLabel("Customer name", { exact: true }),
    dialog.getByLabel("Address", { exact: true }),
    dialog.getByRole("button", { name: "Add drawings" }),
    dialog.getByLabel("Estimate date", { exact: true }),
    dialog.getByLabel("Notes"),
  ];
  const around = ["Close", "Discard"].map((name) => dialog.getByRole("button", { name }));
  for (const from of [...firsts, ...around])
    for (const [at, first] of firsts.entries()) {
      await from.focus();
      await press(page, `Control+Shift+Digit${at + 1}`);
      await expect(first).toBeFocused();
    }
});

const LINES = ["Customer name", "Phone", "Email", "Address", "City", "Price"];

test("Enter saves and closes from every field of one line, of a new job and of a job", async ({
  page,
}) => {
  await signUp(page);
  await page.goto("/dashboard");
  for (const label of [...LINES, "Estimate date", "Install date"]) {
    const dialog = await openNewJob(page);
    await dialog.getByLabel("Customer name", { exact: true }).fill("Cy Young");
    await dialog.getByLabel("Address", { exact: true }).fill(`Enter ${label}`);
    await dialog.getByLabel(label, { exact: true }).focus();
    await press(page, "Enter");
    await expect(dialog, `Enter in ${label}`).toBeHidden();
  }
  await page.goto("/jobs");
  for (const label of LINES) {
    await page.getByRole("button", { name: `Enter ${label}` }).click();
    const dialog = editDialog(page);
    await dialog.getByLabel(label, { exact: true }).focus();
    await press(page, "Enter");
    await expect(dialog, `Enter in ${label}`).toBeHidden();
  }
});
