import { jobCard, seedJobs } from "./support/jobs";
import { signUp } from "./support/people";
import { takePhoto } from "./support/photos";
import { PHONE, expect, test } from "./support/test";
import { TOUCH } from "./support/touch";

test.use(TOUCH);

test("a card's camera adds a photo to the list of its visit", async ({ page, browser }) => {
  await page.setViewportSize(PHONE);
  await signUp(page);
  const at = await page.evaluate(() => new Date(2027, 5, 15, 10, 30).getTime());
  await seedJobs(
    page,
    ["Ivy Castellano", "Noor Haddad"].map((customer_name, index) => ({
      customer: { customer_name },
      job_address: "14821 Sycamore Ridge Road",
      job_estimate_date: at + index * 60_000,
    })),
  );
  await page.goto("/dashboard?date=2027-06-15");
  const card = jobCard(page, "Noor Haddad");
  await expect(card.locator("img")).toHaveCount(0);
  const [chooser] = await Promise.all([
    page.waitForEvent("filechooser"),
    card.getByRole("button", { name: "Take photo for estimate photos" }).click(),
  ]);
  const front = { name: "front.jpg", width: 640, height: 480 };
  await chooser.setFiles([await takePhoto(browser, front)]);
  await expect(page.getByText("1 photo added")).toBeVisible();
  await expect(card.locator("img")).toBeVisible();
  await expect(page.getByRole("article").locator("img")).toHaveCount(1);
});
