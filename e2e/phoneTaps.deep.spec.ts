import type { Page } from "@playwright/test";
import { cutSignal } from "./support/cutSignal";
import { readRows } from "./support/device";
import { closeDialog } from "./support/dialog";
import { jobCard, seedJobs } from "./support/jobs";
import { call } from "./support/office";
import { fillAccount, openFromMenu, signUp, TEAMMATE } from "./support/people";
import { takePhoto } from "./support/photos";
import { expect, NETWORK_ERRORS, test } from "./support/test";
import { TOUCH } from "./support/touch";

test.use({ ...TOUCH, expectedConsoleErrors: NETWORK_ERRORS });

const NAMES = ["Ruth Okafor", "Amir Haddad", "Noor Haddad", "Bob Stone", "Ann Ames"];
/** Not today, so that no visit is over at some hour. */
const DAY = "/dashboard?date=2027-06-15";
const SMALL = { name: "front.jpg", width: 640, height: 480 };

const nineOn = async (page: Page, day = 15) =>
  await page.evaluate((date) => new Date(2027, 5, date, 9).getTime(), day);

/** Five installs, an hour apart; the last one is also an estimate. */
async function openDay(page: Page) {
  await signUp(page);
  await page.goto("/");
  const nine = await nineOn(page);
  await seedJobs(
    page,
    NAMES.map((customer_name, index) => ({
      customer: { customer_name },
      job_address: `${index + 1} Birch Street`,
      job_city: "Troy",
      job_status: "lead",
      job_install_date: nine + index * 3_600_000,
      ...(index === 4 && { job_estimate_date: nine + 4 * 3_600_000 }),
    })),
  );
  await page.goto(DAY);
  await expect(page.getByRole("article")).toHaveCount(NAMES.length);
}

test("after a photo one tap takes the next one, and a day with both visits asks for the list", async ({
  page,
  browser,
}) => {
  await openDay(page);
  const photo = await takePhoto(browser, SMALL);
  const shoot = async (button: ReturnType<Page["getByRole"]>) => {
    const [chooser] = await Promise.all([page.waitForEvent("filechooser"), button.tap()]);
    await chooser.setFiles([photo]);
  };
  await shoot(
    jobCard(page, "Amir Haddad").getByRole("button", {
      name: "Take photo for install photos",
    }),
  );
  const bar = page.getByRole("region", { name: "Photos of Amir Haddad" });
  await expect(bar).toContainText("Install photos: 1 taken");
  await shoot(bar.getByRole("button", { name: "Take another" }));
  await shoot(bar.getByRole("button", { name: "Gallery" }));
  await expect(bar).toContainText("Install photos: 3 taken");
  await bar.getByRole("button", { name: "Done" }).tap();
  await expect(bar).toHaveCount(0);

  await jobCard(page, "Ann Ames").getByRole("button", { name: "Take photo", exact: true }).tap();
  const question = page.getByRole("region", { name: "Photos of Ann Ames" });
  await shoot(question.getByRole("button", { name: "Estimate photos" }));
  await expect(question).toContainText("Estimate photos: 1 taken");
  await expect
    .poll(async () => (await jobs(page)).map(countsOf).toSorted())
    .toEqual(["0 0", "0 0", "0 0", "0 3", "1 0"]);
});

test("one tap opens the day's route in legs, in the order that the person chose", async ({
  page,
  context,
}) => {
  await context.route("https://www.google.com/**", (route) =>
    route.fulfill({ body: "The maps app." }),
  );
  await openDay(page);
  const opened = async (tap: () => Promise<unknown>) => {
    const [popup] = await Promise.all([context.waitForEvent("page"), tap()]);
    const url = new URL(popup.url());
    await popup.close();
    expect(url.href).not.toMatch(/Okafor|Haddad|Stone|Ames/);
    const waypoints = url.searchParams.get("waypoints")?.split("|") ?? [];
    return [...waypoints, url.searchParams.get("destination")].join("; ");
  };
  const route = page.getByRole("link", {
    name: "Route: 5 stops in Google Maps",
  });
  await expect(route).toBeVisible();
  // The link alone: the plan is under it.
  await expect(page.getByText("Plan the route")).toHaveCount(0);
  expect(await opened(() => route.tap())).toBe(
    [1, 2, 3, 4].map((number) => `${number} Birch Street, Troy`).join("; "),
  );
  const dialog = page.getByRole("dialog", { name: "Route" });
  expect(await opened(() => dialog.getByRole("link", { name: "Open stop 5" }).tap())).toBe(
    "5 Birch Street, Troy",
  );

  await dialog.getByRole("button", { name: "Move Noor Haddad up" }).tap();
  await dialog.getByRole("checkbox", { name: /Ruth Okafor/ }).uncheck();
  await dialog.getByRole("button", { name: "Close" }).tap();
  const planned = page.getByRole("link", {
    name: "Route: 4 stops in Google Maps",
  });
  expect(await opened(() => planned.tap())).toBe(
    [3, 2, 4, 5].map((number) => `${number} Birch Street, Troy`).join("; "),
  );
});

test("the day marks what somebody else moved, canceled or added until the person has looked", async ({
  page,
  openWindow,
}) => {
  await openDay(page);
  const nine = await nineOn(page);
  const idOf = async (name: string) =>
    (await jobs(page)).find((job) => job.customer_name === name)!._id;
  const [ruth, amir, noor, bob] = await Promise.all(NAMES.slice(0, 4).map(idOf));
  const other = await joinAs(page, await openWindow());
  await page.goto(DAY);
  const summary = page.getByRole("region", { name: "What changed" });
  // The first look at the day marks nothing.
  await expect.poll(async () => await seenDays(page)).toBeGreaterThan(0);
  await expect(summary).toHaveCount(0);

  // The day does not mark what the same person changed on another device.
  await update(page, bob!, { job_install_date: nine + 3_660_000 });
  await expect(jobCard(page, "Bob Stone")).toContainText("10:01 AM");
  await update(other, ruth!, { job_install_date: await nineOn(page, 17) });
  await update(other, amir!, { job_install_date: nine + 7_260_000 });
  await update(other, noor!, { job_status: "cancelled" });
  await expect(summary).toContainText("3 changes since you looked");
  await expect(page.getByText("Ruth Okafor: moved to Thu by Marcus Bell")).toBeVisible();
  const moved = jobCard(page, "Amir Haddad");
  await expect(moved).toContainText("Moved from 10:00 AM by Marcus Bell");
  await expect(jobCard(page, "Noor Haddad")).toContainText("Cancelled by Marcus Bell");
  await expect(jobCard(page, "Bob Stone")).not.toContainText("Moved");

  // The mark of a card that was opened goes, and stays away after a reload.
  await moved.getByRole("button", { name: "Amir Haddad" }).tap();
  await closeDialog(page.getByRole("dialog", { name: "Edit Job" }));
  await page.reload();
  await expect(summary).toContainText("2 changes since you looked");
  await expect(moved).not.toContainText("Moved");
  await summary.getByRole("button", { name: "Seen" }).tap();
  await expect(summary).toHaveCount(0);
  await expect(page.getByText("Ruth Okafor: moved")).toHaveCount(0);
});

test("a phone that had no signal all morning marks the day from its copy, and says who once there is signal", async ({
  page,
  openWindow,
}) => {
  await signUp(page);
  await page.goto("/dashboard");
  const today = await page.evaluate(() => new Date().setHours(23, 0, 0, 0));
  await seedJobs(
    page,
    NAMES.slice(0, 3).map((customer_name, index) => ({
      customer: { customer_name },
      job_address: `${index + 1} Birch Street`,
      job_estimate_date: today + index * 600_000,
    })),
  );
  await expect(page.getByRole("article")).toHaveCount(3);
  const rows = await jobs(page);
  const other = await joinAs(page, await openWindow());
  const change = async (name: string, args: Parameters<typeof update>[2]) =>
    await update(other, rows.find((row) => row.customer_name === name)!._id, args);
  await page.goto("/dashboard");
  await expect.poll(async () => await seenDays(page)).toBe(1);

  // The phone copies the day that the job has gone to, before the signal is lost.
  const inTwoDays = await page.evaluate((time) => {
    const date = new Date(time);
    date.setDate(date.getDate() + 2);
    return date.getTime();
  }, today);
  await change("Ruth Okafor", { job_estimate_date: inTwoDays });
  await expect
    .poll(async () =>
      (await readRows<Record<string, unknown>>(page, "jobs")).some(
        (job) => job.job_estimate_date === inTwoDays,
      ),
    )
    .toBe(true);
  const line = await cutSignal(page);
  await page.reload();
  const weekday = await page.evaluate(
    (time) => new Date(time).toLocaleDateString("en-US", { weekday: "short" }),
    inTwoDays,
  );
  await expect(page.getByText(`Ruth Okafor: moved to ${weekday}`, { exact: true })).toBeVisible();
  const summary = page.getByRole("region", { name: "What changed" });
  await expect(summary).toContainText("1 change since you looked");

  // The office goes on meanwhile.
  await change("Amir Haddad", { job_estimate_date: today + 300_000 });
  await change("Noor Haddad", { job_status: "cancelled" });
  line.isCut = false;
  await expect(summary).toContainText("3 changes since you looked");
  await expect(page.getByText(`Ruth Okafor: moved to ${weekday} by Marcus Bell`)).toBeVisible();
  await expect(jobCard(page, "Amir Haddad")).toContainText("Moved from 11:10 PM by Marcus Bell");
  await expect(jobCard(page, "Noor Haddad")).toContainText("Cancelled by Marcus Bell");
});

/** Signs the window in as a teammate of the page's person. */
async function joinAs(page: Page, window: Page): Promise<Page> {
  const team = await openFromMenu(page, "Team");
  await team.getByRole("button", { name: "Invite a teammate" }).click();
  const link = page.getByLabel("Invitation link");
  await expect(link).toBeFocused();
  await window.goto(await link.inputValue());
  await fillAccount(window, {
    ...TEAMMATE,
    email: `marcus-${test.info().testId}@reyesgutters.test`,
  });
  return window;
}

/** How many days this device has noted as seen. */
async function seenDays(page: Page): Promise<number> {
  const facts = await readRows<{ name: string; value: unknown }>(page, "facts");
  const days = facts.find(({ name }) => name === "seen")?.value;
  return Array.isArray(days) ? days.length : 0;
}

interface JobRow {
  readonly _id: string;
  readonly customer_name: string;
  readonly job_photo_estimate: readonly string[];
  readonly job_photo_install: readonly string[];
}

const countsOf = (job: JobRow) =>
  `${job.job_photo_estimate.length} ${job.job_photo_install.length}`;

async function jobs(page: Page): Promise<JobRow[]> {
  const path = "jobs:getAll";
  return (await call(page.request, "query", { path, args: {} })) as JobRow[];
}

async function update(page: Page, id: string, args: Record<string, number | string>) {
  const path = "jobs:update";
  await call(page.request, "mutation", { path, args: { id, ...args } });
}
