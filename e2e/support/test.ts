import {
  type Browser,
  type BrowserContext,
  type Page,
  expect,
  test as base,
} from "@playwright/test";
import { Downspout, SharedServers } from "./downspout";
import { slowProcessorOf } from "./slowProcessor";

interface Viewport {
  readonly width: number;
  readonly height: number;
}

export interface Fixtures {
  /** Opens a window with its own storage: a second person or a second device. */
  readonly openWindow: (
    viewport?: Viewport,
    device?: { readonly isMobile: boolean },
  ) => Promise<Page>;
  /** Console errors that may occur. All others fail the test. */
  readonly expectedConsoleErrors: RegExp | null;
}

export const PHONE = { width: 390, height: 844 };
/**
 * What the browser logs for each failed request and connection attempt, and React for a part of the page that was asked
 * for meanwhile: a slow machine loads parts late.
 */
export const NETWORK_ERRORS =
  /net::ERR_|WebSocket|Failed to fetch|dynamically imported|could not be loaded/;

export const DESKTOP = { width: 1440, height: 900 };

export interface WorkerFixtures {
  readonly sharedServers: SharedServers;
}

/** Tests share a server. Each signs up its own person (`signUp`), who has an empty workspace. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  browser: [
    async ({ browser }, use) => {
      browser.on("context", slowProcessorOf);
      await use(browser);
    },
    { scope: "worker" },
  ],
  sharedServers: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures from this pattern.
    async ({}, use) => {
      const servers = new SharedServers();
      await use(servers);
      await servers.remove();
    },
    { scope: "worker" },
  ],
  baseURL: async ({ sharedServers }, use) => use(await sharedServers.urlForOneTest()),
  expectedConsoleErrors: [null, { option: true }],
  page: async ({ page, expectedConsoleErrors }, use) => {
    const consoleErrors = collectConsoleErrors(page.context(), expectedConsoleErrors);
    await use(page);
    expect(consoleErrors, "unexpected console errors").toEqual([]);
  },
  openWindow: async ({ browser, baseURL, timezoneId, expectedConsoleErrors }, use) => {
    const contexts: BrowserContext[] = [];
    const consoleErrors: string[][] = [];
    await use(async (viewport = DESKTOP, { isMobile } = { isMobile: false }) => {
      const context = await newContext(browser, {
        baseURL,
        timezoneId,
        viewport,
        isMobile,
        hasTouch: isMobile,
      });
      contexts.push(context);
      consoleErrors.push(collectConsoleErrors(context, expectedConsoleErrors));
      return context.newPage();
    });
    for (const context of contexts) await context.close();
    expect(consoleErrors.flat(), "unexpected console errors of other windows").toEqual([]);
  },
});

/** For tests of the first account, and for tests that stop the server. */
export const testOnFreshServer = test.extend<{
  /** A fresh server on an empty data folder; `baseURL` points to it. */
  readonly downspout: Downspout;
}>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures from this pattern.
  downspout: async ({}, use) => {
    const downspout = await Downspout.start();
    await use(downspout);
    await downspout.remove();
  },
  baseURL: async ({ downspout }, use) => use(downspout.url),
});

export { expect };

function newContext(
  browser: Browser,
  options: {
    baseURL: string | undefined;
    timezoneId: string | undefined;
    viewport: Viewport;
    isMobile: boolean;
    hasTouch: boolean;
  },
) {
  return browser.newContext({
    ...options,
    locale: "en-US",
    reducedMotion: "reduce",
  });
}

function collectConsoleErrors(context: BrowserContext, expected: RegExp | null) {
  const consoleErrors: string[] = [];
  const add = (text: string) => {
    if (!expected?.test(text)) consoleErrors.push(text);
  };
  context.on("console", (message) => {
    if (message.type() === "error") add(message.text());
  });
  context.on("weberror", (error) => add(error.error().message));
  return consoleErrors;
}
