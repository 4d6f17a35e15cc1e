/**
 * `npm run pictures`: takes the pictures of the README from the demo's office into docs/pictures, with the Chromium of
 * the end-to-end tests. The page's clock stands still at a fixed time, so that a picture changes only if a screen does.
 * With `all` it takes every screen (allPictures.ts).
 */
import { mkdir, writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { type Browser, chromium, type Cookie, expect, type Page } from "@playwright/test";
import { StartupError } from "embedded-convex";
import { chromiumLaunch } from "../e2e/support/chromium";
import { takeAllPictures } from "./allPictures";
import { buildStale } from "./build";
import type { Arguments } from "./commandLine";
import { newContext, settle, THEMES, TIME } from "./demo/camera";
import { startDemo } from "./demo/startDemo";
import { toWebp } from "./demo/webp";

const FOLDER = resolve(import.meta.dirname, "../docs/pictures");
const DESK = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };

interface Picture {
  readonly name: string;
  readonly viewport: typeof DESK;
  readonly path: string;
  /** Resolves when the screen is complete. */
  readonly show: (page: Page) => Promise<void>;
}

const PICTURES: readonly Picture[] = [
  { name: "day-desk", viewport: DESK, path: "/dashboard", show: desk },
  { name: "day-phone", viewport: PHONE, path: "/dashboard", show: cards },
  { name: "job", viewport: DESK, path: "/dashboard", show: openJob },
  { name: "month", viewport: DESK, path: "/calendar", show: month },
  { name: "week", viewport: DESK, path: "/calendar?view=week", show: week },
  { name: "jobs", viewport: DESK, path: "/jobs", show: table },
];

export async function main({ positionals }: Arguments): Promise<void> {
  await buildStale((name) => console.log(`Building the ${name} ...`));
  const [which, name] = positionals;
  if (which === undefined) await takeReadmePictures();
  else if (which === "all") await takeAllPictures(name);
  else throw new StartupError(`The argument can only be all, not ${which}.`);
}

async function takeReadmePictures() {
  await mkdir(FOLDER, { recursive: true });
  const demo = await startDemo(TIME);
  const browser = await chromium.launch(await chromiumLaunch());
  try {
    await takeAll(browser, demo);
  } finally {
    await browser.close();
    demo.link.close();
    await demo.remove();
  }
}

type Demo = Awaited<ReturnType<typeof startDemo>>;

async function takeAll(chrome: Browser, demo: Demo) {
  const first = await chrome.newContext();
  const encoder = await first.newPage();
  await encoder.goto(demo.link.url);
  const { cookies } = await first.storageState();
  for (const theme of THEMES) {
    for (const picture of PICTURES) {
      const { name, viewport } = picture;
      const { url } = demo;
      const png = await take(chrome, { ...picture, url, theme, cookies });
      const source = `data:image/png;base64,${png.toString("base64")}`;
      const webp = await toWebp(encoder, { source, ...viewport });
      await writeFile(resolve(FOLDER, `${name}-${theme}.webp`), webp);
    }
  }
}

async function take(
  chrome: Browser,
  {
    viewport,
    path,
    show,
    url,
    theme,
    cookies,
  }: Picture & {
    readonly url: string;
    readonly theme: (typeof THEMES)[number];
    readonly cookies: Cookie[];
  },
): Promise<Buffer> {
  const isMobile = viewport === PHONE;
  const context = await newContext(chrome, {
    baseURL: url,
    viewport,
    isMobile,
    hasTouch: isMobile,
  });
  await context.addCookies(cookies);
  await context.addInitScript((chosen) => {
    localStorage.setItem("vite-ui-theme", chosen);
  }, theme);
  const page = await context.newPage();
  await page.goto(path);
  await show(page);
  await settle(page);
  const png = await page.screenshot();
  await context.close();
  return png;
}

/** Waits for cards with their photos: on a busy machine these come after the network was quiet once. */
async function cards(page: Page) {
  const covers = page.getByRole("article").locator("img");
  await expect(covers.nth(5)).toBeAttached();
  const areLoaded = () =>
    covers.evaluateAll((images) =>
      (images as HTMLImageElement[]).every(
        (image) => image.getBoundingClientRect().top > innerHeight || image.naturalWidth > 0,
      ),
    );
  await expect.poll(areLoaded, { timeout: 30_000 }).toBe(true);
}

async function desk(page: Page) {
  await cards(page);
  await expect(page.getByText(/^Installed, not paid/)).toBeVisible();
}

async function openJob(page: Page) {
  await cards(page);
  await page.getByRole("article").nth(1).getByRole("button").first().click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByLabel("Address", { exact: true })).toBeVisible();
  await expect(dialog.getByRole("img").first()).toBeVisible();
}

async function month(page: Page) {
  await expect(page.getByRole("link", { name: /May 13/ }).first()).toBeVisible();
}

async function week(page: Page) {
  const today = page.getByRole("region", { name: /May 13/ });
  await expect(today.getByRole("link").first()).toBeVisible();
  const waiting = page.getByRole("complementary", { name: "What waits" });
  await expect(waiting.getByRole("listitem").first()).toBeVisible();
}

async function table(page: Page) {
  await page.getByRole("radio", { name: "Table" }).check();
  await expect(page.getByRole("row").nth(12)).toBeVisible();
}
