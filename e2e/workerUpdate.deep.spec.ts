import type { Page } from "@playwright/test";
import { partsAreLoaded } from "./support/pageParts";
import { createFirstAccount } from "./support/people";
import { Phone } from "./support/phone";
import { nextVersionWaits, releaseOf, workerIsReady } from "./support/release";
import { releaseLineTest as test } from "./support/releaseTest";
import { expect, NETWORK_ERRORS } from "./support/test";

test.use({
  serviceWorkers: "allow",
  expectedConsoleErrors: new RegExp(`${NETWORK_ERRORS.source}|QuotaExceeded|Quota exceeded`),
});

/** From the home page, whose script does not contain the screen of the jobs. */
async function openJobs(page: Page) {
  await page.getByRole("main").getByRole("link", { name: "Jobs" }).click();
  await expect(jobSearch(page)).toBeVisible();
}

function jobSearch(page: Page) {
  return page.getByRole("searchbox", { name: "Search jobs" });
}

/** Until the files of the next version are on their way. */
async function beginUpdate(page: Page) {
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    const isFound = new Promise((resolve) =>
      registration.addEventListener("updatefound", resolve, { once: true }),
    );
    if (registration.installing !== null) return;
    // Resolves late if the page has just begun an update by itself.
    void registration.update();
    await isFound;
  });
}

function updateState(page: Page) {
  return page.evaluate(async () => {
    const { installing, waiting } = await navigator.serviceWorker.ready;
    return { isInstalling: installing !== null, isWaiting: waiting !== null };
  });
}

/**
 * Begins to install the next version, and waits until its worker is waiting or has been discarded.
 */
async function tryUpdate(page: Page) {
  return await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    await registration.update();
    const { installing } = registration;
    if (installing === null) throw new Error("There is no new version.");
    return await new Promise((resolve) =>
      installing.addEventListener("statechange", () => resolve(installing.state)),
    );
  });
}

/** Gives the page's origin `bytes` of storage beyond what it uses: 0 is a full disk. */
async function limitStorage(page: Page, bytes: number) {
  const session = await page.context().newCDPSession(page);
  const { origin } = new URL(page.url());
  const { usage } = await session.send("Storage.getUsageAndQuota", { origin });
  await session.send("Storage.overrideQuotaForOrigin", { origin, quotaSize: usage + bytes });
  return async () => {
    await session.send("Storage.overrideQuotaForOrigin", { origin });
  };
}

test("one of two open pages takes the new version, and the other opens a screen that it never showed", async ({
  page,
  context,
  downspout,
  nextRelease,
}) => {
  await createFirstAccount(page);
  await workerIsReady(page);
  const other = await context.newPage();
  await other.goto("/dashboard");
  await expect(other.getByRole("navigation")).toBeVisible();
  await downspout.update(nextRelease.program);
  await nextVersionWaits(other);

  await other.getByRole("button", { name: "Reload" }).click();
  await expect(other.locator("html")).toHaveAttribute("data-release", "next");
  await openJobs(page);
  expect(await releaseOf(page)).toBe(null);
});

test("a phone that is killed while it updates opens the old version without signal, and updates later", async ({
  downspout,
  line,
  baseURL,
  nextRelease,
}) => {
  const phone = await Phone.make(line, baseURL!);
  try {
    const first = await phone.start();
    await createFirstAccount(first);
    await workerIsReady(first);
    // Writes the cookies, which a kill could lose.
    await phone.close();
    const page = await phone.start();
    await page.goto("/");
    await workerIsReady(page);
    await line.become("SLOW");
    await downspout.update(nextRelease.program);
    await beginUpdate(page);
    await line.become("DEAD");
    expect(await updateState(page)).toEqual({ isInstalling: true, isWaiting: false });
    await phone.kill();

    await line.become("REFUSED");
    const later = await phone.start();
    await later.goto("/");
    await openJobs(later);
    expect(await releaseOf(later)).toBe(null);
    await line.become("GOOD");
    await nextVersionWaits(later);
    await later.getByRole("button", { name: "Reload" }).click();
    await expect(later.locator("html")).toHaveAttribute("data-release", "next");
    await expect(jobSearch(later)).toBeVisible();
    expect(phone.errors).toEqual([]);
  } finally {
    await phone.remove();
  }
});

test("a full disk keeps the old version, which still opens without signal, until there is space", async ({
  page,
  downspout,
  line,
  nextRelease,
}) => {
  await createFirstAccount(page);
  await workerIsReady(page);
  await partsAreLoaded(page);
  await downspout.update(nextRelease.program);
  const makeSpace = await limitStorage(page, 0);
  expect(await tryUpdate(page)).toBe("redundant");

  await line.become("REFUSED");
  await page.reload();
  await expect(page.getByRole("navigation")).toBeVisible();
  expect(await releaseOf(page)).toBe(null);
  await line.become("GOOD");
  await makeSpace();
  expect(await tryUpdate(page)).toBe("installed");
});

test("a page whose disk is full from the first visit works with signal", async ({ page }) => {
  await page.goto("/");
  const makeSpace = await limitStorage(page, 0);
  await createFirstAccount(page);
  await partsAreLoaded(page);
  await openJobs(page);
  expect(await page.evaluate(() => navigator.serviceWorker.controller)).toBe(null);

  await makeSpace();
  await page.reload();
  await workerIsReady(page);
});
