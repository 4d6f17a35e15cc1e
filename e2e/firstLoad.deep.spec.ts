import type { Page } from "@playwright/test";
import { seedJobs } from "./support/jobs";
import { countBytes, freshWindow, openDashboard, sum } from "./support/firstLoad";
import { expect, PHONE, test } from "./support/test";

/** Bytes of script and style that a tap on a job waits for, where nothing has asked for them before. */
const DIALOG_BUDGET = 99_400;

test("the job dialog opens with at most 99.4 kB of script and style", async ({
  page,
  openWindow,
}) => {
  const fresh = await freshWindow(page, openWindow);
  await openDashboard(fresh);
  const sizes = countBytes(fresh);
  await fresh.getByRole("button", { name: "Add job" }).click();
  await expect(fresh.getByRole("dialog", { name: "Create Job" })).toBeVisible();

  const total = sum(sizes);
  expect(total, JSON.stringify([...sizes])).toBeLessThanOrEqual(DIALOG_BUDGET);
  expect(total).toBeGreaterThan(0);
});

test.describe("where queries fail", () => {
  test.use({ expectedConsoleErrors: /Server Error/ });

  test("the font is asked for when the first answer is a failure", async ({ page, openWindow }) => {
    const fresh = await freshWindow(page, openWindow);
    // The timers stand still: after two seconds the font would come without an answer.
    await fresh.clock.install();
    await fresh.clock.pauseAt(new Date(Date.now() + 60_000));
    await fresh.routeWebSocket(/sync/, (client) => {
      const server = client.connectToServer();
      server.onMessage((message) =>
        client.send(
          String(message)
            .replaceAll('"QueryUpdated"', '"QueryFailed"')
            .replaceAll('"value":', '"errorMessage":"Server Error","was":'),
        ),
      );
    });
    await fresh.goto("/dashboard");
    await expect(fresh.locator("html")).toHaveClass(/inter/);
  });
});

for (const [device, viewport] of [
  ["a phone", PHONE],
  ["a desk", { width: 1440, height: 900 }],
] as const)
  test(`the first screen on ${device} looks the same with the whole style sheet`, async ({
    page,
    openWindow,
  }) => {
    const fresh = await freshWindow(page, openWindow);
    await fresh.setViewportSize(viewport);
    await fresh.emulateMedia({ reducedMotion: "reduce" });
    // Later parts wait for the sheet, so that only what is shown first is compared.
    await fresh.route(/\/assets\/index-[\w-]+\.css$/, () => undefined);
    await openDashboard(fresh);
    const noon = await fresh.evaluate(() => new Date().setHours(12, 0, 0, 0));
    await seedJobs(page, [
      {
        customer: {
          customer_name: "Ruth Okafor",
          customer_phone: "6125550142",
        },
        job_address: "72 Birch Street",
        job_status: "estimate_scheduled",
        job_estimate_date: noon,
        job_notes: "Gate 4417",
      },
    ]);
    await expect(fresh.getByRole("article")).toContainText("Gate 4417");
    // Widths depend on the font, which the first answer asks for.
    await fresh.waitForFunction(() => document.fonts.check('16px "Inter Variable"'));

    const before = await stylesOf(fresh);
    await addWholeStyle(fresh);
    expect(await stylesOf(fresh)).toEqual(before);
  });

/** How each element looks. A variable that nothing reads is not seen. */
async function stylesOf(page: Page): Promise<string[]> {
  return await page.evaluate(() =>
    [...document.body.querySelectorAll("*")].flatMap((element) =>
      [null, "::before", "::after"].map((part) => {
        const style = getComputedStyle(element, part);
        const values = [...style]
          .filter((name) => !name.startsWith("--"))
          .map((name) => `${name}: ${style.getPropertyValue(name)}`);
        return `${element.outerHTML.slice(0, 200)} ${part}: ${values.join("; ")}`;
      }),
    ),
  );
}

/** Adds the rules of the parts that load later. */
async function addWholeStyle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const script = document.querySelector<HTMLScriptElement>('script[type="module"][src]');
    const text = await (await fetch(script?.src ?? "")).text();
    const [href] = /assets\/index-[\w-]+\.css/.exec(text) ?? [];
    const added = document.createElement("link");
    Object.assign(added, { rel: "stylesheet", href: `/${href}?whole` });
    await new Promise((resolve, reject) => {
      added.addEventListener("load", resolve);
      added.addEventListener("error", reject);
      document.head.append(added);
    });
  });
}

test.describe("while scripts load", () => {
  test.use({ expectedConsoleErrors: /net::ERR_FAILED/ });

  test("the page connects, and asks for the token and the parts of its screen", async ({
    page,
    openWindow,
  }) => {
    const fresh = await freshWindow(page, openWindow);
    const asked: string[] = [];
    fresh.on("request", (request) => asked.push(request.url()));
    await fresh.route(/\.js$/, (route) => route.abort());
    const socket = fresh.waitForEvent("websocket");
    await fresh.goto("/jobs", { waitUntil: "load" });
    expect((await socket).url()).toMatch(/\/api\/sync$/);
    const countOf = (path: RegExp) => asked.filter((url) => path.test(url)).length;
    await expect.poll(() => countOf(/\/api\/auth\/token$/)).toBe(1);
    await expect.poll(() => countOf(/\/jobs-[^/]+\.js$/)).toBe(1);
  });

  test("the bar is painted before any script and without another style sheet", async ({ page }) => {
    await page.route(/\.(js|css)$/, (route) => route.abort());
    await page.goto("/dashboard");
    const bar = page.getByRole("banner");
    await expect(bar.getByRole("link", { name: "Calendar" })).toBeVisible();
    expect((await bar.boundingBox())?.height).toBe(57);
  });
});

test.describe("code that would delay the first list", () => {
  /** The font and the device's store. */
  const LATER = /\.woff2$|\/deviceStore-/;

  test("code that would delay the first list waits for the server's first answer", async ({
    page,
    openWindow,
  }) => {
    const fresh = await freshWindow(page, openWindow);
    const { asked, line } = await openWithoutAnswers(fresh);
    expect(asked(LATER)).toEqual([]);
    line.answer();
    await expect(fresh.getByText("No jobs scheduled for this day.")).toBeVisible();
    await expect.poll(() => asked(LATER)).toHaveLength(2);
  });

  test("code that would delay the first list waits for two seconds at most", async ({
    page,
    openWindow,
  }) => {
    const fresh = await freshWindow(page, openWindow);
    const { asked } = await openWithoutAnswers(fresh);
    await fresh.clock.runFor(2_000);
    await expect.poll(() => asked(LATER)).toHaveLength(2);
  });
});

/** Opens the day with the page's clock stopped, until it has asked for its jobs. */
async function openWithoutAnswers(page: Page) {
  const urls: string[] = [];
  page.on("request", (request) => urls.push(request.url()));
  const line = await holdAnswers(page);
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.goto("/dashboard");
  await expect.poll(line.isHolding).toBe(true);
  return {
    line,
    asked: (wanted: RegExp) => urls.filter((url) => wanted.test(url)),
  };
}

/** Keeps back what the server says, until `answer` is called. */
async function holdAnswers(page: Page) {
  const delayed: (() => void)[] = [];
  let isAsked = false;
  let isHeld = true;
  await page.routeWebSocket(/\/api\/sync$/, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((message) => {
      isAsked ||= String(message).includes('"Add"');
      server.send(message);
    });
    server.onMessage((message) => {
      const send = () => socket.send(message);
      if (isHeld) delayed.push(send);
      else send();
    });
  });
  return {
    isHolding: () => isAsked && delayed.length > 0,
    answer: () => {
      isHeld = false;
      for (const send of delayed) send();
    },
  };
}

test("the font is asked for after the scripts, whose bytes it would delay", async ({ page }) => {
  await page.goto("/");
  const ended = await page.waitForFunction(() => {
    const requests = performance.getEntriesByType("resource") as PerformanceResourceTiming[];
    const font = requests.find(({ name }) => name.endsWith(".woff2"));
    const script = requests.find(({ name }) => /index-[^/]+[.]js$/.test(name));
    return font && script && { font: font.startTime, script: script.responseEnd };
  });
  const { font, script } = (await ended.jsonValue()) ?? {};
  expect(font).toBeGreaterThan(script ?? NaN);
});
