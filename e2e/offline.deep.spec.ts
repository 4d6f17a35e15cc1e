import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { closeDialog } from "./support/dialog";
import type { Downspout } from "./support/downspout";
import { partsAreLoaded } from "./support/pageParts";
import { createFirstAccount } from "./support/people";
import { nextVersionWaits, type Release, releaseOf, workerIsReady } from "./support/release";
import { releaseTest as test } from "./support/releaseTest";
import { expect } from "./support/test";

test.use({
  serviceWorkers: "allow",
  // While the server is down, the browser logs each refused connection.
  expectedConsoleErrors:
    /ERR_CONNECTION_REFUSED|ERR_INTERNET_DISCONNECTED|ERR_FAILED|WebSocket|status of 404|could not be loaded|dynamically imported|Failed to (load|fetch)|failed to fetch/,
});

const OFFER = "A new version is ready";

/**
 * Until the page is connected to the next release. A part that fails while the server is stopped
 * fails until a reload, with every screen that imports it: none may be on its way.
 */
async function updateUnder(page: Page, downspout: Downspout, { program }: Release) {
  await partsAreLoaded(page);
  // Attempts fail until the server listens.
  const isBack = new Promise<void>((resolve) =>
    page.on("websocket", (socket) => socket.on("framereceived", () => resolve())),
  );
  await downspout.update(program);
  await isBack;
}

test("the page opens without a connection after one visit", async ({
  page,
  context,
  downspout,
}) => {
  await createFirstAccount(page);
  await workerIsReady(page);
  await downspout.kill();
  await context.setOffline(true);
  await page.close();

  const later = await context.newPage();
  await later.goto("/dashboard");
  const bar = later.getByRole("navigation", { name: "Main" });
  await expect(bar).toBeVisible();
  // Set by theme.js, which is in the cache too.
  await expect(later.locator("html")).toHaveClass(/dark/);
  // A screen that was never opened.
  await bar.getByRole("link", { name: "Calendar" }).click();
  await expect(later).toHaveURL(/\/calendar/);
  await expect(later.getByText("Something went wrong!")).toBeHidden();
});

test("calls to the server are never answered from the cache", async ({ page, downspout }) => {
  await createFirstAccount(page);
  await workerIsReady(page);
  await page.reload();
  const answers = () =>
    page.evaluate(async () => {
      const paths = ["/api/health", "/api/auth/token", "/?version"];
      const answered = await Promise.allSettled(paths.map((path) => fetch(path)));
      return answered.map(({ status }) => status);
    });
  const all = (status: string) => [status, status, status];
  expect(await answers()).toEqual(all("fulfilled"));
  await downspout.kill();
  expect(await answers()).toEqual(all("rejected"));
  const page404 = await page.goto("/api/nothing").catch(() => null);
  expect(page404).toBe(null);
});

test("an open page works on after an update, and offers the new version", async ({
  page,
  downspout,
  nextRelease,
}) => {
  await createFirstAccount(page);
  await workerIsReady(page);
  await downspout.update(nextRelease.program);
  await nextVersionWaits(page);
  await expect(page.getByText(OFFER)).toBeVisible();
  await page.getByRole("main").getByRole("link", { name: "Jobs" }).click();
  await expect(page.getByText("No jobs yet.", { exact: false })).toBeVisible();
  expect(await releaseOf(page)).toBe(null);

  await page.getByRole("button", { name: "Reload" }).click();
  await expect(page.locator("html")).toHaveAttribute("data-release", "next");
  await expect(page.getByText("No jobs yet.", { exact: false })).toBeVisible();
  await expect(page.getByText(OFFER)).toBeHidden();
});

test("Reload keeps what is typed in an open dialog", async ({ page, downspout, nextRelease }) => {
  await createFirstAccount(page);
  await page.goto("/dashboard");
  await workerIsReady(page);
  await downspout.update(nextRelease.program);
  await nextVersionWaits(page);
  await page.getByRole("button", { name: "Add job" }).click();
  await page.getByLabel("Customer").fill("Ruth Okafor");
  await page.getByRole("button", { name: "Reload" }).click();
  await expect(page.locator("html")).toHaveAttribute("data-release", "next");
  // Its address opens the dialog again.
  await page.getByRole("button", { name: /^Continue the job/ }).click();
  await expect(page.getByLabel("Customer")).toHaveValue("Ruth Okafor");
});

test("Reload waits while a dialog may hold text that is stored nowhere", async ({
  page,
  downspout,
  nextRelease,
}) => {
  await createFirstAccount(page);
  await page.goto("/dashboard");
  await workerIsReady(page);
  await downspout.update(nextRelease.program);
  await nextVersionWaits(page);
  await page.getByRole("button", { name: "Add job" }).click();
  await expect(page.getByLabel("Customer")).toBeVisible();
  await page.getByRole("button", { name: "Reload" }).click();
  await expect(page.getByText("Save or close what you are editing, then reload.")).toBeVisible();
  expect(await releaseOf(page)).toBe(null);
});

test("the new version is used at the next start, unless another page is open", async ({
  page,
  context,
  downspout,
  nextRelease,
}) => {
  await createFirstAccount(page);
  await workerIsReady(page);
  await downspout.update(nextRelease.program);
  await nextVersionWaits(page);

  const second = await context.newPage();
  await second.goto("/dashboard");
  await expect(second.getByRole("navigation")).toBeVisible();
  expect(await releaseOf(second)).toBe(null);

  await second.close();
  await page.close();
  // The browser activates the waiting worker some time after its last page is gone, so each look waits longer.
  await expect(async () => {
    const next = await context.newPage();
    await next.goto("/dashboard");
    await expect(next.getByRole("navigation")).toBeVisible();
    const release = await releaseOf(next);
    await next.close();
    expect(release).toBe("next");
  }).toPass({ intervals: [500, 1_000, 2_000, 5_000, 10_000, 20_000] });
});

test.describe("without a service worker", () => {
  test.use({ serviceWorkers: "block" });

  test("a page of the previous release still loads its parts", async ({
    page,
    downspout,
    nextRelease,
  }) => {
    await createFirstAccount(page);
    await updateUnder(page, downspout, nextRelease);
    await page.getByRole("main").getByRole("link", { name: "Jobs" }).click();
    await expect(page.getByText("No jobs yet.", { exact: false })).toBeVisible();
    expect(await releaseOf(page)).toBe(null);
  });

  test("a page of the previous release opens every screen, or offers the new version", async ({
    page,
    downspout,
    nextRelease,
  }) => {
    await createFirstAccount(page);
    await updateUnder(page, downspout, nextRelease);
    const cards = page.getByRole("list", { name: "Sections" });
    const sections = cards.getByRole("link");
    await expect(sections).toHaveCount(8);
    const heading = page.getByRole("main").getByRole("heading", { level: 1 });
    const panel = page.getByRole("main").getByRole("alert");
    for (let index = 0; index < 8; index++) {
      const path = (await sections.nth(index).getAttribute("href")) ?? "";
      await sections.nth(index).click();
      await expect(page).toHaveURL(path);
      await expect(page.getByText("Choose a section")).toBeHidden();
      await expect(heading.or(panel).first()).toBeVisible();
      // What was asked for during the restart fails until a reload.
      if (await panel.isVisible()) {
        await expect(panel).toContainText(OFFER);
        await panel.getByRole("button", { name: "Reload" }).click();
        await expect(heading.first()).toBeVisible();
      }
      await expect(panel).toBeHidden();
      await page.goBack();
      await expect(page.getByText("Choose a section")).toBeVisible();
    }
  });

  test("a screen that was asked for during the update comes with the new version", async ({
    page,
    downspout,
    nextRelease,
  }) => {
    await createFirstAccount(page);
    await partsAreLoaded(page);
    await downspout.kill();
    await page.getByRole("main").getByRole("link", { name: "Jobs" }).click();
    const panel = page.getByRole("main").getByRole("alert");
    await expect(panel).toContainText("the server does not answer");
    await expect(panel).not.toContainText("Check the connection");
    await downspout.update(nextRelease.program);
    // The Convex client pauses up to 24 s before it reconnects. Then the page reloads.
    await expect(page.getByText("No jobs yet.", { exact: false })).toBeVisible({
      timeout: 90_000,
    });
    expect(await releaseOf(page)).toBe("next");
  });

  test("a part that the server no longer has says so, and a reload brings the new version", async ({
    page,
    downspout,
    nextRelease,
  }) => {
    await createFirstAccount(page);
    await rm(join(downspout.dataDir, "releases"), { recursive: true });
    await updateUnder(page, downspout, nextRelease);
    await page.getByRole("main").getByRole("link", { name: "Jobs" }).click();
    const panel = page.getByRole("main").getByRole("alert");
    await expect(panel).toContainText(OFFER);
    await expect(panel.getByRole("button")).toHaveText(["Reload"]);
    await panel.getByRole("button").click();
    await expect(page.getByText("No jobs yet.", { exact: false })).toBeVisible();
    expect(await releaseOf(page)).toBe("next");
  });

  test("a dialog that cannot be loaded says so in its place, and is loaded by a retry", async ({
    page,
  }) => {
    await createFirstAccount(page);
    await page.route("**/assets/JobDialog-*", (route) => route.abort());
    await page.goto("/dashboard");
    const add = page.getByRole("button", { name: "Add job" });
    await add.click();
    const failure = page.getByRole("dialog", { name: "Not loaded" });
    await expect(failure).toContainText("could not be loaded. Try again.");
    await expect(page.getByText("No jobs scheduled for this day.")).toBeVisible();
    await closeDialog(failure);

    await add.click();
    await expect(failure).toBeVisible();
    await page.unroute("**/assets/JobDialog-*");
    await failure.getByRole("button", { name: "Try again" }).click();
    // Chromium remembers the failed import until a reload, which Try again does.
    await expect(failure).toBeHidden();
    const dialog = page.getByRole("dialog", { name: "Create Job" });
    await expect(async () => {
      if (!(await dialog.isVisible())) await add.click({ timeout: 2000 });
      await expect(dialog).toBeVisible({ timeout: 5000 });
    }).toPass();
  });
});
