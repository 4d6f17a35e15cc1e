import { addPhotos, editDialog, openDay, openJob, photoList, reloadOpenJob } from "./support/jobs";
import { lineTestOnFreshServer as test } from "./support/lineTest";
import { takePhoto } from "./support/photos";
import { expect, PHONE, NETWORK_ERRORS } from "./support/test";

test.use({
  viewport: PHONE,
  hasTouch: true,
  isMobile: true,
  serviceWorkers: "allow",
  expectedConsoleErrors: NETWORK_ERRORS,
});

test("photos taken without signal survive a reload, and each is added to its job once", async ({
  page,
  browser,
  line,
}) => {
  test.slow();
  const photos = await Promise.all(
    ["front.jpg", "left.jpg", "back.jpg"].map((name) =>
      takePhoto(browser, { name, width: 800, height: 600 }),
    ),
  );
  await openDay(page);
  await page.evaluate(() => navigator.serviceWorker.ready);
  // The list of photos is loaded with the dialog.
  const dialog = await openJob(page, "Ruth Okafor");
  const list = await photoList(dialog, "Estimate photos");
  await line.become("REFUSED");
  await addPhotos(list, photos);
  await expect(list.getByText("Waiting", { exact: true })).toHaveCount(3);

  const again = await reloadOpenJob(page);
  const kept = await photoList(again, "Estimate photos");
  await expect(kept.getByText("Waiting", { exact: true })).toHaveCount(3);
  await expect(kept.getByRole("img", { name: "left.jpg" })).toBeVisible();

  await line.become("GOOD");
  const saved = kept.getByRole("link", { name: /^Open/ });
  await expect(saved).toHaveCount(3, { timeout: 60_000 });
  await expect(kept.getByText("Waiting", { exact: true })).toHaveCount(0);
  const third = await reloadOpenJob(page);
  const stored = await photoList(third, "Estimate photos");
  await expect(stored.getByRole("link", { name: /^Open/ })).toHaveCount(3);
  await expect(editDialog(page).getByText("Waiting")).toHaveCount(0);
});
