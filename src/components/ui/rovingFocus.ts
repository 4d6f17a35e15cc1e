const CONTROLS = "a[href], button, input, select, textarea, [tabindex]:not([tabindex='-1'])";

/** Marks the controls whose `tabIndex` is managed here. */
const MANAGED = "data-roving";

/** While it is set on a part of the group, the arrow keys have another meaning there. */
const PAUSED = "[data-arrow-keys]";

const STEPS: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowUp: -1,
  ArrowRight: 1,
  ArrowDown: 1,
};

/**
 * A ref that makes the controls of a group one stop of the Tab key: the arrow keys, Home and End move between them.
 * The stop is the control that had the focus last; before that, the one with `data-roving-first`, or the first one.
 * Controls may come and go; those that have a negative `tabIndex` of their own are left alone. The first stop is
 * chosen with the next frame: to know which controls are shown now, an opening dialog would compute its styles twice.
 */
export function rovingFocus(group: HTMLElement | null) {
  if (group === null) return undefined;
  let stop: HTMLElement | undefined;
  const update = () => {
    const managed = managedIn(group);
    const reachable = managed.filter(isReachable);
    if (stop === undefined || !reachable.includes(stop))
      stop = reachable.find((each) => each.matches("[data-roving-first]")) ?? reachable[0];
    for (const control of managed) {
      control.setAttribute(MANAGED, "");
      control.tabIndex = control === stop ? 0 : -1;
    }
  };
  const onFocusIn = ({ target }: FocusEvent) => {
    stop = managedIn(group).find((each) => each === target) ?? stop;
    update();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const next = nextControl(group, event);
    if (next === undefined) return;
    event.preventDefault();
    next.focus();
  };
  const observer = new MutationObserver(update);
  observer.observe(group, {
    childList: true,
    subtree: true,
    attributeFilter: ["disabled", "hidden"],
  });
  group.addEventListener("focusin", onFocusIn);
  group.addEventListener("keydown", onKeyDown);
  // A control may be shown on wide screens only.
  window.addEventListener("resize", update);
  const frame = requestAnimationFrame(update);
  return () => {
    cancelAnimationFrame(frame);
    observer.disconnect();
    group.removeEventListener("focusin", onFocusIn);
    group.removeEventListener("keydown", onKeyDown);
    window.removeEventListener("resize", update);
  };
}

function nextControl(
  group: HTMLElement,
  { key, target, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent,
): HTMLElement | undefined {
  if (ctrlKey || metaKey || altKey || shiftKey) return undefined;
  if (!(target instanceof Element) || target.closest(PAUSED)) return undefined;
  const reachable = managedIn(group).filter(isReachable);
  const at = reachable.findIndex((each) => each === target);
  if (at === -1) return undefined;
  if (key === "Home") return reachable[0];
  if (key === "End") return reachable.at(-1);
  const step = STEPS[key];
  return step === undefined ? undefined : reachable.at((at + step) % reachable.length);
}

function managedIn(group: HTMLElement): HTMLElement[] {
  const controls = group.querySelectorAll<HTMLElement>(CONTROLS);
  return [...controls].filter((each) => each.hasAttribute(MANAGED) || each.tabIndex >= 0);
}

function isReachable(control: HTMLElement): boolean {
  if (control.matches(":disabled") || control.closest("[hidden]")) return false;
  // jsdom, in which the unit tests run, has no layout.
  return !("checkVisibility" in control) || control.checkVisibility();
}
