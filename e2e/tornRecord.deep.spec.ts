import type { Page } from "@playwright/test";
import { crewTest as test } from "./support/crewTest";
import { savedRows } from "./support/device";
import { Downspout } from "./support/downspout";
import { openJob, saveField } from "./support/jobs";
import { Line } from "./support/line";
import { Office } from "./support/office";
import { OWNER, signUpAs } from "./support/people";
import { Phone } from "./support/phone";
import { expect } from "./support/test";

async function openDay(page: Page) {
  await page.goto("/dashboard", { waitUntil: "commit" });
  await expect(page.getByRole("article").first()).toBeVisible();
}

/** A database of the page that nothing restores. */
const OTHER = "other";

async function addDatabase(page: Page) {
  await page.evaluate(
    (name) =>
      new Promise((resolve, reject) => {
        const request = indexedDB.open(name);
        request.addEventListener("success", () => resolve(null));
        request.addEventListener("error", reject);
      }),
    OTHER,
  );
  expect(await databases(page)).toContain(OTHER);
}

async function databases(page: Page) {
  return await page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name));
}

test("waiting changes and the day survive when the browser deletes its databases after a kill in the middle of a write", async () => {
  const server = await Downspout.start();
  const line = new Line(1);
  const phone = await Phone.make(line, await line.through(server.url));
  try {
    let page = await phone.start();
    await signUpAs(phone.context.request, OWNER);
    const office = await Office.open(phone.context, server.url);
    const id = await office.addJob("Ruth Okafor", Date.now());
    await openDay(page);
    await page.evaluate(async () => await navigator.serviceWorker.ready);
    await expect.poll(() => savedRows(page, "jobs")).toBe(1);
    await phone.close();
    page = await phone.start();
    await openDay(page);

    await line.become("AIRPLANE");
    let dialog = await openJob(page, "Ruth Okafor");
    await saveField(dialog, "Notes", "Gate code 4417.");
    await expect.poll(() => savedRows(page, "outbox")).toBe(1);
    await addDatabase(page);
    await phone.kill();
    await phone.tearRecord();

    // The log is still read, and written behind the half of a record.
    page = await phone.start();
    await openDay(page);
    dialog = await openJob(page, "Ruth Okafor");
    await saveField(dialog, "City", "Dover");
    await expect.poll(() => savedRows(page, "outbox")).toBe(2);
    await phone.close();

    // Now the browser finds the log corrupt and deletes the databases.
    page = await phone.start();
    await openDay(page);
    expect(await databases(page)).not.toContain(OTHER);
    await expect.poll(() => savedRows(page, "outbox")).toBe(2);
    await line.become("GOOD");
    const stored = () => office.query("jobs:get", { id });
    await expect.poll(stored).toMatchObject({ job_notes: "Gate code 4417.", job_city: "Dover" });
    await expect.poll(() => savedRows(page, "outbox")).toBe(0);
    await office.close();
  } finally {
    await phone.remove();
    await line.close();
    await server.remove();
  }
});
