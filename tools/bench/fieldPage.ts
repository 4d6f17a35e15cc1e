import type { Page } from "@playwright/test";
import { savedRows } from "../../e2e/support/device";
import { editDialog } from "../../e2e/support/jobs";

const SLOWDOWN = 4;
const LIMIT_MS = 90_000;

/** Milliseconds since 1970, as the browser's pages count them. */
export function now(): number {
  return performance.timeOrigin + performance.now();
}

/** A page on a slow processor, which says when something was on the screen. */
export class SlowPage {
  private constructor(private readonly page: Page) {}

  static async of(page: Page): Promise<SlowPage> {
    const devTools = await page.context().newCDPSession(page);
    await devTools.send("Emulation.setCPUThrottlingRate", { rate: SLOWDOWN });
    return new SlowPage(page);
  }

  /** Opens the dashboard. Resolves to the time from the navigation to an element of `selector`. */
  async open(selector: string): Promise<number> {
    await this.navigate();
    return await this.sinceStart(selector);
  }

  async navigate() {
    await this.page.goto("/dashboard", { waitUntil: "commit" });
  }

  async leave() {
    await this.page.goto("about:blank");
  }

  async sinceStart(selector: string, text = ""): Promise<number> {
    const seen = await this.appears(selector, text);
    return seen - (await this.page.evaluate(() => performance.timeOrigin));
  }

  /** Resolves to when an element with one of the texts is there, checked with every frame. */
  async appears(selector: string, ...texts: string[]): Promise<number> {
    const seen = await this.page.waitForFunction(
      ([wanted, parts]) => {
        const elements = [...document.querySelectorAll(wanted)];
        const isThere = elements.some(({ textContent }) =>
          parts.some((part) => textContent.includes(part)),
        );
        return isThere && performance.timeOrigin + performance.now();
      },
      [selector, texts] as const,
      { polling: "raf", timeout: LIMIT_MS },
    );
    return (await seen.jsonValue()) as number;
  }

  /** Waits until the phone has a copy of this many jobs, and all code of the page. */
  async hasCopy(jobs: number) {
    const { page } = this;
    await page.evaluate(async () => await navigator.serviceWorker.ready);
    while ((await savedRows(page, "jobs")) < jobs) await page.waitForTimeout(100);
  }

  /** Resolves to the time from the click to the filled form. */
  async openFirstJob(): Promise<number> {
    const clicked = await this.page.evaluate(() => {
      const card = document.querySelector<HTMLElement>("article h2 button");
      card?.click();
      return performance.timeOrigin + performance.now();
    });
    return (await this.appears("[role=dialog] label", "Notes")) - clicked;
  }

  /** Types into the open dialog and leaves the field. Resolves to when it was left. */
  async saveNotes(text: string): Promise<number> {
    await editDialog(this.page).getByLabel("Notes", { exact: true }).fill(text);
    return await this.page.evaluate(() => {
      const left = performance.timeOrigin + performance.now();
      (document.activeElement as HTMLElement).blur();
      return left;
    });
  }

  /** Waits until no toast and no word is shown. */
  async isQuiet() {
    await this.page.waitForFunction(
      () => document.querySelector("[data-sonner-toast], label + span") === null,
      undefined,
      { timeout: LIMIT_MS },
    );
  }
}
