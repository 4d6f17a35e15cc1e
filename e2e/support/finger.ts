import type { Page } from "@playwright/test";

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** One finger on the screen of a phone. */
export async function fingerOn(page: Page) {
  const devtools = await page.context().newCDPSession(page);
  const touch = async (type: "touchStart" | "touchMove" | "touchEnd", ...touchPoints: Point[]) => {
    await devtools.send("Input.dispatchTouchEvent", { type, touchPoints });
  };
  return {
    put: (at: Point) => touch("touchStart", at),
    lift: () => touch("touchEnd"),
    slide: async (from: Point, to: Point) => {
      const STEPS = 8;
      for (let step = 1; step <= STEPS; step += 1) {
        const part = step / STEPS;
        await touch("touchMove", {
          x: from.x + (to.x - from.x) * part,
          y: from.y + (to.y - from.y) * part,
        });
      }
    },
  };
}
