import {
  type Browser,
  type Page,
  expect,
  test as base,
} from "@playwright/test";
import { Downspout } from "./downspout";

interface Fixtures {
  /** A fresh server on an empty data folder; `baseURL` points to it. */
  readonly downspout: Downspout;
}

export const OWNER = {
  name: "Dana Reyes",
  email: "dana@reyesgutters.test",
  password: "rain-goes-down-1",
};

export const PHONE = { width: 390, height: 844 };
export const DESKTOP = { width: 1440, height: 900 };

export const test = base.extend<Fixtures>({
  // eslint-disable-next-line no-empty-pattern -- Playwright reads the fixtures from this pattern.
  downspout: async ({}, use) => {
    const downspout = await Downspout.start();
    await use(downspout);
    await downspout.remove();
  },
  baseURL: async ({ downspout }, use) => use(downspout.url),
});

export { expect };

/** A second person's browser: nothing shared with the first. */
export async function anotherBrowser(
  browser: Browser,
  url: string,
  viewport = DESKTOP,
): Promise<Page> {
  const context = await browser.newContext({ baseURL: url, viewport });
  return context.newPage();
}
