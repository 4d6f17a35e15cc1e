import { expect, type Page, type Request, type Response } from "@playwright/test";
import { signUp } from "./people";

/** What is asked for with the first answer, so that it may be there when the list is. */
const BESIDE = /DayCopyKeeper|devices|otherStores|photoClientOf|photoServer|readiness|historyText/;

/** What keeps a change is counted, whether it is there when the list is or just after. */
const STORE = "/assets/deviceStore-";

const EMPTY_DAY = "No jobs scheduled for this day.";

/** What the page prints once it shows the list. */
const LISTED = "The list is shown";

/** Bytes by path, as they were sent. */
type Sizes = Map<string, number>;

/** A browser in which a person is signed in, without the files that the page has where they signed in. */
export async function freshWindow(page: Page, openWindow: () => Promise<Page>) {
  await signUp(page);
  const fresh = await openWindow();
  const { cookies } = await page.context().storageState();
  await fresh.context().addCookies(cookies);
  await fresh.addInitScript(() => localStorage.setItem("downspout-signed-in", "yes"));
  return fresh;
}

export async function openDashboard(page: Page) {
  // What the page loads later waits for a timer: on a slow machine it would come before the list.
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.goto("/dashboard");
  await expect(page.getByText(EMPTY_DAY)).toBeVisible();
}

/** Adds up the responses from now on. */
export function countBytes(page: Page): Sizes {
  const sizes: Sizes = new Map();
  page.on("response", (response) => addPart(sizes, response));
  return sizes;
}

/**
 * Opens the dashboard. What the page requests once it shows the list is not counted: the browser reports its requests
 * and what the page prints in one order.
 */
export async function countFirstLoad(page: Page): Promise<Sizes> {
  await page.addInitScript(
    ([text, printed]) => {
      const observer = new MutationObserver(() => {
        if (!document.body?.textContent.includes(text)) return;
        observer.disconnect();
        console.debug(printed);
      });
      observer.observe(document, { childList: true, subtree: true });
    },
    [EMPTY_DAY, LISTED] as const,
  );
  const requests: Request[] = [];
  let isListed = false;
  const isStore = (request: Request) => request.url().includes(STORE);
  page.on("request", (request) => {
    if (!isListed || isStore(request)) requests.push(request);
  });
  page.on("console", (message) => {
    isListed ||= message.text() === LISTED;
  });
  await openDashboard(page);
  expect(isListed).toBe(true);
  await expect.poll(() => requests.some(isStore)).toBe(true);
  const sizes: Sizes = new Map();
  for (const request of requests) {
    const response = await request.response();
    if (response !== null) addPart(sizes, response);
  }
  return sizes;
}

function addPart(sizes: Sizes, response: Response): void {
  const { pathname } = new URL(response.url());
  const isPart = response.request().resourceType() === "document" || /\.(js|css)$/.test(pathname);
  if (!isPart || BESIDE.test(pathname)) return;
  sizes.set(pathname, Number(response.headers()["content-length"]));
}

export function sum(sizes: ReadonlyMap<string, number>): number {
  return [...sizes.values()].reduce((total, size) => total + size, 0);
}
