import { BELL, DANA, IVY, MARCUS, REYES } from "../support/clerkPeople";
import { closeDialog } from "../support/dialog";
import { runOrThrow } from "../support/downspout";
import { expect, test } from "../support/hostedTest";
import { addJob, jobCard, openJob, saveField, todayAt } from "../support/jobs";
import { NETWORK_ERRORS } from "../support/test";

test.use({ hasCell: true, expectedConsoleErrors: NETWORK_ERRORS });

test("an office opens in its own deployment, and after a move its pages and their unsent changes follow it", async ({
  openAs,
  deployment,
  clerk,
}, testInfo) => {
  const { backend, cell } = deployment;
  clerk.deployments.set(BELL.id, cell.url);
  const ivy = await openAs(IVY);
  await expect(ivy.getByText("No jobs scheduled for this day.")).toBeVisible();
  await addJob(ivy, {
    customer: "Omar Diaz",
    address: "8 Oak Ave",
    estimate: await todayAt(ivy, "10:00"),
  });
  const dana = await openAs(DANA);
  await addJob(dana, {
    customer: "Nora Finch",
    address: "4 Elm St",
    estimate: await todayAt(dana, "09:30"),
  });
  await expect(jobCard(dana, "Nora Finch")).toBeVisible();

  await backend.kill();
  const dialog = await openJob(dana, "Nora Finch");
  await saveField(dialog, "Notes", "Gate code 4417.");
  await closeDialog(dialog);

  await cell.kill();
  const [office, now, merged] = ["office.zip", "now.zip", "merged.zip"].map((name) =>
    testInfo.outputPath(name),
  ) as [string, string, string];
  runOrThrow("export", backend.dataDir, office, "--only", REYES.id);
  runOrThrow("export", cell.dataDir, now);
  runOrThrow("merge", cell.dataDir, now, office, merged, "--only", REYES.id);
  await cell.replaceRows(merged);
  clerk.deployments.set(REYES.id, cell.url);

  await dana.reload();
  const moved = await openJob(dana, "Nora Finch");
  await expect(moved.getByLabel("Notes")).toHaveValue("Gate code 4417.");
  await closeDialog(moved);
  // As after a restore: the rows are of an export.
  await dana.getByRole("button", { name: "The office's data was restored." }).click();
  const list = dana.getByRole("dialog", { name: "Not saved yet" });
  await list.getByRole("button", { name: "Send", exact: true }).click();
  const marcus = await openAs(MARCUS);
  const seen = await openJob(marcus, "Nora Finch");
  await expect(seen.getByLabel("Notes")).toHaveValue("Gate code 4417.");
  await expect(jobCard(ivy, "Omar Diaz")).toBeVisible();
  await expect(ivy.getByText("Nora Finch")).toHaveCount(0);

  // The former one has the office's rows, and takes no token for the other one.
  await backend.restart();
  const refused = await marcus.request.post(`${backend.url}/api/query`, {
    headers: { authorization: `Bearer ${clerk.tokens.at(-1)}` },
    data: { path: "jobs:getAll", args: {}, format: "json" },
  });
  expect(await refused.json()).toMatchObject({
    status: "error",
    errorData: { code: "NOT_SIGNED_IN" },
  });
});
