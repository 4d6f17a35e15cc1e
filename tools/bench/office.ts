/**
 * A morning in an office with 5,000 customers and 10,000 jobs: what a person clicks, types and waits for, on a
 * screen of 1440 x 900. BENCH_SERVER measures another build of the server.
 */
import { type Browser, chromium, type Page } from "@playwright/test";
import { chromiumLaunch } from "../../e2e/support/chromium";
import { Downspout } from "../../e2e/support/downspout";
import { OWNER, signUpAs } from "../../e2e/support/people";
import { CALL_TASKS } from "./callTasks";
import { Hands } from "./hands";
import { fillMorning, NOW, ZONE } from "../../bench/officeData";
import { TASKS, type Task } from "./officeTasks";
import { officeTimes } from "./officeTimes";
import { row, type Row } from "../../bench/results";

const DESK = { width: 1440, height: 900 };
/** The limit of one step. */
const LIMIT_MS = 15_000;

export async function office(): Promise<Row[]> {
  const server = await Downspout.start();
  const browser = await chromium.launch(await chromiumLaunch());
  try {
    const other = process.env.BENCH_SERVER;
    if (other !== undefined) await server.update(other);
    return await morning(browser, server.url);
  } finally {
    await browser.close();
    await server.remove();
  }
}

async function morning(browser: Browser, url: string): Promise<Row[]> {
  const context = await browser.newContext({
    baseURL: url,
    viewport: DESK,
    locale: "en-US",
    timezoneId: ZONE,
    reducedMotion: "reduce",
    serviceWorkers: "block",
  });
  context.setDefaultTimeout(LIMIT_MS);
  await signUpAs(context.request, OWNER);
  const answer = await context.request.get("/api/auth/token");
  const { token } = (await answer.json()) as { token: string };
  await fillMorning({ url, token, now: NOW });
  const rows: Row[] = [];
  for (const task of [...TASKS, ...CALL_TASKS]) {
    const page = await context.newPage();
    await page.clock.setFixedTime(NOW);
    rows.push(row(task.what, await shortest(page, task)));
    await page.close();
  }
  return [...rows, ...(await officeTimes(context))];
}

/** The first way that leads to the end. */
async function shortest(page: Page, { before, ways }: Task): Promise<string> {
  const reasons: string[] = [];
  for (const { name, work } of ways) {
    await page.goto("/dashboard");
    await page.getByRole("article").first().waitFor();
    if (reasons.length === 0) await before?.(page);
    const hands = new Hands(page);
    const begun = performance.now();
    try {
      await work(hands);
      const seconds = ((performance.now() - begun) / 1000).toFixed(1);
      return `${hands.clicks} clicks, ${hands.keys} keys, ${seconds} s (${name})`;
    } catch (error) {
      const [reason = ""] = String(error).split("\n");
      reasons.push(`${name}: ${reason}`);
    }
  }
  return `not possible (${reasons.join("; ")})`;
}
