import { type Page, expect } from "@playwright/test";

const PHONES = [
  { width: 390, height: 844 },
  { width: 360, height: 640 },
] as const;

/** Options of a context with a finger instead of a mouse. */
export const TOUCH = {
  viewport: PHONES[0],
  hasTouch: true,
  isMobile: true,
} as const;

/** Links in the middle of a sentence may be as high as their line. */
const INLINE = ["Settings", "Use theirs", "Use this customer", "Show customer"];

/** A finger needs 44 px. A box at half a pixel is hit at one point less. */
const ENOUGH_PX = 43;

const CONTROLS = 'a[href], button, input, select, textarea, [role="option"], [role="tab"]';

/**
 * Every control that is shown must be hit by a finger on at least 44 px of a row and 44 px of a column, on all phones.
 * What lies over a control counts: the test asks the browser what is hit. `scope` is what can be reached: a dialog, a
 * menu.
 */
export async function expectTouchTargets(page: Page, where: string, scope = "body") {
  for (const viewport of PHONES) {
    await page.setViewportSize(viewport);
    const sizes = await page.locator(scope).locator(CONTROLS).evaluateAll(touchSizes);
    const title = `${where}, ${viewport.width} px`;
    expect(sizes.length, `controls of ${title}`).toBeGreaterThan(0);
    const small = sizes.filter(
      ({ name, width, height }) => Math.min(width, height) < ENOUGH_PX && !INLINE.includes(name),
    );
    expect(small, title).toEqual([]);
  }
}

/** Runs in the page. Where no finger can hit a control, a link to the same place under it counts instead. */
async function touchSizes(controls: Element[]) {
  // The page follows the new size of the window in the frames after it.
  for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
  const isShown = (control: Element) =>
    control.checkVisibility({ opacityProperty: true }) &&
    control.getBoundingClientRect().width > 1 &&
    control.closest('[aria-hidden="true"]') === null;
  return controls.filter(isShown).map((control) => {
    control.scrollIntoView({ block: "center", inline: "center" });
    const box = control.getBoundingClientRect();
    const { href } = control as HTMLAnchorElement;
    const isPart = (part: Element) =>
      control.contains(part) ||
      part.closest("label")?.control === control ||
      (href && part.closest("a")?.href === href);
    const isHit = (x: number, y: number) => {
      const part = document.elementFromPoint(x, y);
      return part !== null && isPart(part);
    };
    /** The length of the row or column through a point, up to 44 px. */
    const run = ([x, y]: readonly [number, number], dx: 0 | 1) => {
      let length = isHit(x, y) ? 1 : 0;
      for (const way of [1, -1])
        for (
          let step = way;
          length > 0 && length < 44 && isHit(x + dx * step, y + (1 - dx) * step);
          step += way
        )
          length++;
      return length;
    };
    const middle = [box.x + box.width / 2, box.y + box.height / 2] as const;
    // A disabled button lets the finger through.
    const { width, height } = control.matches(":disabled")
      ? box
      : { width: run(middle, 1), height: run(middle, 0) };
    const label = (control as HTMLInputElement).labels?.[0]?.textContent;
    const name = control.getAttribute("aria-label") ?? label ?? control.textContent;
    return { name: name.trim(), width, height };
  });
}
