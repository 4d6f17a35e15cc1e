import type { KeyboardEvent } from "react";
import { isComposing } from "@/lib/isComposing";

/**
 * The blocks of the job form. Ctrl, Shift and the digit focus a block. Browsers, screen readers and input methods do
 * not use these keys on Windows, Linux and macOS.
 */
export const FORM_BLOCKS = {
  customer: { digit: 1, label: "Customer" },
  job: { digit: 2, label: "Job" },
  pictures: { digit: 3, label: "Pictures" },
  schedule: { digit: 4, label: "Schedule" },
  notes: { digit: 5, label: "Notes" },
  materials: { digit: 6, label: "Materials" },
} as const;

export type FormBlock = keyof typeof FORM_BLOCKS;

/** Marks the element of a block. */
export function blockMark(block: FormBlock) {
  return { "data-block": FORM_BLOCKS[block].digit };
}

/** A ref of the form: the keys of the blocks, pressed anywhere in its dialog, focus the block's first control. */
export function blockKeys(form: HTMLFormElement | null) {
  if (form === null) return undefined;
  const onKeyDown = (event: globalThis.KeyboardEvent) => {
    const { ctrlKey, shiftKey, altKey, metaKey, code, target } = event;
    if (!ctrlKey || !shiftKey || altKey || metaKey) return;
    const dialog = form.closest("[role=dialog]") ?? form;
    if (!(target instanceof Node) || !dialog.contains(target)) return;
    // The key's place: with Shift, what it types depends on the keyboard.
    const digit = /^Digit(\d)$/.exec(code)?.[1];
    const block = form.querySelector(`[data-block="${digit}"]`);
    if (block === null) return;
    event.preventDefault();
    firstStop(block)?.focus();
  };
  window.addEventListener("keydown", onKeyDown);
  return () => window.removeEventListener("keydown", onKeyDown);
}

function firstStop(block: Element): HTMLElement | undefined {
  const controls = block.querySelectorAll<HTMLElement>("input, select, textarea, button, a[href]");
  return [...controls].find((each) => each.tabIndex >= 0 && !each.matches(":disabled"));
}

/** An input method's Enter does nothing but end the composition. */
export function keepCompositionEnter(event: KeyboardEvent): void {
  if (event.key !== "Enter" || !isComposing(event)) return;
  event.stopPropagation();
  if (event.target instanceof HTMLInputElement) event.preventDefault();
}

/**
 * Enter saves from every field of one line, unless the field has used it, for example for its list. The browser would
 * submit too, but not while Save is disabled: then the person would not learn what is missing.
 */
export function saveOnEnter(event: KeyboardEvent<HTMLFormElement>): void {
  const { key, target, currentTarget: form, defaultPrevented } = event;
  if (key !== "Enter" || defaultPrevented) return;
  if (!(target instanceof HTMLInputElement) || target.form !== form) return;
  event.preventDefault();
  // A key that is held after it has chosen from a list does not save.
  if (!event.repeat) form.requestSubmit();
}
