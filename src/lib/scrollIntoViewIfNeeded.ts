/**
 * Scrolls as little as shows the element with its scroll margins. The browser's
 * own "nearest" leaves an element that lies within a margin where it is, which
 * may be under the bar or a floating button.
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
