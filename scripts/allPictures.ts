/**
 * `npm run pictures -- all [name]`: takes pictures of every screen and dialog, in all sizes, themes and states, with
 * ordinary scroll bars, and as PDF for paper. They are to be looked at, and are not committed.
 */
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import {
  type Browser,
  type BrowserContextOptions,
  chromium,
  type Cookie,
  expect,
  type Page,
  type WebSocketRoute,
} from "@playwright/test";
import { StartupError } from "embedded-convex";
import { chromiumLaunch } from "../e2e/support/chromium";
import { createAccount } from "./demo/accounts";
import { newContext, settle, THEMES, TIME } from "./demo/camera";
import { fillCrowdedOffice, fillOffice, OWNER } from "./demo/fillOffice";
import { fillVariedOffice } from "./demo/fillVariedOffice";
import { OFFICES, type OfficeState, type Screen, SCREENS } from "./demo/screens";
import { startDemo } from "./demo/startDemo";

const FOLDER = resolve(import.meta.dirname, "../.cache/pictures");

interface Device {
  readonly options: BrowserContextOptions;
  readonly sizes: Readonly<Record<string, readonly [number, number]>>;
}

const FINGER = { isMobile: true, hasTouch: true };
const DEVICES: readonly Device[] = [
  { options: FINGER, sizes: { 320: [320, 640], 390: [390, 844] } },
  { options: { hasTouch: true }, sizes: { 820: [820, 1180] } },
  { options: { deviceScaleFactor: 2 }, sizes: { "zoom-200": [720, 450] } },
  // The last one, because printing an estimate hands it out, which the other sizes would show.
  {
    options: {},
    sizes: {
      1280: [1280, 800],
      "1366x657": [1366, 657],
      1440: [1440, 900],
      1920: [1920, 1080],
    },
  },
];
/** The size in which pages are printed after the last picture. */
const PRINTING_SIZE = "1440";
/** The least width of a screen on a desk. */
const DESK_WIDTH = 1024;

const FILL = {
  full: fillOffice,
  crowded: fillCrowdedOffice,
  varied: fillVariedOffice,
  empty: (url: string) => createAccount(url, OWNER),
  failing: fillOffice,
} as const;

interface Shot {
  readonly browser: Browser;
  readonly url: string;
  readonly cookies: Cookie[];
  readonly office: OfficeState;
  readonly folder: string;
}

/** Takes the screens whose name contains the given one. Throws if a screen could not be opened in one of its sizes. */
export async function takeAllPictures(name = ""): Promise<void> {
  const screens = SCREENS.filter((screen) => screen.name.includes(name));
  if (screens.length === 0)
    throw new StartupError(
      `No screen has "${name}" in its name: ${SCREENS.map((screen) => screen.name).join(", ")}.`,
    );
  if (name === "") await rm(FOLDER, { recursive: true, force: true });
  const browser = await chromium.launch({
    ...(await chromiumLaunch()),
    ignoreDefaultArgs: ["--hide-scrollbars"],
  });
  const failures: string[] = [];
  try {
    for (const office of OFFICES) {
      const shown = screens.filter(({ offices = OFFICES }) => offices.includes(office));
      if (shown.length > 0) failures.push(...(await takeOffice(browser, office, shown)));
    }
  } finally {
    await browser.close();
  }
  console.log(`The pictures are in ${FOLDER}.`);
  if (failures.length > 0)
    throw new StartupError(`These pictures could not be taken:\n${failures.join("\n")}`);
}

/** Returns the failures. */
async function takeOffice(
  browser: Browser,
  office: OfficeState,
  screens: readonly Screen[],
): Promise<string[]> {
  const failures: string[] = [];
  const folder = join(FOLDER, office);
  await mkdir(folder, { recursive: true });
  const demo = await startDemo(TIME, FILL[office]);
  try {
    const first = await browser.newContext();
    const page = await first.newPage();
    await page.goto(demo.link.url);
    const { cookies } = await first.storageState();
    await first.close();
    const shot = { browser, url: demo.url, cookies, office, folder };
    for (const screen of screens) {
      console.log(`${office}: ${screen.name}`);
      for (const device of DEVICES)
        await takeScreen(shot, screen, device).catch((error: unknown) => {
          const sizes = Object.keys(device.sizes).join(", ");
          const failure = `${office}, ${screen.name}, ${sizes}: ${String(error)}`;
          console.error(failure);
          failures.push(failure);
        });
    }
  } finally {
    demo.link.close();
    await demo.remove();
  }
  return failures;
}

async function takeScreen(
  { browser, url, cookies, office, folder }: Shot,
  { name, path, isSignedOut = false, isForDesk = false, open }: Screen,
  { options, sizes }: Device,
) {
  const [first = [1440, 900]] = Object.values(sizes);
  if (isForDesk && first[0] < DESK_WIDTH) return;
  const viewport = { width: first[0], height: first[1] };
  const context = await newContext(browser, {
    ...options,
    baseURL: url,
    viewport,
  });
  try {
    if (!isSignedOut) await context.addCookies(cookies);
    context.setDefaultTimeout(15_000);
    const page = await context.newPage();
    if (office === "failing") await failQueries(page);
    await page.goto(path);
    await settle(page);
    await open?.(page);
    await expect(page.getByRole("status").filter({ hasText: /^Loading/ })).toHaveCount(0);
    for (const [size, [width, height]] of Object.entries(sizes)) {
      await page.setViewportSize({ width, height });
      for (const theme of THEMES) {
        await chooseTheme(page, theme);
        const file = `${name}-${size}-${theme}.png`;
        await page.screenshot({ path: join(folder, file) });
      }
    }
    const printed = sizes[PRINTING_SIZE];
    if (printed === undefined) return;
    await page.setViewportSize({ width: printed[0], height: printed[1] });
    const pdf = await page.pdf({ format: "Letter", preferCSSPageSize: true });
    await writeFile(join(folder, `${name}-paper.pdf`), pdf);
  } finally {
    await context.close();
  }
}

/** Chooses a theme as another tab would. */
async function chooseTheme(page: Page, theme: string) {
  await page.evaluate((newValue) => {
    const key = "vite-ui-theme";
    localStorage.setItem(key, newValue);
    dispatchEvent(new StorageEvent("storage", { key, newValue }));
  }, theme);
  await page.locator(`html.${theme}`).waitFor();
  await drawn(page);
}

/** Waits for photos, which are loaded after the first frame of a size. No named function: tsx would call a helper. */
async function drawn(page: Page) {
  await page.evaluate(async () => {
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    await Promise.allSettled(
      Array.from(document.images, (image) =>
        image.loading === "lazy" ? Promise.resolve() : image.decode(),
      ),
    );
  });
}

interface QuerySet {
  readonly type: string;
  readonly modifications: readonly {
    readonly type: string;
    readonly queryId: number;
    readonly udfPath?: string;
  }[];
}

/** Makes the page's queries fail, except those that every screen waits for. */
async function failQueries(page: Page) {
  await page.routeWebSocket(/\/sync$/, (line: WebSocketRoute) => {
    const kept = new Set<number>();
    const server = line.connectToServer();
    line.onMessage((message) => {
      for (const { queryId, udfPath } of modificationsOf(message))
        if (/^(workspace|office)/.test(udfPath ?? "")) kept.add(queryId);
      server.send(message);
    });
    server.onMessage((message) => {
      const modifications = modificationsOf(message);
      if (modifications.length === 0) return line.send(message);
      const failed = modifications.map((each) =>
        each.type === "QueryUpdated" && !kept.has(each.queryId)
          ? { ...each, type: "QueryFailed", errorMessage: "Server Error" }
          : each,
      );
      const whole = JSON.parse(String(message)) as QuerySet;
      line.send(JSON.stringify({ ...whole, modifications: failed }));
    });
  });
}

function modificationsOf(message: string | Buffer) {
  const { type, modifications } = JSON.parse(String(message)) as QuerySet;
  return type === "ModifyQuerySet" || type === "Transition" ? modifications : [];
}
