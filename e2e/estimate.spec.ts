import { expectAccessible } from "./support/accessibility";
import { closeDialog } from "./support/dialog";
import { editDialog, seedJobs } from "./support/jobs";
import { signUp } from "./support/people";
import { seedDefaults } from "./support/stock";
import { expect, test } from "./support/test";

test("a person prices rows, hands the estimate out as text and on paper, and sees what has changed since", async ({
  page,
}) => {
  // A browser without a head has no print dialog.
  await page.addInitScript(() => {
    window.print = () => undefined;
  });
  await signUp(page);
  await seedDefaults(page);
  await seedJobs(page, [
    {
      customer: { customer_name: "Ruth Okafor", customer_phone: "6145550188" },
      job_address: "72 Birch Street",
      job_categories: ["Gutter cleaning"],
      job_notes: "Gate code 4711",
    },
  ]);
  await page.goto("/jobs");
  await page.getByRole("button", { name: "Ruth Okafor" }).click();
  const job = editDialog(page);
  const added = job.getByLabel("Add a row");
  const add = async (text: string) => {
    await added.fill(text);
    await added.press("Enter");
    await expect(added).toHaveValue("");
  };
  await add("4 out strip miter 6in");
  await add("Haul away $450");
  await expect(job.getByText("$481.20", { exact: true })).toBeVisible();

  await job.getByRole("button", { name: "Estimate", exact: true }).click();
  const estimate = page.getByRole("dialog", { name: "Estimate" });
  await estimate.getByLabel("Notes for the customer").fill("In May.");
  await estimate.getByLabel("Valid until").fill("2027-06-15");
  await expectAccessible(page, "the estimate of a job");
  const textOf = async () => {
    const link = estimate.getByRole("link", { name: "Text", exact: true });
    return decodeURIComponent((await link.getAttribute("href")) ?? "");
  };
  expect(await textOf()).toContain("Haul away: $450.00");
  await estimate.getByText("Only the total").click();
  await expect.poll(textOf).not.toContain("Haul away");
  expect(await textOf()).toMatch(
    /Gutter cleaning\s+Total: \$481\.20\s+Valid until .*June 15, 2027\s+In May\./,
  );

  await estimate.getByText("Rows with prices").click();
  await estimate.getByRole("button", { name: "Print" }).click();
  await expect(estimate.getByText("Does the customer have the estimate?")).toBeVisible();
  await page.emulateMedia({ media: "print" });
  const paper = page.getByRole("table");
  await expect(paper).toContainText("Out Strip Miter, 6 in4$7.80$31.20");
  await expect(paper).toContainText("Total$481.20NotesIn May.");
  await expect(page.getByText("Signature of the customer")).toBeVisible();
  await expect(page.getByText(/Gate code/).filter({ visible: true })).toHaveCount(0);
  await expect(job).toBeHidden();
  await page.emulateMedia({ media: "screen" });
  // Making the file ends the printing, as the browser's print dialog does.
  await page.pdf();
  await closeDialog(estimate);

  await add("2 end caps");
  await job.getByRole("button", { name: "Estimate", exact: true }).click();
  await expect(
    estimate.getByText(/^Changed since the estimate of \w{3}\s\d+, \$481\.20\.$/),
  ).toBeVisible();
  // The next one begins with what was chosen for the last one.
  await expect(estimate.getByLabel("Valid until")).toHaveValue("2027-06-15");
  await closeDialog(estimate);
  await job.getByRole("button", { name: "History" }).click();
  await expect(job.getByText("Opened the estimate for Ruth Okafor: $481.20")).toBeVisible();
});
