/**
 * Focus that would go to the body, because its element was removed, goes to the
 * closest container that is left, such as the dialog; else to the page's content.
 * So Tab and a screen reader go on from there, not from the top of the page. Returns what ends it.
 */
export function keepFocus(): () => void {
  /** The last focused element, then its ancestors. */
  let path: readonly EventTarget[] = [];
  const onFocusIn = (event: FocusEvent) => {
    path = event.composedPath();
  };
  const onFocusOut = ({ relatedTarget }: FocusEvent) => {
    if (relatedTarget !== null) return;
    // Browsers fire it just before a removal too. A person who left the element keeps the body.
    queueMicrotask(() => {
      if (isFree() && isConnected(path[0])) path = [];
    });
  };
  // In the capture phase: ToastContainer.tsx stops those of the toasts.
  document.addEventListener("focusin", onFocusIn, true);
  document.addEventListener("focusout", onFocusOut, true);
  const isLost = () => isFree() && path.length > 0 && !isConnected(path[0]);
  const observer = new MutationObserver(() => {
    if (!isLost()) return;
    // A dialog that closes and a list of toasts return the focus themselves.
    requestAnimationFrame(() => {
      if (isLost()) focusWhatIsLeft(path);
    });
  });
  observer.observe(document.body, { childList: true, subtree: true });
  return () => {
    document.removeEventListener("focusin", onFocusIn, true);
    document.removeEventListener("focusout", onFocusOut, true);
    observer.disconnect();
  };
}

function isFree(): boolean {
  return document.activeElement === document.body;
}

function isConnected(target: EventTarget | undefined): boolean {
  return target instanceof Node && target.isConnected;
}

function focusWhatIsLeft(path: readonly EventTarget[]): void {
  const container =
    path.find(
      (each) =>
        each instanceof HTMLElement &&
        each.isConnected &&
        each.matches("[tabindex], [role=dialog]"),
    ) ?? document.querySelector("main");
  if (!(container instanceof HTMLElement)) return;
  if (!container.hasAttribute("tabindex")) makeFocusable(container);
  container.focus({ preventScroll: true });
}

/** Only for as long as it has the focus: otherwise a click beside a control would focus it. */
function makeFocusable(container: HTMLElement): void {
  container.tabIndex = -1;
  container.addEventListener(
    "blur",
    () => container.removeAttribute("tabindex"),
    { once: true },
  );
}
