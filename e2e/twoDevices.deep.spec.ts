import type { Locator } from "@playwright/test";
import { closeDialog } from "./support/dialog";
import { editDialog, openDay, openJob, saveField } from "./support/jobs";
import { lineTestOnFreshServer as test } from "./support/lineTest";
import { Office } from "./support/office";
import { expect, NETWORK_ERRORS } from "./support/test";

test.use({ expectedConsoleErrors: NETWORK_ERRORS });

/** The fields of the open job. */
async function expectFields(dialog: Locator, fields: Readonly<Record<string, string>>) {
  for (const [label, value] of Object.entries(fields))
    await expect(dialog.getByLabel(label, { exact: true })).toHaveValue(value);
}

test("a phone that was offline and the desk keep each other's fields, and the history keeps what the phone replaced", async ({
  page,
  line,
  openWindow,
  downspout,
}) => {
  await openDay(page);
  // Loads the dialog, before the signal is lost.
  await openJob(page, "Ruth Okafor");
  await closeDialog(editDialog(page));
  const desk = await openWindow();
  const { cookies } = await page.context().storageState();
  await desk.context().addCookies(cookies);
  await desk.goto(`${downspout.url}/dashboard`);

  await line.become("AIRPLANE");
  const onPhone = await openJob(page, "Ruth Okafor");
  await saveField(onPhone, "City", "Salem");
  await saveField(onPhone, "Notes", "Dog in the yard.");
  await expect(onPhone.getByText("Offline. 2 edits waiting")).toBeVisible();
  await closeDialog(editDialog(page));

  const atDesk = await openJob(desk, "Ruth Okafor");
  await saveField(atDesk, "Price", "450");
  await saveField(atDesk, "Notes", "Gate code 4417.");
  const server = await Office.open(desk.context(), downspout.url);
  await expect
    .poll(() => server.query("jobs:getAll"))
    .toMatchObject([{ jobs_price: 450, job_notes: "Gate code 4417." }]);

  await line.become("GOOD");
  // What arrives last is applied, whenever it was typed.
  const fields = { City: "Salem", Price: "450.00", Notes: "Dog in the yard." };
  await expectFields(atDesk, fields);
  await expectFields(await openJob(page, "Ruth Okafor"), fields);
  await atDesk.getByRole("button", { name: "History" }).click();
  for (const entry of [
    "City: empty → Salem",
    "Price: empty → $450.00",
    "Notes: empty → Gate code 4417.",
    "Notes: Gate code 4417. → Dog in the yard.",
  ])
    await expect(atDesk.getByText(entry, { exact: true })).toHaveCount(1);
});
