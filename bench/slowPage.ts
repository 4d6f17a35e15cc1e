/**
 * A page on a slow laptop or phone and line: processor slowed down four times, 1.6 Mbit/s, 150 ms.
 */
import type { Browser, BrowserContext, Page } from "@playwright/test";
import { TOUCH } from "../e2e/support/touch";
import { ZONE } from "./officeData";
import { percentile, row, rowWithGoal, type Row } from "./results";

export const TIMES = 3;
const SLOWDOWN = 4;
const BYTES_A_SECOND = 1_600_000 / 8;
const LATENCY_MS = 150;
const LIMIT_MS = 60_000;

/** Opens a page for a person who is signed in, in a browser that was never here. */
export type OpenPage = (device?: "laptop" | "phone") => Promise<Page>;

interface Visit {
  readonly url: string;
  readonly cookies: Awaited<ReturnType<BrowserContext["cookies"]>>;
}

export function slowPages(browser: Browser, { url, cookies }: Visit): OpenPage {
  return async (device = "laptop") => {
    const context = await browser.newContext({
      baseURL: url,
      timezoneId: ZONE,
      locale: "en-US",
      ...(device === "phone" ? TOUCH : { viewport: { width: 1440, height: 900 } }),
    });
    await context.addCookies(cookies);
    await context.addInitScript(() => {
      // As the page leaves it on a browser in which the person has signed in.
      if (location.protocol === "http:") localStorage.setItem("downspout-signed-in", "yes");
    });
    const opened = await context.newPage();
    opened.setDefaultTimeout(LIMIT_MS);
    const devTools = await context.newCDPSession(opened);
    await devTools.send("Emulation.setCPUThrottlingRate", { rate: SLOWDOWN });
    await devTools.send("Network.emulateNetworkConditions", {
      offline: false,
      latency: LATENCY_MS,
      downloadThroughput: BYTES_A_SECOND,
      uploadThroughput: BYTES_A_SECOND,
    });
    return opened;
  };
}

/** Resolves to the time from the navigation to an element of `selector`. */
export async function appears(opened: Page, selector: string): Promise<number> {
  const seen = await opened.waitForFunction(
    (wanted) => document.querySelector(wanted) !== null && performance.now(),
    selector,
    { polling: "raf" },
  );
  return (await seen.jsonValue()) as number;
}

export async function closing(opened: Page, time: Promise<number>): Promise<number> {
  const measured = await time;
  await opened.context().close();
  return measured;
}

export async function repeat(work: () => Promise<number>): Promise<number[]> {
  const times: number[] = [];
  for (let time = 0; time < TIMES; time += 1) times.push(await work());
  return times;
}

export function inTime(what: string, times: readonly number[], goalMs: number | null): Row {
  if (goalMs === null) return row(what, figure(times));
  const isMet = percentile(times, 50) <= goalMs;
  return rowWithGoal(what, figure(times), { goal: `<= ${goalMs} ms`, isMet });
}

export function figure(times: readonly number[]): string {
  const [least, most] = [Math.min(...times), Math.max(...times)];
  return `median ${percentile(times, 50).toFixed(0)} ms (${least.toFixed(0)} to ${most.toFixed(0)})`;
}
