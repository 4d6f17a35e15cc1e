import type { Page } from "@playwright/test";
import { cutSignal } from "./support/cutSignal";
import { holdStore, readRows, savedRows } from "./support/device";
import { jobCard } from "./support/jobs";
import { openVisits } from "./support/messages";
import { expect, NETWORK_ERRORS, PHONE, test } from "./support/test";
import { TOUCH } from "./support/touch";

test.use({ ...TOUCH, expectedConsoleErrors: NETWORK_ERRORS });

const MARK = "Mark Estimate Delivered";
const NOT_STORED = /1 edit waiting \(not stored on this phone yet\)/;

const markOf = (page: Page) => jobCard(page, "Ruth Okafor").getByRole("button", { name: MARK });

/** Taps the button. Resolves to whether it is there when the frame after the tap is painted. */
async function isThereAfterTap(page: Page): Promise<boolean> {
  return await markOf(page).evaluate(async (button) => {
    (button as HTMLElement).click();
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    await frame();
    await frame();
    return button.isConnected;
  });
}

test("a tap without signal shows in the next frame while the device's store is held, says that it is not stored, and is stored after that", async ({
  page,
}) => {
  await openVisits(page);
  await expect.poll(() => savedRows(page, "jobs")).toBe(2);
  const line = await cutSignal(page);
  await page.reload();
  await expect(page.getByText(/^Offline\. Saved copy from/)).toBeVisible();
  await expect(markOf(page)).toBeVisible();
  const release = await holdStore(page);
  expect(await isThereAfterTap(page)).toBe(false);
  await expect(page.getByText(NOT_STORED)).toBeVisible();
  await release();
  await expect.poll(() => savedRows(page, "outbox")).toBe(1);
  await expect(page.getByText(NOT_STORED)).toHaveCount(0);
  await expect(page.getByText(/1 edit waiting/)).toBeVisible();
  line.isCut = false;
  await expect.poll(() => savedRows(page, "outbox"), { timeout: 30_000 }).toBe(0);
  await expect(markOf(page)).toHaveCount(0);
});

test("a tap with signal is sent while the device's store is held, and leaves no row", async ({
  page,
}) => {
  const sent: string[] = [];
  page.on("websocket", (socket) =>
    socket.on("framesent", ({ payload }) => sent.push(String(payload))),
  );
  await openVisits(page);
  await expect(markOf(page)).toBeVisible();
  await expect.poll(() => savedRows(page, "jobs")).toBe(2);
  const release = await holdStore(page);
  expect(await isThereAfterTap(page)).toBe(false);
  await expect.poll(() => sent.filter((text) => text.includes("estimate_sent")).length).toBe(1);
  await release();
  await expect.poll(() => readRows(page, "outbox")).toEqual([]);
  await page.reload();
  await expect(jobCard(page, "Ruth Okafor")).toBeVisible();
  await expect(markOf(page)).toHaveCount(0);
});

test("a page whose later parts never arrive shows a tap in the next frame, and sends it", async ({
  page,
  openWindow,
}) => {
  await openVisits(page);
  const fresh = await openWindow(PHONE, { isMobile: true });
  const { cookies } = await page.context().storageState();
  await fresh.context().addCookies(cookies);
  await fresh.addInitScript(() => localStorage.setItem("downspout-signed-in", "yes"));
  // The first script arrives, and nothing that it asks for: not the store, nor the toasts.
  await fresh.route(
    (url) => /\/assets\/(?!index-\w+\.js)/.test(url.pathname),
    (route) => route.abort("failed"),
  );
  await fresh.goto("/dashboard");
  await expect(markOf(fresh)).toBeVisible();
  expect(await isThereAfterTap(fresh)).toBe(false);
  await expect(markOf(page)).toHaveCount(0);
  await expect(markOf(fresh)).toHaveCount(0);
});
