import type { Browser, Page } from "@playwright/test";
import { closeDialog } from "./support/dialog";
import { editDialog, jobCard, openJob, seedJobs } from "./support/jobs";
import { lineTestOnFreshServer as test } from "./support/lineTest";
import { joinTeam, signUp } from "./support/people";
import { expect, PHONE, NETWORK_ERRORS } from "./support/test";

test.use({
  viewport: PHONE,
  hasTouch: true,
  expectedConsoleErrors: NETWORK_ERRORS,
});

/** A crew lead with two jobs of today on the phone. */
async function openDay(page: Page) {
  await signUp(page);
  // Without signal no code can be fetched: these tests have no service worker.
  const code = [/OutboxList-/, /SignOutQuestion-/].map((part) => page.waitForResponse(part));
  await page.goto("/dashboard");
  const [first, second] = await page.evaluate(() => [
    new Date().setHours(23, 45, 0, 0),
    new Date().setHours(23, 50, 0, 0),
  ]);
  await seedJobs(page, [
    {
      customer: { customer_name: "Ruth Okafor" },
      job_address: "72 Birch Street",
      job_estimate_date: first,
      jobs_price: 200,
    },
    {
      customer: { customer_name: "Omar Diaz" },
      job_address: "4 Elm Street",
      job_estimate_date: second,
    },
  ]);
  const dialog = await openJob(page, "Omar Diaz");
  await closeDialog(dialog);
  await Promise.all(code);
}

async function enter(page: Page, customer: string, field: [string, string]) {
  const dialog = await openJob(page, customer);
  const [label, text] = field;
  await dialog.getByLabel(label, { exact: true }).fill(text);
  await dialog.getByLabel(label, { exact: true }).press("Tab");
  await expect(dialog.getByText("Changes: Waiting")).toBeVisible();
  await closeDialog(dialog);
}

/** A teammate in the office, whose line is good. */
async function openOffice(page: Page, browser: Browser, url: string) {
  const context = await browser.newContext({ baseURL: url });
  await joinTeam(page.request, context.request, url);
  const office = await context.newPage();
  await office.goto("/dashboard");
  return office;
}

test("waiting changes are listed, one is discarded, and the other is saved", async ({
  page,
  line,
}) => {
  await openDay(page);
  await line.become("AIRPLANE");
  await enter(page, "Ruth Okafor", ["Notes", "Gate code 4417."]);
  await enter(page, "Omar Diaz", ["City", "Salem"]);
  await expect(jobCard(page, "Omar Diaz").getByText("Waiting")).toBeVisible();

  const chip = page.getByRole("button", { name: "Offline. 2 edits waiting" });
  await chip.click();
  const list = page.getByRole("dialog", { name: "Not saved yet" });
  const change = list.getByRole("listitem").filter({ hasText: "4 Elm Street" });
  await expect(change).toContainText("City: Salem");
  await expect(change).toContainText(/Since \d+:\d\d [AP]M/);
  await change.getByRole("button", { name: "Discard City" }).click();
  const confirm = change.getByRole("button", { name: "Confirm Discard" });
  await expect(confirm).not.toHaveAttribute("aria-disabled", "true");
  await confirm.click();
  await expect(list.getByRole("listitem")).toHaveCount(1);
  await closeDialog(list);
  const left = page.getByRole("button", { name: "Offline. 1 edit waiting" });
  await expect(left).toBeFocused();
  await expect(jobCard(page, "Omar Diaz").getByText("Waiting")).toBeHidden();

  await left.click();
  await list.getByRole("button", { name: "Ruth Okafor, 72 Birch Street" }).click();
  await expect(list).toBeHidden();
  await expect(editDialog(page).getByLabel("Notes")).toHaveValue("Gate code 4417.");
  await page.goBack();
  await expect(editDialog(page)).toBeHidden();
  await expect(page).toHaveURL(/\/dashboard$/);

  await line.become("GOOD");
  await expect(jobCard(page, "Ruth Okafor").getByText(/Waiting|Sending/)).toHaveCount(0, {
    timeout: 30_000,
  });
  await expect(left).toBeHidden();
  await page.reload();
  const saved = await openJob(page, "Ruth Okafor");
  await expect(saved.getByLabel("Notes")).toHaveValue("Gate code 4417.");
  await closeDialog(saved);
  const discarded = await openJob(page, "Omar Diaz");
  await expect(discarded.getByLabel("City")).toHaveValue("");
});

test("a change of a deleted job leads to the job, which can be restored there", async ({
  page,
  browser,
  line,
  downspout,
}) => {
  await openDay(page);
  const office = await openOffice(page, browser, downspout.url);
  await line.become("AIRPLANE");
  await enter(page, "Ruth Okafor", ["Notes", "Gate code 4417."]);
  const desk = await openJob(office, "Ruth Okafor");
  await desk.getByRole("button", { name: "Delete" }).click();
  const confirm = desk.getByRole("button", { name: "Confirm Delete" });
  await expect(confirm).not.toHaveAttribute("aria-disabled", "true");
  await confirm.click();
  await expect(desk).toBeHidden();

  await line.become("GOOD");
  await page.getByRole("button", { name: "1 change refused" }).click({ timeout: 60_000 });
  const list = page.getByRole("dialog", { name: "Not saved yet" });
  await expect(list.getByRole("button", { name: "Restore" })).toBeVisible();
  await list.getByRole("button", { name: "Ruth Okafor, 72 Birch Street" }).click();
  await editDialog(page).getByRole("button", { name: "Restore" }).click();
  await expect(editDialog(page).getByLabel("Notes")).toHaveValue("Gate code 4417.");
  await expect(editDialog(page).getByText("Changes: Saved")).toBeVisible();
});

test("a person whose change replaced another's is told who wrote what, and can put it back", async ({
  page,
  browser,
  line,
  downspout,
}) => {
  await openDay(page);
  const office = await openOffice(page, browser, downspout.url);
  await line.become("AIRPLANE");
  await enter(page, "Ruth Okafor", ["Price", "300"]);

  const desk = await openJob(office, "Ruth Okafor");
  await desk.getByLabel("Price").fill("450");
  await desk.getByLabel("Price").press("Tab");
  await expect(desk.getByText("Changes: Saved")).toBeVisible();

  await line.become("GOOD");
  const notice = page.getByText(/^Marcus Bell had written \$450\.00 at \d+:\d\d [AP]M\.$/);
  await expect(notice).toBeVisible({ timeout: 30_000 });
  await expect(desk.getByLabel("Price")).toHaveValue("300.00");
  await page.getByRole("button", { name: "Use theirs" }).click();
  await expect(notice).toBeHidden();
  await expect(desk.getByLabel("Price")).toHaveValue("450.00");
  await openJob(page, "Ruth Okafor");
  await expect(editDialog(page).getByLabel("Price")).toHaveValue("450.00");
});

test("a sign-out asks about unsent changes", async ({ page, line }) => {
  await openDay(page);
  const menu = page.getByRole("button", { name: /^User menu of/ });
  await menu.click();
  await expect(page.getByRole("button", { name: "Sign out" })).toBeVisible();
  await page.keyboard.press("Escape");
  await page.getByRole("link", { name: "Home" }).click();
  await expect(page.getByText("Choose a section")).toBeVisible();
  await page.goBack();
  await expect(jobCard(page, "Ruth Okafor")).toBeVisible();
  await line.become("AIRPLANE");
  await enter(page, "Ruth Okafor", ["Notes", "Gate code 4417."]);
  const signOut = async () => {
    await menu.click();
    await page.getByRole("button", { name: "Sign out" }).click();
    await expect(page.getByText("1 change is not sent yet.")).toBeVisible();
  };
  await signOut();
  await page.getByRole("button", { name: "Stay" }).click();
  await expect(page.getByRole("button", { name: "Offline. 1 edit waiting" })).toBeVisible();
  await signOut();
  await page.getByRole("button", { name: "Sign out and discard" }).click();
  await expect(page.getByRole("banner").getByRole("button", { name: "Sign In" })).toBeVisible();
  await line.become("GOOD");
  await page.goto("/dashboard");
  await expect(page.getByText("Sign in required")).toBeVisible();
  await expect(page.getByText(/This phone keeps/)).toBeHidden();
});
