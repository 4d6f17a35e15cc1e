import { expectClosed } from "./support/dialog";
import {
  addPhotos,
  editDialog,
  fillJob,
  jobCard,
  openJob,
  openNewJob,
  instantToday,
  photoList,
  seedJobs,
  todayAt,
} from "./support/jobs";
import { signInElsewhere, signUp } from "./support/people";
import { takePhoto } from "./support/photos";
import { DESKTOP, PHONE, expect, test } from "./support/test";

// Spec 0.2
test("a job with photos added on a phone shows on another screen without a reload", async ({
  page,
  browser,
  openWindow,
}) => {
  await page.setViewportSize(PHONE);
  await signUp(page);
  const office = await openWindow(DESKTOP);
  await signInElsewhere(office);
  await office.goto("/dashboard");
  await expect(office.getByText("No jobs scheduled for this day.")).toBeVisible();

  await page.goto("/dashboard");
  const dialog = await openNewJob(page);
  await fillJob(dialog, {
    customer: "Olivia Hart",
    address: "418 Maple Ridge Drive",
    estimate: await todayAt(page, "14:00"),
  });
  await dialog.getByLabel("Phone").fill("614.555.0137");
  await addPhotos(await photoList(dialog, "Estimate photos"), [
    await takePhoto(browser, { name: "front.jpg", width: 640, height: 480 }),
    await takePhoto(browser, {
      name: "rear.jpg",
      // Larger than what is stored.
      width: 2400,
      height: 1800,
      orientation: 6,
    }),
  ]);
  await expect(dialog.getByRole("img", { name: "front.jpg" })).toBeVisible();
  await expect(dialog.getByRole("img", { name: "rear.jpg" })).toBeVisible();
  await dialog.getByRole("button", { name: "Save Job" }).click();
  await expectClosed(dialog);

  for (const screen of [page, office]) {
    const card = jobCard(screen, "Olivia Hart");
    await expect(card).toBeVisible();
    await expect(card).toContainText("Estimate Scheduled");
    await expect(card).toContainText("2:00 PM");
    await expectPhoto(card);
  }
  expect(await office.evaluate(() => performance.getEntriesByType("navigation").length)).toBe(1);

  const opened = await openJob(office, "Olivia Hart");
  const photos = await photoList(opened, "Estimate photos");
  await expect(photos.getByRole("img")).toHaveCount(2);
});

// Spec 1.3
test("an edit shows 'Saved' in its window, and the new value in the other window", async ({
  page,
  openWindow,
}) => {
  await signUp(page);
  await seedJobs(page, [
    {
      customer: { customer_name: "Sam Whitfield" },
      job_address: "9 Quarry Lane",
      job_install_date: await instantToday(page, "08:30"),
    },
  ]);
  await page.goto("/dashboard");
  const crew = await openWindow(PHONE);
  await signInElsewhere(crew);
  await crew.goto("/dashboard");
  await expect(jobCard(crew, "Sam Whitfield")).toContainText("Install Scheduled");
  await openJob(crew, "Sam Whitfield");

  const address = (await openJob(page, "Sam Whitfield")).getByLabel("Address", {
    exact: true,
  });
  await address.fill("11 Quarry Lane");
  await address.press("Tab");
  await expect(page.getByRole("listitem").filter({ hasText: /^Saved/ })).toContainText("Address");

  await expect(editDialog(crew).getByLabel("Address", { exact: true })).toHaveValue(
    "11 Quarry Lane",
  );
});

/** The card's photo is visible and decoded. */
async function expectPhoto(card: ReturnType<typeof jobCard>) {
  const photo = card.locator("img");
  await expect(photo).toBeVisible();
  await expect
    .poll(() => photo.evaluate((image) => (image as HTMLImageElement).naturalWidth))
    .toBeGreaterThan(0);
}
