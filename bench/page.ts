/**
 * The page on a slow laptop and line (processor slowed down four times, 1.6 Mbit/s, 150 ms), with 10,000 jobs, beside a
 * bare HTML page of the same run. Medians of three.
 */
import { createServer } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import {
  type Browser,
  type BrowserContext,
  chromium,
  type Page,
} from "@playwright/test";
import { chromiumLaunch } from "../e2e/support/chromium";
import { Downspout } from "../e2e/support/downspout";
import { OWNER, signUpAs } from "../e2e/support/people";
import { fillMorning, ZONE } from "./officeData";
import { percentile, row, rowWithGoal, type Row } from "./results";

const TIMES = 3;
const SLOWDOWN = 4;
const BYTES_A_SECOND = 1_600_000 / 8;
const LATENCY_MS = 150;
const LIMIT_MS = 60_000;
const SCRIPT_GOAL_MS = 800;
const BARE = `<!doctype html><html lang="en"><title>Bare</title><p>Downspout</p></html>`;

const SCREENS = [
  { path: "/dashboard", content: "article", goal: 1_500 },
  { path: "/jobs", content: "ul[aria-label=Jobs] li", goal: 1_700 },
  { path: "/calendar", content: "td li", goal: 1_700 },
] as const;

export async function page(): Promise<Row[]> {
  const server = await Downspout.start();
  const browser = await chromium.launch(await chromiumLaunch());
  try {
    const other = process.env.BENCH_SERVER;
    if (other !== undefined) await server.update(other);
    return await measure(browser, server.url);
  } finally {
    await browser.close();
    await server.remove();
  }
}

async function measure(browser: Browser, url: string): Promise<Row[]> {
  const first = await browser.newContext({ baseURL: url });
  await signUpAs(first.request, OWNER);
  const answer = await first.request.get("/api/auth/token");
  const { token } = (await answer.json()) as { token: string };
  await fillMorning({ url, token, now: Date.now() });
  const cookies = await first.cookies();
  const open = () => slowPage(browser, { url, cookies });
  return [
    ...(await firstPaints(open)),
    ...(await contents(open)),
    ...(await responses(open)),
  ];
}

type Cookies = Awaited<ReturnType<BrowserContext["cookies"]>>;

/** A browser that was never here, of a person who is signed in. */
async function slowPage(
  browser: Browser,
  { url, cookies }: { url: string; cookies: Cookies },
): Promise<Page> {
  const context = await browser.newContext({
    baseURL: url,
    timezoneId: ZONE,
    locale: "en-US",
    viewport: { width: 1440, height: 900 },
  });
  await context.addCookies(cookies);
  await context.addInitScript(() => {
    // As the page leaves it on a browser in which the person has signed in.
    if (location.protocol === "http:")
      localStorage.setItem("downspout-signed-in", "yes");
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
}

async function firstPaints(open: () => Promise<Page>): Promise<Row[]> {
  const bareServer = createServer((_req, res) => {
    res.setHeader("content-type", "text/html").end(BARE);
  });
  bareServer.listen(0, "127.0.0.1");
  await once(bareServer, "listening");
  const { port } = bareServer.address() as AddressInfo;
  const bare = await repeat(async () => {
    const opened = await open();
    await opened.goto(`http://127.0.0.1:${port}/`);
    return await closing(opened, firstPaint(opened));
  });
  bareServer.close();
  const ours = await repeat(async () => {
    const opened = await open();
    await opened.goto("/dashboard", { waitUntil: "commit" });
    return await closing(opened, firstPaint(opened));
  });
  const ratio = percentile(ours, 50) / percentile(bare, 50);
  return [
    row("First paint of a bare page", figure(bare)),
    rowWithGoal("First paint of /dashboard", figure(ours), {
      goal: "<= 2 times the bare page's",
      isMet: ratio <= 2,
    }),
  ];
}

async function firstPaint(opened: Page): Promise<number> {
  const painted = await opened.waitForFunction(
    () => performance.getEntriesByName("first-contentful-paint")[0]?.startTime,
  );
  return (await painted.jsonValue()) ?? Number.NaN;
}

async function contents(open: () => Promise<Page>): Promise<Row[]> {
  const rows: Row[] = [];
  for (const { path, content, goal } of SCREENS) {
    const cold: number[] = [];
    const warm: number[] = [];
    for (let time = 0; time < TIMES; time += 1) {
      const opened = await open();
      await opened.goto(path, { waitUntil: "commit" });
      cold.push(await appears(opened, content));
      // Until the page's code is on the device, and the days.
      await opened.evaluate(async () => await navigator.serviceWorker.ready);
      await opened.waitForLoadState("networkidle");
      await opened.goto("about:blank");
      await opened.goto(path, { waitUntil: "commit" });
      warm.push(await closing(opened, appears(opened, content)));
    }
    rows.push(
      inTime(`Content of ${path}, first visit`, cold, goal),
      inTime(`Content of ${path}, later visit`, warm, null),
    );
  }
  return [...rows, await monthScript(open)];
}

/** What the browser calls the running of script, in its trace. */
const SCRIPT_EVENTS = new Set([
  "EvaluateScript",
  "EventDispatch",
  "FireAnimationFrame",
  "FireIdleCallback",
  "FunctionCall",
  "RunMicrotasks",
  "TimerFire",
  "v8.compile",
  "v8.compileModule",
  "v8.evaluateModule",
]);

interface TraceEvent {
  readonly name: string;
  readonly tid: number;
  /** Microseconds. */
  readonly ts: number;
  readonly dur?: number;
}

/** Milliseconds of script on the page's thread until the content of its first visit. */
async function scriptTime(
  open: () => Promise<Page>,
  { path, content }: (typeof SCREENS)[number],
): Promise<number> {
  const opened = await open();
  const browser = opened.context().browser();
  await browser?.startTracing(opened, {
    categories: ["devtools.timeline", "v8.execute"],
  });
  await opened.goto(path, { waitUntil: "commit" });
  await appears(opened, content);
  const trace = await browser?.stopTracing();
  await opened.context().close();
  const { traceEvents } = JSON.parse(String(trace)) as {
    traceEvents: readonly TraceEvent[];
  };
  const threads = new Map<number, { time: number; until: number }>();
  for (const { name, tid, ts, dur = 0 } of traceEvents.toSorted(
    (a, b) => a.ts - b.ts,
  )) {
    if (!SCRIPT_EVENTS.has(name)) continue;
    const { time, until } = threads.get(tid) ?? { time: 0, until: 0 };
    const added = Math.max(0, ts + dur - Math.max(ts, until));
    threads.set(tid, { time: time + added, until: Math.max(until, ts + dur) });
  }
  return Math.max(...[...threads.values()].map(({ time }) => time)) / 1_000;
}

/** On another machine the milliseconds are others, while the ratio stays. */
async function monthScript(open: () => Promise<Page>): Promise<Row> {
  const timesOf = async (path: string) => {
    const screen = SCREENS.find((one) => one.path === path);
    if (screen === undefined) throw new Error(`${path} is not measured.`);
    return await repeat(async () => await scriptTime(open, screen));
  };
  const [day, month] = [
    await timesOf("/dashboard"),
    await timesOf("/calendar"),
  ];
  const median = percentile(month, 50);
  const ratio = median / percentile(day, 50);
  return rowWithGoal(
    "Script until the content of /calendar, first visit",
    `${figure(month)}, ${ratio.toFixed(2)} times that of /dashboard`,
    { goal: `<= ${SCRIPT_GOAL_MS} ms`, isMet: median <= SCRIPT_GOAL_MS },
  );
}

async function responses(open: () => Promise<Page>): Promise<Row[]> {
  const keys: number[] = [];
  const dialogs: number[] = [];
  const opened = await open();
  await opened.goto("/jobs");
  await appears(opened, SCREENS[1].content);
  await opened.waitForLoadState("networkidle");
  await opened.evaluate(() => {
    const seen: number[] = [];
    Object.assign(window, { slowEvents: seen });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        if (/^(key|input|beforeinput)/.test(entry.name))
          seen.push(entry.duration);
    }).observe({ type: "event", durationThreshold: 16 } as object);
  });
  await opened.getByLabel("Search jobs").click();
  await opened.keyboard.type("maple ridge", { delay: 400 });
  await opened.waitForTimeout(1_000);
  keys.push(
    ...(await opened.evaluate(
      () => (window as unknown as { slowEvents: number[] }).slowEvents,
    )),
  );
  for (let time = 0; time < TIMES + 1; time += 1) {
    await appears(opened, SCREENS[1].content);
    dialogs.push(
      await opened.evaluate(async (selector) => {
        const card = document.querySelector<HTMLElement>(`${selector} button`);
        const begun = performance.now();
        card?.click();
        while (document.querySelector("[role=dialog] input") === null)
          await new Promise(requestAnimationFrame);
        return performance.now() - begun;
      }, SCREENS[1].content),
    );
    await opened.keyboard.press("Escape");
    await opened.getByRole("dialog").waitFor({ state: "detached" });
  }
  await opened.context().close();
  const worst = Math.max(0, ...keys);
  return [
    rowWithGoal(
      "A key press in the search of /jobs is painted",
      `at worst ${worst.toFixed(0)} ms of ${keys.length} events over 16 ms`,
      { goal: "<= 50 ms", isMet: worst <= 50 },
    ),
    row("Opening the first job", `${(dialogs[0] ?? NaN).toFixed(0)} ms`),
    inTime("Opening a job later", dialogs.slice(1), 100),
  ];
}

/** From the navigation to an element of `selector`. */
async function appears(opened: Page, selector: string): Promise<number> {
  const seen = await opened.waitForFunction(
    (wanted) => document.querySelector(wanted) !== null && performance.now(),
    selector,
    { polling: "raf" },
  );
  return (await seen.jsonValue()) as number;
}

async function closing(opened: Page, time: Promise<number>): Promise<number> {
  const measured = await time;
  await opened.context().close();
  return measured;
}

async function repeat(work: () => Promise<number>): Promise<number[]> {
  const times: number[] = [];
  for (let time = 0; time < TIMES; time += 1) times.push(await work());
  return times;
}

function inTime(
  what: string,
  times: readonly number[],
  goalMs: number | null,
): Row {
  if (goalMs === null) return row(what, figure(times));
  const isMet = percentile(times, 50) <= goalMs;
  return rowWithGoal(what, figure(times), { goal: `<= ${goalMs} ms`, isMet });
}

function figure(times: readonly number[]): string {
  const [least, most] = [Math.min(...times), Math.max(...times)];
  return `median ${percentile(times, 50).toFixed(0)} ms (${least.toFixed(0)} to ${most.toFixed(0)})`;
}
