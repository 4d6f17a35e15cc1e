import { expectClosed } from "./support/dialog";
import { editDialog, seedJobs } from "./support/jobs";
import { openPalette } from "./support/palette";
import { signUp } from "./support/people";
import { expect, test, PHONE } from "./support/test";

test("the key that opens the palette leaves its first entry selected when pressed again", async ({
  page,
}) => {
  await signUp(page);
  await page.goto("/calendar");
  const palette = await openPalette(page);
  const options = palette.getByRole("option");
  const first = await options.first().textContent();
  await page.keyboard.press("Control+k");
  await expect(palette.getByRole("option", { selected: true })).toHaveText(first ?? "");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Control+k");
  await expect(options.nth(1)).toHaveAttribute("aria-selected", "true");
});

test("the palette finds a job by its words and opens it; ? lists the keys", async ({ page }) => {
  await signUp(page);
  await seedJobs(page, [
    {
      customer: { customer_name: "Ruth Okafor" },
      job_address: "72 Birch Street",
      job_status: "approved",
    },
    {
      customer: { customer_name: "Ruth Pell" },
      job_address: "8 Oak Street",
    },
  ]);
  await page.goto("/calendar");
  const palette = await openPalette(page);
  await expect(palette.getByRole("option", { name: /Approved, not scheduled/ })).toContainText("1");
  await page.keyboard.type("birch ruth");
  const job = palette.getByRole("option", { name: /72 Birch Street/ });
  await expect(job).toBeVisible();
  await expect(palette.getByText("8 Oak Street")).toBeHidden();
  await page.keyboard.press("Enter");
  const dialog = editDialog(page);
  await expect(dialog.getByLabel("Address", { exact: true })).toHaveValue("72 Birch Street");
  await page.goBack();
  await expectClosed(dialog);
  await expect(page.getByRole("heading", { name: "Jobs" })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/\/calendar$/);

  await page.keyboard.press("?");
  const keys = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await expect(keys).toContainText("New job, on Dashboard, Jobs and the week");
  await page.keyboard.press("Escape");
  await expectClosed(keys);

  await page.goto("/jobs");
  const card = page.getByRole("button", { name: /Ruth Okafor/ });
  await expect(card).toBeVisible();
  await expect(async () => {
    await page.keyboard.press("j");
    await expect(card).toBeFocused({ timeout: 1000 });
  }).toPass();
  const search = page.getByLabel("Search jobs");
  await page.keyboard.press("/");
  await expect(search).toBeFocused();
  await page.keyboard.type("c");
  await expect(search).toHaveValue("c");
  await expect(page.getByRole("dialog")).toBeHidden();
});

test("a misheard caller is found by keyboard in the palette, the list of jobs and a new job", async ({
  page,
}) => {
  await signUp(page);
  await seedJobs(page, [
    {
      customer: { customer_name: "María Gutiérrez" },
      job_address: "72 Birch Street",
    },
  ]);
  await page.goto("/calendar");
  const palette = await openPalette(page);
  await page.keyboard.type("maria gutierez");
  await expect(palette.getByText("Did you mean")).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog", { name: "Customer C-1001" })).toBeVisible();
  await page.goto("/jobs");
  const card = page.getByRole("button", { name: /María Gutiérrez/ });
  await expect(card).toBeVisible();

  const search = page.getByLabel("Search jobs");
  await search.fill("gutierez");
  const names = page.getByRole("group", { name: "Did you mean" });
  await names.getByRole("button", { name: "María Gutiérrez" }).press("Enter");
  await expect(search).toHaveValue("María Gutiérrez");
  await expect(card).toBeVisible();

  await page.getByRole("button", { name: "Add", exact: true }).click();
  const name = page.getByRole("dialog", { name: "Create Job" }).getByLabel("Customer name");
  await name.pressSequentially("guttierrez");
  const option = page.getByRole("option", { name: /María Gutiérrez/ });
  await expect(option).toBeVisible();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(name).toHaveValue("María Gutiérrez");
});

test("text typed while the palette is loaded ends up in its field", async ({ page }) => {
  await signUp(page);
  let isLoaded = () => {};
  const loaded = new Promise<void>((resolve) => (isLoaded = resolve));
  await page.route(/\/assets\/CommandPalette-/, async (route) => {
    await loaded;
    await route.continue();
  });
  await page.goto("/jobs");
  const spinner = page.locator("[data-dialog-loading]");
  await expect(async () => {
    await page.keyboard.press("Control+k");
    await expect(spinner).toBeVisible({ timeout: 1000 });
  }).toPass();
  await page.keyboard.type("cartt");
  await page.keyboard.press("Backspace");
  isLoaded();
  await page.keyboard.type("er lane");
  const palette = page.getByRole("dialog", { name: "Search and commands" });
  await expect(palette.getByRole("combobox")).toHaveValue("carter lane");
  await page.keyboard.press("Escape");
  await expectClosed(palette);
});

test("a new job by key takes the name that is typed while its dialog is loaded", async ({
  page,
}) => {
  await signUp(page);
  let isLoaded = () => {};
  const loaded = new Promise<void>((resolve) => (isLoaded = resolve));
  await page.route(/\/assets\/JobDialog-/, async (route) => {
    await loaded;
    await route.continue();
  });
  await page.goto("/jobs");
  await expect(page.getByRole("heading", { name: "Jobs" })).toBeVisible();
  await page.keyboard.press("c");
  await expect(page.locator("[data-dialog-loading]")).toBeVisible();
  await page.keyboard.type("Carter t");
  isLoaded();
  await page.keyboard.type("he plumber");
  const dialog = page.getByRole("dialog", { name: "Create Job" });
  await expect(dialog.getByLabel("Customer name")).toHaveValue("Carter the plumber");
});

test("the palette opens from the bar and the user menu on a phone", async ({ openWindow }) => {
  const page = await openWindow(PHONE, { isMobile: true });
  await signUp(page);
  await page.goto("/");
  const search = page.getByRole("button", { name: "Search or book" });
  await search.click();
  await page
    .getByRole("dialog", { name: "Search and commands" })
    .getByRole("button", { name: "Close" })
    .click();
  await expect(search).toBeFocused();
  await page.getByRole("button", { name: /^User menu/ }).click();
  await page.getByRole("button", { name: "Search and commands" }).click();
  const palette = page.getByRole("dialog", { name: "Search and commands" });
  await palette.getByRole("option", { name: "New job" }).click();
  await expect(page.getByRole("dialog", { name: "Create Job" })).toBeVisible();
});

test("the palette on a phone shows each count of what waits beside its words", async ({ page }) => {
  await page.setViewportSize(PHONE);
  await signUp(page);
  await page.goto("/calendar");
  const palette = await openPalette(page);
  const waiting = palette.getByRole("option", { name: /Approved|Estimate/ });
  await expect(waiting.first()).toContainText("0");
  for (const option of await waiting.all()) {
    const box = await option.boundingBox();
    expect(box?.height, (await option.textContent()) ?? "").toBeLessThan(45);
  }
});
