import { randomUUID } from "node:crypto";
import type { Locator, Page } from "@playwright/test";
import { expectAccessible } from "./support/accessibility";
import { cutSignal } from "./support/cutSignal";
import { expectClosed } from "./support/dialog";
import { editDialog, jobCard, openDay, openJob } from "./support/jobs";
import { call } from "./support/office";
import { partIsLoaded } from "./support/pageParts";
import { seedDefaults } from "./support/stock";
import { expect, NETWORK_ERRORS, test } from "./support/test";
import { expectTouchTargets, TOUCH } from "./support/touch";

test.use({ ...TOUCH, expectedConsoleErrors: NETWORK_ERRORS });

interface Line {
  readonly name: string;
  readonly size?: string;
  readonly colorNumber?: string;
  readonly quantity: number;
  readonly price?: number;
}

async function jobs(page: Page) {
  const all = { path: "jobs:getAll", args: {} };
  return (await call(page.request, "query", all)) as readonly {
    readonly _id: string;
    readonly jobs_price?: number;
  }[];
}

/** Counts what a finger does. The keyboard's Enter is a tap too; letters are typed or spoken. */
class Taps {
  count = 0;

  async on(target: Locator) {
    this.count += 1;
    await target.tap();
  }

  async enter(field: Locator, text: string) {
    this.count += 1;
    await field.pressSequentially(text);
    await field.press("Enter");
  }
}

test("a crew lead without signal prices a job in ten taps, and the office has its rows and its price later", async ({
  page,
}) => {
  await openDay(page);
  await seedDefaults(page);
  const line = await cutSignal(page);
  line.isCut = false;
  await page.goto("/dashboard");
  const taps = new Taps();
  // With signal: then its items, prices and rows are on the page.
  await taps.on(jobCard(page, "Ruth Okafor").getByRole("button", { name: "Ruth Okafor" }));
  const dialog = editDialog(page);
  const added = dialog.getByLabel("Add a row");
  await expect(added).toBeVisible();
  // The copy of the device may be older than the catalogue.
  await expect(dialog.getByText(/^Prices from/)).toBeHidden();
  await partIsLoaded(page, "ConnectionNotice");
  line.isCut = true;
  await page.context().setOffline(true);
  await expect(dialog.getByText("Offline").first()).toBeVisible();

  await taps.on(added);
  await taps.enter(added, "120 ft of 6 inch gutter");
  await taps.on(dialog.getByRole("button", { name: /^Seamless K-Style Gutter, 6 in/ }));
  await taps.enter(added, "4 strip miters");
  await taps.enter(added, "2 end caps");
  const color = dialog.getByLabel("Color of the rows");
  await taps.on(color);
  await color.fill("white");
  const options = page.getByRole("listbox").getByRole("option");
  await expect(options).toHaveCount(2);
  await taps.on(options.filter({ hasText: "80 Degree White" }));
  await expect(dialog.getByText("$1,144.70", { exact: true })).toBeVisible();
  await taps.on(dialog.getByRole("button", { name: "Use $1,144.70" }));
  await expect(dialog.getByLabel("Price", { exact: true })).toHaveValue("1144.70");
  await taps.on(dialog.getByRole("button", { name: "Close" }));
  await expectClosed(dialog);
  expect(taps.count).toBeLessThanOrEqual(10);

  line.isCut = false;
  await page.context().setOffline(false);
  await expect.poll(async () => (await jobs(page))[0]?.jobs_price).toBe(1144.7);
  const [{ _id: id } = { _id: "" }] = await jobs(page);
  const rows = (await call(page.request, "query", {
    path: "lines:ofJob",
    args: { id },
  })) as Line[];
  const white = { size: "6", colorNumber: "002" };
  expect(
    rows
      .toSorted((a, b) => b.quantity - a.quantity)
      .map(({ name, size, colorNumber, quantity, price }) => ({
        ...{ name, size, colorNumber, quantity, price },
      })),
  ).toEqual([
    { name: "Seamless K-Style Gutter", ...white, quantity: 120, price: 9.25 },
    { name: "Strip Miter", ...white, quantity: 4, price: 7.8 },
    { name: "End Cap", ...white, quantity: 2, price: 1.75 },
  ]);
});

/** A day whose job has one row, at a price that is not the one of today. Returns the id of the job. */
async function openDayWithRow(page: Page) {
  await openDay(page);
  await seedDefaults(page);
  const [{ _id: id } = { _id: "" }] = await jobs(page);
  const row = {
    ...{ clientKey: randomUUID(), name: "Strip Miter", order: "i" },
    ...{ unit: "piece", size: "6", quantity: 4, price: 6.1 },
  };
  const args = { id, lines: [row] };
  await call(page.request, "mutation", { path: "lines:add", args });
  return id;
}

test("an open row, the readings of a typed row and newer prices are accessible, and fit a finger", async ({
  page,
}) => {
  await openDayWithRow(page);
  await page.goto("/dashboard");
  const dialog = await openJob(page, "Ruth Okafor");
  await dialog.getByRole("button", { name: /^Strip Miter/ }).tap();
  await dialog.getByRole("button", { name: "Update prices" }).tap();
  await dialog.getByLabel("Add a row").fill("gutter");
  await dialog.getByLabel("Add a row").press("Enter");
  await expect(dialog.getByText("or type more words")).toBeVisible();
  await expectAccessible(page, "the materials of a job");
  await expectTouchTargets(page, "the materials of a job", "[data-lines]");
});

test("a job that is booked again without signal brings its rows at the prices of today", async ({
  page,
}) => {
  const id = await openDayWithRow(page);
  const line = await cutSignal(page);
  line.isCut = false;
  await page.goto("/dashboard");
  const dialog = await openJob(page, "Ruth Okafor");
  await expect(dialog.getByRole("button", { name: /^Strip Miter/ })).toBeVisible();
  line.isCut = true;
  await page.context().setOffline(true);
  await expect(page.getByText(/^Offline/).first()).toBeVisible();
  await dialog.getByRole("button", { name: "Book again" }).tap();
  const create = page.getByRole("dialog", { name: "Create Job" });
  await expect(create.getByText("1 row of materials comes along")).toBeVisible();
  await create.getByRole("button", { name: "Save Job" }).tap();
  await expectClosed(create);

  line.isCut = false;
  await page.context().setOffline(false);
  const booked = async () => (await jobs(page)).find((job) => job._id !== id)?._id;
  await expect.poll(booked).toBeDefined();
  const linesOfBooked = async () =>
    (await call(page.request, "query", {
      path: "lines:ofJob",
      args: { id: await booked() },
    })) as Line[];
  await expect
    .poll(async () =>
      (await linesOfBooked()).map(({ name, quantity, price }) => ({
        ...{ name, quantity, price },
      })),
    )
    .toEqual([{ name: "Strip Miter", quantity: 4, price: 7.8 }]);
});
