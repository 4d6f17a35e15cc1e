import { editDialog, openDay, openJob, reloadOpenJob, saveField } from "./support/jobs";
import { partsAreLoaded } from "./support/pageParts";
import { expect, NETWORK_ERRORS, testOnFreshServer as test } from "./support/test";

test.use({ expectedConsoleErrors: NETWORK_ERRORS });

test("changes made without a server are kept when the tab is closed, and arrive once each", async ({
  page,
  downspout,
}) => {
  await openDay(page);
  await partsAreLoaded(page);
  const dialog = await openJob(page, "Ruth Okafor");
  await saveField(dialog, "City", "Salem");
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();

  await downspout.kill();
  await saveField(dialog, "Price", "450");
  await saveField(dialog, "Notes", "Gate code 4417.");
  await expect(dialog.getByText("Waiting", { exact: true })).toHaveCount(2);
  await expect(dialog.getByText("Offline. 2 edits waiting")).toBeVisible();
  const later = await page.context().newPage();
  await page.close();

  await downspout.restart();
  await later.goto("/dashboard");
  const again = await openJob(later, "Ruth Okafor");
  await expect(again.getByLabel("Price")).toHaveValue("450.00");
  await expect(again.getByLabel("Notes")).toHaveValue("Gate code 4417.");
  await expect(again.getByText("Waiting", { exact: true })).toHaveCount(0);

  await again.getByRole("button", { name: "History" }).click();
  for (const line of ["Price: empty → $450.00", "Notes: empty → Gate code 4417."])
    await expect(again.getByText(line)).toHaveCount(1);
  const third = await reloadOpenJob(later);
  await expect(third.getByLabel("Price")).toHaveValue("450.00");
  await expect(editDialog(later).getByText("Waiting")).toHaveCount(0);
});
