/** The frames and the memory of a page. */
import type { Page } from "@playwright/test";
import { rowWithGoal, type Row } from "./results";

export const MAX_FRAME_MS = 50;

interface Watched {
  /** Durations of frames over 50 ms, as the browser reports them. */
  longFrames: number[];
  /** Durations of input events over 16 ms, from input to next paint. */
  events: number[];
}

/** Keeps the durations of the page's long frames and of its input events from now on. */
export async function watchFrames(page: Page): Promise<void> {
  await page.evaluate(() => {
    const watched: Watched = { longFrames: [], events: [] };
    Object.assign(window, { watched });
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) watched.longFrames.push(duration);
    }).observe({ type: "long-animation-frame" });
    new PerformanceObserver((list) => {
      for (const { name, duration } of list.getEntries())
        if (/^(?:key|input|beforeinput|pointer|mouse|touch)/.test(name))
          watched.events.push(duration);
    }).observe({ type: "event", durationThreshold: 16 } as object);
  });
}

/** The watched durations, which begin again from here. */
export async function takeFrames(page: Page): Promise<Watched> {
  // The browser reports a frame or an event shortly after it.
  await page.waitForTimeout(500);
  return await page.evaluate(() => {
    const { watched } = window as unknown as { watched: Watched };
    const taken = { ...watched };
    Object.assign(watched, { longFrames: [], events: [] });
    return taken;
  });
}

/** The row of the longest duration. The browser reports no duration up to 16 ms. */
export function longest(what: string, durations: readonly number[]): Row {
  const worst = Math.max(0, ...durations);
  const figure = worst > 0 ? `at longest ${worst.toFixed(0)} ms` : "none that is reported";
  return rowWithGoal(what, figure, {
    goal: `<= ${MAX_FRAME_MS} ms`,
    isMet: worst <= MAX_FRAME_MS,
  });
}

/** The used memory after a garbage collection. */
export async function heapOf(
  page: Page,
): Promise<{ readonly megabytes: number; readonly nodes: number }> {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send("HeapProfiler.collectGarbage");
  const { usedSize } = await devTools.send("Runtime.getHeapUsage");
  const { nodes } = await devTools.send("Memory.getDOMCounters");
  await devTools.detach();
  return { megabytes: usedSize / 1024 / 1024, nodes };
}
