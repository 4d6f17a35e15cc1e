import { jobCard, seedJobs } from "./support/jobs";
import { signUp } from "./support/people";
import { DESKTOP, expect, test } from "./support/test";
import { day, openWeek, visit } from "./support/week";

test.use({ timezoneId: "America/New_York", viewport: DESKTOP });

test("an install of three days stands on each of them, and is moved as a whole from its second", async ({
  page,
}) => {
  await page.clock.install({ time: new Date("2026-11-11T10:00:00-05:00") });
  await signUp(page);
  await seedJobs(page, [
    {
      customer: { customer_name: "Noor Haddad" },
      job_address: "14821 Sycamore Road",
      job_status: "install_scheduled",
      job_install_date: Date.parse("2026-11-10T08:00:00-05:00"),
      job_install_length: 57 * 60,
    },
    {
      customer: { customer_name: "Night Owl" },
      job_address: "72 Birch Street",
      job_status: "install_scheduled",
      job_install_date: Date.parse("2026-11-07T20:00:00-05:00"),
      job_install_length: 6 * 60,
    },
  ]);
  await page.goto("/dashboard");
  const card = jobCard(page, "Noor Haddad");
  await expect(card).toContainText("Day 2 of 3");
  await expect(card).toContainText("takes until Thu, Nov 12, 5 PM");
  await expect(page.getByText("No jobs scheduled")).toBeHidden();

  await page.goto("/calendar");
  await expect(
    page.getByRole("link", { name: /^Install, day 3 of 3: Noor Haddad/ }),
  ).toBeVisible();

  await page.goto("/calendar?view=week");
  await expect(day(page, "Sunday, November 8")).toContainText("Night Owl");
  const second = visit(page, "Install, day 2 of 3").first();
  await second.hover();
  await page.mouse.down();
  const column = (await day(page, "Friday, November 13").boundingBox())!;
  const middle = column.x + column.width / 2;
  await page.mouse.move(middle, column.y + 200, { steps: 8 });
  await page.mouse.move(middle, column.y + 204, { steps: 2 });
  await expect(page.getByText(/is over Friday, November 13/)).toBeAttached();
  await page.mouse.up();
  await expect(
    page.getByText("Noor Haddad. The whole visit of 3 days begins then"),
  ).toBeVisible();
  await expect(day(page, "Friday, November 13")).toContainText("2/3");
  await expect(day(page, "Thursday, November 12")).toContainText("8:00 AM");
  await page.getByRole("button", { name: "Undo" }).first().click();
  await expect(day(page, "Thursday, November 12")).toContainText("3/3");
});

test("the second day of an install counts it, and a move of that day leaves it where it is", async ({
  page,
}) => {
  await page.clock.install({ time: new Date("2026-11-11T07:00:00-05:00") });
  await signUp(page);
  await seedJobs(page, [
    {
      customer: { customer_name: "Noor Haddad" },
      job_address: "14821 Sycamore Road",
      job_status: "install_scheduled",
      job_install_date: Date.parse("2026-11-10T08:00:00-05:00"),
      job_install_length: 57 * 60,
    },
    {
      customer: { customer_name: "Olivia Hart" },
      job_address: "418 Maple Ridge Drive",
      job_estimate_date: Date.parse("2026-11-11T14:00:00-05:00"),
    },
  ]);
  await page.goto("/dashboard");
  await expect(
    page.getByRole("region", { name: "This day" }).getByRole("definition"),
  ).toHaveText(["2", "1", "1", "0"]);
  await page.getByRole("button", { name: "Plan the route" }).click();
  await expect(page.getByRole("checkbox", { name: /^(Day|2:00)/ })).toHaveCount(
    2,
  );
  const first = page.getByRole("checkbox", { name: "Day 2 of 3 Noor Haddad" });
  await expect(first).toBeChecked();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Move this day's visits" }).click();
  const dialog = page.getByRole("dialog", { name: "Move this day's visits" });
  await expect(dialog).toContainText(
    "Not moved, because it began on an earlier day: Noor Haddad (day 2 of 3).",
  );
  await dialog.getByRole("button", { name: "Move 1 visit" }).click();
  await expect(jobCard(page, "Olivia Hart")).toBeHidden();
  await expect(jobCard(page, "Noor Haddad")).toContainText("Day 2 of 3");
});

test("a mouse drags the lower edge of a visit to its end, Escape leaves it, and Undo takes it back", async ({
  page,
}) => {
  await openWeek(page);
  const link = visit(page, "Olivia Hart");
  const box = (await link.boundingBox())!;
  const edge = { x: box.x + box.width / 2, y: box.y + box.height };
  const hour = box.height;
  const drag = async () => {
    await page.mouse.move(edge.x, edge.y);
    await page.mouse.down();
    await page.mouse.move(edge.x, edge.y + hour, { steps: 4 });
    await page.mouse.move(edge.x, edge.y + 1.5 * hour, { steps: 4 });
    await expect(
      page.getByText("Olivia Hart: takes until 4:30 PM"),
    ).toBeAttached();
  };
  await drag();
  await page.keyboard.press("Escape");
  await page.mouse.up();
  await expect(link).toHaveAttribute("title", /2:00 PM: Olivia/);
  await drag();
  await page.mouse.up();
  await expect(link).toHaveAttribute("title", /takes until 4:30 PM: Olivia/);
  await expect(
    page.getByText("Takes until 4:30 PM", { exact: true }),
  ).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).first().click();
  await expect(link).toHaveAttribute("title", /2:00 PM: Olivia/);
});
