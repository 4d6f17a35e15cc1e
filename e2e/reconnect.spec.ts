import { addJob, editDialog, jobCard, openJob, todayAt } from "./support/jobs";
import { signUp } from "./support/people";
import { expect, testOnFreshServer as test } from "./support/test";

// The browser logs each refused connection while the server is down.
test.use({ expectedConsoleErrors: /ERR_CONNECTION_REFUSED|WebSocket/ });

// Spec 4.21
test("nothing is lost when the server is killed, and the page reconnects", async ({
  page,
  downspout,
}) => {
  await signUp(page);
  await page.goto("/dashboard");
  await addJob(page, {
    customer: "Ruth Okafor",
    address: "72 Birch Street",
    estimate: await todayAt(page, "23:45"),
  });
  await openJob(page, "Ruth Okafor");
  const notes = editDialog(page).getByLabel("Notes");
  await notes.fill("Dog in the yard. Call first.");
  await notes.press("Tab");
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();

  await downspout.kill();
  await expect(page.getByText(/connection|offline|reconnect/i)).toBeVisible();
  await notes.fill("Dog in the yard. Call first. Gate code 4417.");
  await notes.press("Tab");
  // Wait until the toast of the first save is gone, so that the next one is of the second save.
  await expect(page.getByText("Saved", { exact: true })).toBeHidden();

  await downspout.restart();
  await expect(page.getByText("Saved", { exact: true })).toBeVisible({
    timeout: 40_000,
  });
  await expect(page.getByText("Connected.", { exact: true })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(jobCard(page, "Ruth Okafor")).toContainText("11:45 PM");

  await page.reload();
  await openJob(page, "Ruth Okafor");
  await expect(editDialog(page).getByLabel("Notes")).toHaveValue(
    "Dog in the yard. Call first. Gate code 4417.",
  );
});
