import { closeDialog } from "./support/dialog";
import { signUp } from "./support/people";
import { expect, test } from "./support/test";

test("an empty office starts empty, and shows what makes it ready until it is done", async ({
  page,
}) => {
  await signUp(page);
  await page.goto("/");
  await expect(
    page.getByRole("heading", { name: "How would you like to start?" }),
  ).toBeVisible();
  await page.getByRole("button", { name: "Start empty" }).click();

  const steps = page.getByRole("region", { name: "Make the office ready" });
  await steps.getByRole("button", { name: "Add items and prices" }).click();
  await expect(steps.getByText("The usual items with prices")).toBeHidden();
  await steps.getByRole("button", { name: "Invite a teammate" }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await closeDialog(page.getByRole("dialog"));

  await page.reload();
  await expect(steps).toBeVisible();
  await steps.getByRole("button", { name: /^Done: Put Downspout/ }).click();
  await expect(steps.getByText("Put Downspout on a phone")).toBeHidden();
});
