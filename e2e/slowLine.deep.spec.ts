import type { Page } from "@playwright/test";
import { readRows } from "./support/device";
import { call } from "./support/office";
import { seedJobs } from "./support/jobs";
import { lineTest as test } from "./support/lineTest";
import { signUp } from "./support/people";
import { DESKTOP, expect, PHONE } from "./support/test";

/** What a screen says without signal, and where it has nothing to show. */
const UNTRUE = /Offline|saved on this|No jobs|No colors|No items|New job|Seed defaults/;

const ADDRESS = "4 Elm St";

/** Each screen, with a text that it shows once its data is there. */
const SCREENS = [
  ["/jobs", ADDRESS],
  ["/calendar", "Olivia Hart"],
  ["/dashboard", ADDRESS],
  ["/inventory", "30 Degree White"],
] as const;

/** Keeps what the page shows of `UNTRUE` at any moment from its first element on. */
async function watchTexts(page: Page) {
  await page.addInitScript((source) => {
    const untrue = new RegExp(source);
    const seen: string[] = [];
    Object.assign(window, { untrueTexts: seen });
    const look = () => {
      const text = untrue.exec(document.body?.innerText ?? "")?.[0];
      if (text !== undefined) seen.push(text);
    };
    new MutationObserver(look).observe(document, {
      childList: true,
      subtree: true,
      characterData: true,
    });
  }, UNTRUE.source);
}

async function seedOffice(page: Page) {
  await seedJobs(page, [
    {
      customer: { customer_name: "Olivia Hart" },
      job_address: ADDRESS,
      job_estimate_date: Date.now(),
    },
  ]);
  await call(page.request, "mutation", {
    path: "inventorySeed:seedDefaults",
    args: {},
  });
}

for (const [device, viewport] of Object.entries({ DESKTOP, PHONE })) {
  const isPhone = viewport === PHONE;
  test.describe(`with 200 ms each way, ${device.toLowerCase()}`, () => {
    test.use({ viewport, hasTouch: isPhone, isMobile: isPhone });

    test("no screen calls itself offline or empty while it loads", async ({ page, line }) => {
      await signUp(page);
      await seedOffice(page);
      // A page that knows who was signed in here shows its screens before it is connected.
      await page.goto("/jobs");
      await expect(page.getByText(ADDRESS)).toBeVisible();
      // A phone has its days by then.
      if (isPhone)
        await expect
          .poll(async () => await readRows(page, "facts"))
          .toContainEqual(expect.objectContaining({ name: "savedAt" }));
      await watchTexts(page);
      await line.become("FAR");
      for (const [path, text] of SCREENS) {
        await page.goto(path);
        const content = page.getByRole("main").getByText(text).first();
        await expect(content, path).toBeVisible();
        expect(await seenTexts(page), path).toEqual([]);
      }
    });
  });
}

async function seenTexts(page: Page): Promise<string[]> {
  return await page.evaluate(() => (window as unknown as { untrueTexts: string[] }).untrueTexts);
}
