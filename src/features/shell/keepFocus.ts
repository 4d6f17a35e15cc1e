/**
 * If the focused element is removed, focuses its closest remaining container, such
 * as the dialog, or else the page's content: Tab and a screen reader then go on from
 * there, not from the top of the page. Returns a function that stops this.
 */
export function keepFocus(): () => void {
  /** The last focused element, then its ancestors. */
  let path: readonly EventTarget[] = [];
  const onFocusIn = (event: FocusEvent) => {
    path = event.composedPath();
  };
  const onFocusOut = ({ relatedTarget }: FocusEvent) => {
    if (relatedTarget !== null) return;
    // Browsers fire `focusout` before a removal too. If the user moved the focus away, it stays on the body.
    queueMicrotask(() => {
      if (isFree() && isConnected(path[0])) path = [];
    });
  };
  // In the capture phase, because ToastContainer.tsx stops the focus events of toasts.
  document.addEventListener("focusin", onFocusIn, true);
  document.addEventListener("focusout", onFocusOut, true);
  const isLost = () => isFree() && path.length > 0 && !isConnected(path[0]);
  const observer = new MutationObserver(() => {
    if (!isLost()) return;
    // Waits a frame: a closing dialog and the list of toasts return the focus themselves.
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

/** Makes it focusable only while it has the focus: otherwise a click beside a control would focus it. */
function makeFocusable(container: HTMLElement): void {
  container.tabIndex = -1;
  container.addEventListener("blur", () => container.removeAttribute("tabindex"), { once: true });
}
