import { addJob, editDialog, jobCard, openJob, todayAt } from "./support/jobs";
import { signUp } from "./support/people";
import { expect, testOnFreshServer as test } from "./support/test";

// The browser logs each refused connection while the server is down.
test.use({ expectedConsoleErrors: /ERR_CONNECTION_REFUSED|WebSocket/ });

// Spec 8.8
test("leaving the page asks first while a change is unsent", async ({
  page,
  downspout,
}) => {
  const questions: string[] = [];
  page.on("dialog", (dialog) => {
    questions.push(dialog.type());
    void dialog.dismiss();
  });
  await signUp(page);
  await page.goto("/dashboard");
  await addJob(page, {
    customer: "Ruth Okafor",
    address: "72 Birch Street",
    estimate: await todayAt(page, "23:45"),
  });
  await openJob(page, "Ruth Okafor");
  const notes = editDialog(page).getByLabel("Notes");
  await downspout.kill();
  await notes.fill("Dog in the yard.");
  await notes.press("Tab");
  await page.close({ runBeforeUnload: true });
  await expect.poll(() => questions).toEqual(["beforeunload"]);
  await expect(notes).toHaveValue("Dog in the yard.");

  await downspout.restart();
  await expect(page.getByText("Saved", { exact: true })).toBeVisible({
    timeout: 40_000,
  });
  await page.reload();
  await expect(jobCard(page, "Ruth Okafor")).toBeVisible();
  expect(questions).toEqual(["beforeunload"]);
});
