import { expect, test, vi } from "vitest";
import { scrollIntoViewIfNeeded } from "@/lib/scrollIntoViewIfNeeded";

/** In a window of 768 px, with margins of 72 px above and 96 px below. */
function scrolled(top: number, bottom: number): unknown {
  const element = document.createElement("div");
  element.style.scrollMarginTop = "72px";
  element.style.scrollMarginBottom = "96px";
  element.getBoundingClientRect = () =>
    ({ top, bottom }) as ReturnType<Element["getBoundingClientRect"]>;
  const scrollIntoView = vi.fn();
  element.scrollIntoView = scrollIntoView;
  document.body.append(element);
  vi.stubGlobal("innerHeight", 768);
  scrollIntoViewIfNeeded(element);
  element.remove();
  return scrollIntoView.mock.calls[0]?.[0] ?? null;
}

test.each([
  ["in sight", 72, 672, null],
  ["under the bar", 60, 300, { block: "start" }],
  ["under the floating button", 400, 700, { block: "end" }],
  ["below the window", 900, 1200, { block: "end" }],
  ["taller than the window", 400, 1400, { block: "start" }],
])("an element %s", (_where, top, bottom, call) => {
  expect(scrolled(top, bottom)).toEqual(call);
});
