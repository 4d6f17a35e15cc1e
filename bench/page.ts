/** The page on a slow laptop and line, with 10,000 jobs, beside a bare HTML page of the same run. Medians of three. */
import { createServer } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { type Browser, chromium, type Page } from "@playwright/test";
import { chromiumLaunch } from "../e2e/support/chromium";
import { Downspout } from "../e2e/support/downspout";
import { OWNER, signUpAs } from "../e2e/support/people";
import { longLists } from "./longLists";
import { fillMorning } from "./officeData";
import { heapOf } from "./pageFrames";
import { fillPhotoDay } from "./photoDay";
import { responses } from "./responses";
import { percentile, row, rowWithGoal, type Row } from "./results";
import {
  appears,
  closing,
  figure,
  inTime,
  type OpenPage,
  repeat,
  slowPages,
  TIMES,
} from "./slowPage";

const HEAP_GOAL_MB = 8;
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
  const day = await fillPhotoDay({ url, token });
  const open = slowPages(browser, { url, cookies });
  return [
    ...(await firstPaints(open)),
    ...(await contents(open)),
    await monthScript(open),
    await monthHeap(open),
    ...(await responses(open)),
    ...(await longLists(open, day)),
  ];
}

async function firstPaints(open: OpenPage): Promise<Row[]> {
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

async function contents(open: OpenPage): Promise<Row[]> {
  const rows: Row[] = [];
  for (const { path, content, goal } of SCREENS) {
    const cold: number[] = [];
    const warm: number[] = [];
    for (let time = 0; time < TIMES; time += 1) {
      const opened = await open();
      await opened.goto(path, { waitUntil: "commit" });
      cold.push(await appears(opened, content));
      // Waits until the page's code and the days are on the device.
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
  return rows;
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
  open: OpenPage,
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
  for (const { name, tid, ts, dur = 0 } of traceEvents.toSorted((a, b) => a.ts - b.ts)) {
    if (!SCRIPT_EVENTS.has(name)) continue;
    const { time, until } = threads.get(tid) ?? { time: 0, until: 0 };
    const added = Math.max(0, ts + dur - Math.max(ts, until));
    threads.set(tid, { time: time + added, until: Math.max(until, ts + dur) });
  }
  return Math.max(...[...threads.values()].map(({ time }) => time)) / 1_000;
}

/** Reports the ratio too, which is the same on another machine. */
async function monthScript(open: OpenPage): Promise<Row> {
  const timesOf = async (path: string) => {
    const screen = SCREENS.find((one) => one.path === path);
    if (screen === undefined) throw new Error(`${path} is not measured.`);
    return await repeat(async () => await scriptTime(open, screen));
  };
  const [day, month] = [await timesOf("/dashboard"), await timesOf("/calendar")];
  const median = percentile(month, 50);
  const ratio = median / percentile(day, 50);
  return rowWithGoal(
    "Script until the content of /calendar, first visit",
    `${figure(month)}, ${ratio.toFixed(2)} times that of /dashboard`,
    { goal: `<= ${SCRIPT_GOAL_MS} ms`, isMet: median <= SCRIPT_GOAL_MS },
  );
}

async function monthHeap(open: OpenPage): Promise<Row> {
  const opened = await open();
  await opened.goto("/calendar", { waitUntil: "commit" });
  await appears(opened, SCREENS[2].content);
  await opened.waitForLoadState("networkidle");
  const { megabytes } = await heapOf(opened);
  await opened.context().close();
  return rowWithGoal(
    "Script's memory with the content of /calendar",
    `${megabytes.toFixed(1)} MB`,
    { goal: `<= ${HEAP_GOAL_MB} MB`, isMet: megabytes <= HEAP_GOAL_MB },
  );
}
