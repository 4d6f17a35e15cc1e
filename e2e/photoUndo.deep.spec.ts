import { addPhotos, openDay, openJob, photoList } from "./support/jobs";
import { takePhoto } from "./support/photos";
import { expect, test } from "./support/test";

// The browser logs a thumbnail that arrives after its photo was taken back.
test.use({ expectedConsoleErrors: /status of 409/ });

test("photos that were chosen together are taken back in one step, by their toast and by Ctrl+Z", async ({
  page,
  browser,
}) => {
  const [front, left, back] = await Promise.all(
    ["front.jpg", "left.jpg", "back.jpg"].map((name) =>
      takePhoto(browser, { name, width: 800, height: 600 }),
    ),
  );
  await openDay(page);
  const dialog = await openJob(page, "Ruth Okafor");
  const list = await photoList(dialog, "Estimate photos");
  const saved = list.getByRole("link", { name: /^Open/ });
  const toast = (title: string) =>
    page.getByRole("listitem").filter({ hasText: title });

  await addPhotos(list, [front!, left!]);
  await expect(toast("2 photos added")).toBeVisible();
  await expect(saved).toHaveCount(2);
  await addPhotos(list, [back!]);
  await expect(toast("1 photo added")).toBeVisible();
  await toast("1 photo added").getByRole("button", { name: "Undo" }).click();
  await expect(saved).toHaveCount(2);
  await expect(toast("Undone")).toBeVisible();

  await addPhotos(list, [back!]);
  await expect(saved).toHaveCount(3);
  await expect(toast("1 photo added")).toBeVisible();
  await page.keyboard.press("Control+z");
  await expect(saved).toHaveCount(2);
  await page.keyboard.press("Control+z");
  await expect(saved).toHaveCount(0);

  // The undo is a change like any other: the history takes it back.
  await dialog.getByRole("button", { name: "Show history" }).click();
  const entry = dialog
    .getByRole("listitem")
    .filter({ hasText: "Estimate photos: 2 removed" });
  await entry.getByRole("button", { name: /^Undo/ }).click();
  await expect(saved).toHaveCount(2);
});
