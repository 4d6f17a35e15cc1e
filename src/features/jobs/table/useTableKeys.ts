import type { KeyboardEvent } from "react";
import { allToggled, extended, withRange, type Selection } from "./selection";

/** The attribute with a row's key, and the attribute of the controls through which the arrow keys move. */
const KEY = "data-key";
const CELL = "data-cell";

type Change = (next: (selection: Selection, order: readonly string[]) => Selection) => void;

/**
 * The keys of a table with checkboxes: arrows, Home and End move between rows, Shift with an arrow or with the space
 * bar selects a range, and Ctrl+A selects all.
 */
export function useTableKeys(change: Change) {
  return (event: KeyboardEvent<HTMLElement>): void => {
    const focused = (event.target as HTMLElement).closest(`[${CELL}]`);
    const row = focused?.closest(`[${KEY}]`);
    const key = row?.getAttribute(KEY);
    if (!focused || !row || !key) return;
    const cell = focused.getAttribute(CELL);
    if (event.key === " " && event.shiftKey && cell === "select") {
      event.preventDefault();
      change((selection, order) => withRange(selection, key, order));
    } else if (event.key === "a" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      change((selection, order) =>
        order.every((each) => selection.keys.has(each)) ? selection : allToggled(selection, order),
      );
    } else {
      const next = rowAt(row, event.key);
      const to = next?.getAttribute(KEY);
      if (!next || !to) return;
      event.preventDefault();
      next.querySelector<HTMLElement>(`[${CELL}="${cell}"]`)?.focus();
      if (event.shiftKey) change((selection, order) => extended(selection, [key, to], order));
    }
  };
}

/** The row to which a key moves. Null for another key, and at the ends. */
function rowAt(row: Element, key: string): Element | null {
  if (key === "ArrowDown") return row.nextElementSibling;
  if (key === "ArrowUp") return row.previousElementSibling;
  const rows = row.parentElement?.children;
  if (key === "Home") return rows?.[0] ?? null;
  return key === "End" ? (rows?.[rows.length - 1] ?? null) : null;
}
