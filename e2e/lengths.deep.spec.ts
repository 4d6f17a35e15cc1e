import { closeDialog } from "./support/dialog";
import { jobCard } from "./support/jobs";
import { call } from "./support/office";
import { signUp } from "./support/people";
import { DESKTOP, expect, PHONE, test } from "./support/test";

test.use({ viewport: DESKTOP });

test("an office types how long an install takes, takes it as a window and back, and sees it on the card and in the week", async ({
  page,
}) => {
  await signUp(page);
  await call(page.request, "mutation", {
    path: "jobs:create",
    args: {
      customer: { customer_name: "Noor Haddad" },
      job_address: "14821 Sycamore Road",
      job_status: "approved",
      job_install_date: await page.evaluate(() => new Date(2027, 5, 15, 8).getTime()),
    },
  });
  await page.goto("/dashboard?date=2027-06-15");
  await jobCard(page, "Noor Haddad").getByRole("button").first().click();
  const dialog = page.getByRole("dialog");
  const span = dialog.getByLabel("Install length or window");
  await span.fill("8-4");
  await expect(dialog.getByText("Takes until 4 PM")).toBeVisible();
  await span.press("Alt+Enter");
  await expect(span).toHaveValue("arrives 8 AM to 4 PM");
  await dialog.getByRole("button", { name: "Takes until 4 PM instead" }).click();
  await expect(span).toHaveValue("takes until 4 PM");
  await closeDialog(dialog);
  await expect(jobCard(page, "Noor Haddad")).toContainText("takes until 4 PM");
  await page.goto("/calendar?view=week&date=2027-06-15");
  await expect(page.getByTitle("Install, 8:00 AM, takes until 4 PM: Noor Haddad")).toBeVisible();
});

test("a phone's card says the whole crew and window of a visit, and has room for them before", async ({
  page,
}) => {
  await signUp(page);
  for (const [customer_name, job_address, job_city] of [
    ["Noor Haddad", "2604 Harvest Moon Dr", "Westerville, OH 43081"],
    ["Ruth Vale", "4 Elm St", "Troy"],
  ])
    await call(page.request, "mutation", {
      path: "jobs:create",
      args: {
        ...{ customer: { customer_name }, job_address, job_city },
        ...{ job_estimate_crew: "Blue crew", job_estimate_window: 120 },
        job_estimate_date: await page.evaluate(() => new Date(2027, 5, 15, 10).getTime()),
      },
    });
  await page.setViewportSize(PHONE);
  await page.goto("/dashboard?date=2027-06-15");
  const placeOf = (name: string) => jobCard(page, name).locator("[data-place]");
  const long = placeOf("Noor Haddad");
  await expect(long).toContainText("Blue crew · arrives 10 AM to 12 PM");
  await expect.poll(() => long.evaluate((text) => text.scrollHeight - text.clientHeight)).toBe(0);
  // The text of a crew is loaded after the card, and would move the cards below one that has no room for it.
  const heights = [long, placeOf("Ruth Vale")].map((place) =>
    place.evaluate((text) => text.clientHeight),
  );
  const [ofLong, ofShort] = await Promise.all(heights);
  expect(ofShort).toBe(ofLong);
});
