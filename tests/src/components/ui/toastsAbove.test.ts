import { afterEach, expect, it } from "vitest";
import { toastsAbove, toastsBottom } from "@/components/ui/toastsAbove";

const SIZE = { innerWidth: window.innerWidth, innerHeight: window.innerHeight };
const open: (() => void)[] = [];

afterEach(() => {
  for (const close of open.splice(0)) close();
  Object.assign(window, SIZE);
});

/** Opens a dialog whose footer is there, in px. */
function openDialog(right: number, top: number, bottom: number): () => void {
  const footer = document.createElement("footer");
  footer.getBoundingClientRect = () => ({ top, right, bottom }) as DOMRect;
  const close = toastsAbove(footer) ?? (() => undefined);
  open.push(close);
  window.dispatchEvent(new Event("resize"));
  return () => {
    open.splice(open.indexOf(close), 1);
    close();
  };
}

const BUTTONS = { width: 1024, right: 800, top: 700, bottom: 750 };

it.each([
  ["above buttons that they would cover", {}, 80],
  ["in their place beside a dialog", { right: 643 }, null],
  ["above a dialog that ends where they begin", { right: 644 }, 80],
  ["in their place below a dialog", { top: 400, bottom: 487 }, null],
  ["above a dialog 280 px over the ground", { top: 400, bottom: 488 }, 380],
  ["above the buttons of a phone", { width: 600, right: 200 }, 80],
])("places the toasts %s", (_, place, expected) => {
  const { width, right, top, bottom } = { ...BUTTONS, ...place };
  Object.assign(window, { innerWidth: width, innerHeight: 768 });
  openDialog(right, top, bottom);
  expect(toastsBottom.get()).toBe(expected);
});

it("follows the dialog on top, and the one below once that is closed", () => {
  Object.assign(window, { innerWidth: 1024, innerHeight: 768 });
  const closeBelow = openDialog(800, 700, 750);
  const closeAbove = openDialog(800, 600, 650);
  expect(toastsBottom.get()).toBe(180);
  closeAbove();
  expect(toastsBottom.get()).toBe(80);
  closeBelow();
  expect(toastsBottom.get()).toBeNull();
});
