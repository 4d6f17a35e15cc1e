import { createFirstAccount } from "./support/people";
import { expect, testOnFreshServer as test } from "./support/test";

// While the server is down, the browser logs each refused connection and React logs the chunk load error.
test.use({
  expectedConsoleErrors:
    /ERR_CONNECTION_REFUSED|WebSocket|could not be loaded|dynamically imported/,
});

test("a chunk load error shows a panel, and Try again loads the screen", async ({
  page,
  downspout,
}) => {
  await createFirstAccount(page);
  await downspout.kill();
  await page.getByRole("main").getByRole("link", { name: "Jobs" }).click();
  await expect(page.getByText("Something went wrong!")).toBeVisible();
  await expect(page.getByRole("alert").getByRole("paragraph")).toHaveText(
    "This part of Downspout could not be loaded. Check the connection and try again.",
  );
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByText("There is still no connection.")).toBeVisible();
  await expect(
    page.getByRole("navigation").getByRole("link", { name: "Home" }),
  ).toBeVisible();

  await downspout.restart();
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(
    page.getByText("No jobs yet. Use the Add button to add one."),
  ).toBeVisible();
});
