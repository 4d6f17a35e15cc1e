import { closeDialog } from "./support/dialog";
import { editDialog, jobCard, openDay, openJob } from "./support/jobs";
import { expect, NETWORK_ERRORS, testOnFreshServer as test } from "./support/test";

test.use({ expectedConsoleErrors: NETWORK_ERRORS });

// Spec 4.21
test("nothing is lost when the server is killed, and the page reconnects", async ({
  page,
  downspout,
}) => {
  await openDay(page);
  await openJob(page, "Ruth Okafor");
  const notes = editDialog(page).getByLabel("Notes");
  await notes.fill("Dog in the yard. Call first.");
  await notes.press("Tab");
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();

  await downspout.kill();
  await expect(page.getByText(/connection|offline|reconnect/i).first()).toBeVisible();
  await notes.fill("Dog in the yard. Call first. Gate code 4417.");
  await notes.press("Tab");
  // Wait until the toast of the first save is gone, so that the next one is of the second save.
  await expect(page.getByText("Saved", { exact: true })).toBeHidden();

  await downspout.restart();
  await expect(page.getByText("Saved", { exact: true })).toBeVisible({
    timeout: 40_000,
  });
  await expect(page.getByText("Connected.", { exact: true })).toBeVisible();
  await closeDialog(editDialog(page));
  await expect(jobCard(page, "Ruth Okafor")).toContainText("11:45 PM");

  await page.reload();
  await openJob(page, "Ruth Okafor");
  await expect(editDialog(page).getByLabel("Notes")).toHaveValue(
    "Dog in the yard. Call first. Gate code 4417.",
  );
});
