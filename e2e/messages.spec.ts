import { cutSignal } from "./support/cutSignal";
import { savedRows } from "./support/device";
import { closeDialog } from "./support/dialog";
import { jobCard, openJob, seedJobs, todayAt } from "./support/jobs";
import { signUp } from "./support/people";
import { expect, NETWORK_ERRORS, PHONE, test } from "./support/test";
import { TOUCH } from "./support/touch";

test.use({ ...TOUCH, expectedConsoleErrors: NETWORK_ERRORS });

test.beforeEach(async ({ page }) => {
  await page.setViewportSize(PHONE);
  await signUp(page);
  await page.goto("/dashboard");
  const [first, second] = [
    await todayAt(page, "23:58"),
    await todayAt(page, "23:59"),
  ];
  const at = (time: string) =>
    page.evaluate((local) => new Date(local).getTime(), time);
  await seedJobs(page, [
    {
      customer: {
        customer_name: "Ruth Okafor",
        customer_phone: "5550100001",
      },
      job_address: "72 Birch Street",
      job_city: "Springfield",
      job_notes: "Gate code 4417.",
      job_status: "estimate_scheduled",
      job_estimate_date: await at(first),
    },
    {
      customer: { customer_name: "Amir Haddad", customer_phone: "5550100002" },
      job_address: "9 Elm Street",
      job_notes: "Call first.",
      job_status: "install_scheduled",
      job_install_date: await at(second),
    },
  ]);
  await expect(page.getByRole("article")).toHaveCount(2);
});

test("a crew says that it is on its way, and marks the estimate as delivered", async ({
  page,
}) => {
  const ruth = jobCard(page, "Ruth Okafor");
  const amir = jobCard(page, "Amir Haddad");
  await expect(amir.getByRole("button", { name: "On my way" })).toHaveCount(0);
  await ruth.getByRole("button", { name: "On my way" }).click();
  const message = page.getByRole("dialog", { name: "On my way" });
  await message.getByRole("button", { name: "30", exact: true }).click();
  const open = message.getByRole("link", { name: "Open message app" });
  await expect(open).toHaveAttribute(
    "href",
    "sms:+15550100001?&body=Hi%20Ruth%20Okafor!%20We%20are%20on%20our%20way%20and%20should%20be%20there%20in%20about%2030%20minutes.",
  );
  await message.getByLabel("Message").fill("Nearly there!");
  await expect(open).toHaveAttribute(
    "href",
    "sms:+15550100001?&body=Nearly%20there!",
  );
  await open.click();
  await expect(message).toHaveCount(0);

  const dialog = await openJob(page, "Ruth Okafor");
  await dialog.getByRole("button", { name: "History" }).click();
  await expect(
    dialog.getByText("Opened “On my way” for Ruth Okafor"),
  ).toBeVisible();
  await expect(dialog.getByText("Nearly there!")).toHaveCount(0);
  await closeDialog(dialog);

  const mark = page.getByRole("button", { name: "Mark Estimate Delivered" });
  await mark.click();
  await expect(mark).toHaveCount(0);
  await expect(
    amir.getByRole("button", { name: "Mark Install Complete" }),
  ).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(
    ruth.getByRole("button", { name: "Mark Estimate Delivered" }),
  ).toBeVisible();
});

test("a card without the row has both under More, and the office's own text is used", async ({
  page,
}) => {
  await jobCard(page, "Amir Haddad")
    .getByRole("button", { name: "More" })
    .click();
  const more = page.getByRole("dialog", { name: "Amir Haddad" });
  for (const name of ["On my way", "Mark Install Complete"])
    await expect(more.getByRole("button", { name })).toBeVisible();
  await more.getByRole("button", { name: "Text" }).click();

  const list = page.getByRole("dialog", { name: "Text Amir Haddad" });
  await list
    .getByRole("button", { name: "Edit what your office writes" })
    .click();
  const texts = page.getByRole("dialog", { name: "What your office writes" });
  await texts.getByLabel("Company name").fill("Elm Gutters");
  await texts.getByRole("button", { name: "Save" }).click();
  await expect(list.getByRole("button", { name: "On my way" })).toContainText(
    /This is Elm Gutters\./,
  );
  await list.getByRole("button", { name: "Close" }).click();
  await expect(list).toHaveCount(0);
});

test("a status that is marked without signal can be undone, waits, and is sent once", async ({
  page,
}) => {
  await expect.poll(() => savedRows(page, "jobs")).toBe(2);
  const line = await cutSignal(page);
  await page.reload();
  await expect(page.getByText(/^Offline\. Saved copy from/)).toBeVisible();
  const mark = jobCard(page, "Ruth Okafor").getByRole("button", {
    name: "Mark Estimate Delivered",
  });
  await mark.click();
  await expect(mark).toHaveCount(0);
  await expect.poll(() => savedRows(page, "outbox")).toBe(1);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(mark).toBeVisible();
  await expect.poll(() => savedRows(page, "outbox")).toBe(0);

  // A text needs no signal either; the note that it was opened waits.
  await mark.click();
  await expect(mark).toHaveCount(0);
  await page.reload();
  await jobCard(page, "Amir Haddad")
    .getByRole("button", { name: "On my way" })
    .click();
  const message = page.getByRole("dialog", { name: "On my way" });
  await message.getByRole("link", { name: "Open message app" }).click();
  await expect(message).toHaveCount(0);
  await expect.poll(() => savedRows(page, "outbox")).toBe(2);

  line.isCut = false;
  await expect.poll(() => savedRows(page, "outbox")).toBe(0);
  await expect(mark).toHaveCount(0);
  const dialog = await openJob(page, "Ruth Okafor");
  await expect(dialog.getByLabel("Status")).toHaveValue("estimate_sent");
  await dialog.getByRole("button", { name: "History" }).click();
  await expect(dialog.getByText(/→ Estimate Delivered/)).toHaveCount(1);
});
