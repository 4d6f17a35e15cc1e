import { expect, type Page } from "@playwright/test";
import { signUp } from "./people";

/** The store on the device. It is asked for with the first answer, so it may be there when the list is. */
const BESIDE =
  /createOutbox|DayCopyKeeper|deviceStore|photoClientOf|photoServer|readiness/;

/** A browser in which a person is signed in, without the files that the page has where they signed in. */
export async function freshWindow(page: Page, openWindow: () => Promise<Page>) {
  await signUp(page);
  const fresh = await openWindow();
  const { cookies } = await page.context().storageState();
  await fresh.context().addCookies(cookies);
  await fresh.addInitScript(() =>
    localStorage.setItem("downspout-signed-in", "yes"),
  );
  return fresh;
}

export async function openDashboard(page: Page) {
  // What the page loads later waits for a timer: on a slow machine it would come before the list.
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.goto("/dashboard");
  await expect(page.getByText("No jobs scheduled for this day.")).toBeVisible();
}

/** Adds up the responses from now on: by path, the bytes as they were sent. */
export function countBytes(page: Page): Map<string, number> {
  const sizes = new Map<string, number>();
  page.on("response", (response) => {
    const { pathname } = new URL(response.url());
    const isPart =
      response.request().resourceType() === "document" ||
      /\.(js|css)$/.test(pathname);
    if (!isPart || BESIDE.test(pathname)) return;
    sizes.set(pathname, Number(response.headers()["content-length"]));
  });
  return sizes;
}

export function sum(sizes: ReadonlyMap<string, number>): number {
  return [...sizes.values()].reduce((total, size) => total + size, 0);
}
