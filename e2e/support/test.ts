import {
  type Browser,
  type BrowserContext,
  type Page,
  expect,
  test as base,
} from "@playwright/test";
import { Downspout } from "./downspout";

export interface Fixtures {
  /** A fresh server on an empty data folder; `baseURL` points to it. */
  readonly downspout: Downspout;
  /** Opens a window that shares nothing with the others: a second person, or a second device. */
  readonly openWindow: (viewport?: {
    width: number;
    height: number;
  }) => Promise<Page>;
  /** What a page may complain about in its console. Everything else fails the test. */
  readonly expectedComplaints: RegExp | null;
}

export const PHONE = { width: 390, height: 844 };
export const DESKTOP = { width: 1440, height: 900 };

export const test = base.extend<Fixtures>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures from this pattern.
  downspout: async ({}, use) => {
    const downspout = await Downspout.start();
    await use(downspout);
    await downspout.remove();
  },
  baseURL: async ({ downspout }, use) => use(downspout.url),
  expectedComplaints: [null, { option: true }],
  page: async ({ page, expectedComplaints }, use) => {
    const complaints = watch(page.context(), expectedComplaints);
    await use(page);
    expect(complaints, "the browser's console").toEqual([]);
  },
  openWindow: async (
    { browser, baseURL, timezoneId, expectedComplaints },
    use,
  ) => {
    const contexts: BrowserContext[] = [];
    const complaints: string[][] = [];
    await use(async (viewport = DESKTOP) => {
      const context = await newContext(browser, {
        baseURL,
        timezoneId,
        viewport,
      });
      contexts.push(context);
      complaints.push(watch(context, expectedComplaints));
      return context.newPage();
    });
    for (const context of contexts) await context.close();
    expect(complaints.flat(), "the consoles of the other windows").toEqual([]);
  },
});

export { expect };

function newContext(
  browser: Browser,
  options: {
    baseURL: string | undefined;
    timezoneId: string | undefined;
    viewport: { width: number; height: number };
  },
) {
  return browser.newContext({
    ...options,
    locale: "en-US",
    reducedMotion: "reduce",
  });
}

function watch(context: BrowserContext, expected: RegExp | null) {
  const complaints: string[] = [];
  const note = (text: string) => {
    if (!expected?.test(text)) complaints.push(text);
  };
  context.on("console", (message) => {
    if (message.type() === "error") note(message.text());
  });
  context.on("weberror", (error) => note(error.error().message));
  return complaints;
}
