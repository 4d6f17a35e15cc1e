/**
 * Scrolls as little as needed to show the element with its scroll margins.
 * Unlike `scrollIntoView({ block: "nearest" })`, it also scrolls an element that
 * is in the viewport but inside a margin, under the bar or a floating button.
 */
export function scrollIntoViewIfNeeded(element: Element) {
  const { top, bottom } = element.getBoundingClientRect();
  const style = getComputedStyle(element);
  const from = top - (Number.parseFloat(style.scrollMarginTop) || 0);
  const to = bottom + (Number.parseFloat(style.scrollMarginBottom) || 0);
  const isTall = to - from > window.innerHeight;
  if (from < 0 || (isTall && to > window.innerHeight)) {
    element.scrollIntoView({ block: "start" });
  } else if (to > window.innerHeight) {
    element.scrollIntoView({ block: "end" });
  }
}
