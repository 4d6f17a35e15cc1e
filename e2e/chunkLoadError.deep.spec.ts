import { closeDialog } from "./support/dialog";
import { partsAreLoaded } from "./support/pageParts";
import { createFirstAccount } from "./support/people";
import { expect, testOnFreshServer as test } from "./support/test";

// While the server is down, the browser logs each refused or reset connection and React logs the chunk load error.
test.use({
  expectedConsoleErrors:
    /ERR_CONNECTION_(REFUSED|RESET)|WebSocket|could not be loaded|dynamically imported/,
});

test("a chunk load error shows a panel, which gives way to the screen once the server is back", async ({
  page,
  downspout,
}) => {
  await createFirstAccount(page);
  await partsAreLoaded(page);
  await downspout.kill();
  await page.getByRole("main").getByRole("link", { name: "Jobs" }).click();
  await expect(page.getByText("Something went wrong!")).toBeVisible();
  await expect(page.getByRole("alert").getByRole("paragraph")).toHaveText(
    "This part of Downspout could not be loaded, because the server does not answer. Try again in a moment.",
  );
  await page.getByRole("button", { name: "Show Error" }).click();
  await expect(page.getByText(/\/assets\/.+\.js/)).toBeVisible();
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByText("There is still no connection.")).toBeVisible();
  await expect(page.getByRole("navigation").getByRole("link", { name: "Home" })).toBeVisible();

  await downspout.restart();
  await expect(page.getByText("No jobs yet. Use the Add button to add one.")).toBeVisible();
});

test("Sign In without a connection opens its dialog with a sentence, and the page stays", async ({
  page,
  downspout,
}) => {
  await page.goto("/");
  await expect(page.getByText(/has no account yet/)).toBeVisible();
  await downspout.kill();
  await page.getByRole("button", { name: "Sign In", exact: true }).click();
  await expect(page.getByRole("dialog")).toContainText(/could not be (loaded|reached)/);
  await closeDialog(page.getByRole("dialog"));
  await expect(page.getByText("Choose a section")).toBeVisible();
});
