/** The attribute of the elements through which the keys J and K move. */
const ENTRY = "[data-list-entry]";

/** Focuses the next or the previous entry of the list on the page; the first one, if none has the focus. */
export function moveInList(step: 1 | -1): void {
  const entries = [...document.querySelectorAll<HTMLElement>(`main ${ENTRY}`)];
  const focused = document.activeElement?.closest(ENTRY);
  const at = entries.findIndex((entry) => entry === focused);
  entries[at < 0 ? 0 : at + step]?.focus();
}
