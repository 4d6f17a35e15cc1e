import { act, fireEvent } from "@testing-library/react";
import { flushSync } from "react-dom";
import { vi } from "vitest";

/**
 * From here on the page renders between the blur of an element and the focus of the next one, and MutationObservers are
 * called then: a browser runs microtasks after each listener of a Tab key's events, and jsdom runs none. Call it before
 * the page is rendered, and `vi.unstubAllGlobals` after the test.
 */
export function runMicrotasksOnBlur(): void {
  const observers = new Set<CalledEarly>();
  class CalledEarly extends MutationObserver {
    readonly #callback: MutationCallback;

    constructor(callback: MutationCallback) {
      super(callback);
      this.#callback = callback;
      observers.add(this);
    }

    override disconnect() {
      super.disconnect();
      observers.delete(this);
    }

    callNow() {
      const records = this.takeRecords();
      if (records.length > 0) this.#callback(records, this);
    }
  }
  vi.stubGlobal("MutationObserver", CalledEarly);
  window.addEventListener("focusout", () => {
    flushSync(() => undefined);
    for (const observer of observers) observer.callNow();
  });
}

/** The controls inside that the Tab key reaches, in the order of the document. */
export function tabStops(inside: Element): HTMLElement[] {
  const controls = inside.querySelectorAll<HTMLElement>(
    "a[href], button, input, select, textarea, [tabindex]",
  );
  return [...controls].filter(
    (control) =>
      control.tabIndex >= 0 &&
      !control.matches(":disabled, [type=file]") &&
      control.closest("[hidden]") === null,
  );
}

/**
 * Presses the Tab key in the dialog, and returns every element that the focus goes to. Far cheaper than that of
 * user-event, which computes the styles of the whole page.
 */
export function pressTab(dialog: Element, shift: boolean): Element[] {
  const from = document.activeElement;
  if (from === null) throw new Error("The document has no body.");
  const visited: Element[] = [];
  const onFocusIn = ({ target }: FocusEvent) => {
    if (target instanceof Element) visited.push(target);
  };
  document.addEventListener("focusin", onFocusIn, true);
  if (fireEvent.keyDown(from, { key: "Tab", shiftKey: shift })) {
    const stops = tabStops(dialog);
    const at = stops.findIndex((stop) => stop === from);
    act(() => stops.at(at + (shift ? -1 : 1))?.focus());
  }
  document.removeEventListener("focusin", onFocusIn, true);
  return visited;
}
