import type { Locator, Page } from "@playwright/test";
import { expectAccessible } from "./support/accessibility";
import { closeDialog } from "./support/dialog";
import { jobCard, seedJobs, todayAt } from "./support/jobs";
import { call } from "./support/office";
import { openPalette } from "./support/palette";
import { signUp } from "./support/people";
import { seedDefaults } from "./support/stock";
import { expect, test } from "./support/test";

const FILE = [
  "Client name,Phone,Address,Status,Scheduled date",
  'Rosa Delgado,614-555-0101,"12 Elm St, Troy",Complete,05/14/2025',
  "Ada Fenwick,,,Late,05/17/2025",
].join("\r\n");

/** By keys alone. */
async function runCommand(page: Page, name: string) {
  const palette = await openPalette(page);
  await page.keyboard.type(name);
  await expect(palette.getByRole("option", { selected: true })).toHaveText(name);
  await page.keyboard.press("Enter");
}

/** Opened and closed once more: the check by axe has drawn the page behind the dialog in other sizes. */
async function expectFocusBack(opener: Locator, dialog: Locator) {
  await opener.focus();
  await opener.press("Enter");
  await expect(dialog).toBeVisible();
  await closeDialog(dialog);
  await expect(opener).toBeFocused();
}

async function seedDay(page: Page) {
  const at = await page.evaluate((time) => new Date(time).getTime(), await todayAt(page, "23:00"));
  const customer = (customer_name: string) => ({
    customer: { customer_name, customer_phone: "6145550100" },
    job_city: "Springfield",
  });
  await seedJobs(page, [
    ...["Ann Ames", "Bob Bell", "Cid Cole", "Dee Dunn"].map((name, index) => ({
      ...customer(name),
      job_address: `${index} Elm Street`,
      job_status: index === 3 ? "completed" : "install_scheduled",
      job_install_date: at + index * 60_000,
    })),
    {
      ...customer("Eve Eads"),
      job_address: "9 Oak Street",
      job_status: "approved",
    },
  ]);
}

test("the route, the messages, a full week and the import are accessible, and keys open and close them", async ({
  page,
}) => {
  // Some dozens of checks of the whole page.
  test.slow();
  await signUp(page);
  await page.goto("/dashboard");
  await seedDay(page);
  await expect(jobCard(page, "Ann Ames")).toBeVisible();

  await runCommand(page, "Route of this day");
  const route = page.getByRole("dialog", { name: "Route" });
  await expect(route.getByRole("checkbox")).toHaveCount(4);
  await expectAccessible(page, "the route of a day");
  const down = route.getByRole("button", { name: "Move Ann Ames down" });
  await down.focus();
  await page.keyboard.press("Enter");
  await expect(route.getByRole("listitem").nth(1)).toContainText("Ann Ames");
  await expect(route.locator(":focus")).toHaveCount(1);
  await closeDialog(route);

  const text = jobCard(page, "Ann Ames").getByRole("button", { name: "Text" });
  await text.focus();
  await page.keyboard.press("Enter");
  const messages = page.getByRole("dialog", { name: "Text Ann Ames" });
  await expect(messages.getByRole("button", { name: "On my way" })).toBeVisible();
  await expectAccessible(page, "the messages to a customer");
  await closeDialog(messages);
  await expectFocusBack(text, messages);

  await page.goto("/calendar?view=week");
  await expect(page.getByRole("listitem").getByRole("link", { name: /Ann Ames/ })).toBeVisible();
  await expectAccessible(page, "a week with visits side by side");
  const schedule = page.getByRole("button", { name: "Schedule Eve Eads" });
  await schedule.focus();
  await page.keyboard.press("Enter");
  const time = page.getByRole("dialog", { name: "Schedule for" });
  await expect(time.getByLabel("New time")).toBeVisible();
  await expectAccessible(page, "the time of a job that waits");
  await closeDialog(time);
  await expectFocusBack(schedule, time);

  await runCommand(page, "Import customers and jobs");
  const dialog = page.getByRole("dialog", {
    name: "Import customers and jobs",
  });
  await expect(dialog.getByLabel("Choose a file")).toBeAttached();
  await expectAccessible(page, "the choice of a file");
  await dialog.getByLabel("Choose a file").setInputFiles({
    name: "jobs.csv",
    mimeType: "text/csv",
    buffer: Buffer.from(FILE),
  });
  await expect(dialog.getByRole("list", { name: "Faults" })).toBeVisible();
  await expectAccessible(page, "a file before its import");
  await closeDialog(dialog);
});

test("the levels of a color and the list of what to order are accessible", async ({ page }) => {
  test.slow();
  await signUp(page);
  await seedDefaults(page);
  for (const [path, args] of [
    ["adjustColorQuantity", { colorNumber: "180", size: "5", delta: 3 }],
    ["setReorderLevel", { colorNumber: "180", size: "5", level: 10 }],
  ] as const)
    await call(page.request, "mutation", { path: `inventory:${path}`, args });
  await page.goto("/inventory?color=180");
  await expect(page.getByRole("textbox", { name: /^5 in/ })).toHaveValue("10");
  await expectAccessible(page, "the levels of a color");
  const open = page.getByRole("button", { name: "To order" });
  await open.focus();
  await page.keyboard.press("Enter");
  const order = page.getByRole("dialog", { name: "What to order" });
  await expect(order.getByRole("row")).toHaveCount(2);
  await expectAccessible(page, "what to order");
  await closeDialog(order);
  await expect(open).toBeFocused();
});
