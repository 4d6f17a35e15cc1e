import { signUp } from "./support/people";
import { expect, test } from "./support/test";

const CUSTOMERS = [
  "Name,Phone,Email,Address,Gate code",
  "Rosa Delgado,614-555-0101,rosa@example.com,12 Elm St,4417",
  "Jo Park,614-555-0102,,4 Oak Ct,",
  "R. Delgado,614-555-0101,,12 Elm St,",
].join("\r\n");

test("a person imports customers, decides about a look-alike, and undoes the import", async ({
  page,
}) => {
  await signUp(page);
  await page.goto("/jobs");
  await page.getByRole("button", { name: "Import customers and jobs" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Choose a file").setInputFiles({
    name: "customers.csv",
    mimeType: "text/csv",
    buffer: Buffer.from(CUSTOMERS),
  });
  await expect(dialog.getByText("customers.csv, 3 rows")).toBeVisible();
  await dialog.getByRole("button", { name: "Continue" }).click();

  const found = dialog.getByRole("list", { name: "Found" });
  await expect(found).toContainText("1 look-alike to decide");
  const start = dialog.getByRole("button", { name: /^Import \d+ rows?$/ });
  await expect(dialog.getByText(/^1 left to decide/)).toBeVisible();
  await dialog.getByRole("radio", { name: "The same customer" }).check();
  await start.click();
  await expect(dialog.getByRole("heading", { name: "Imported" })).toBeVisible();
  await expect(dialog).toContainText("2 customers");

  await dialog.getByRole("button", { name: "Undo" }).click();
  await dialog.getByRole("button", { name: "Undo the import" }).click();
  await expect(dialog.getByRole("button", { name: "Undo the import" })).toBeHidden();
  await expect(dialog.getByRole("status")).toContainText("2 customers");
  await dialog.getByRole("button", { name: "Close" }).last().click();
  await expect(dialog).toBeHidden();
});
