/**
 * Keeps the keys that are typed while the code of a dialog is loaded: they are meant for the dialog, not for the page
 * behind it. Returns a function that stops this, and puts the text into the focused field of the dialog.
 */
export function holdKeys(): () => void {
  const typed: string[] = [];
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isForDialog(event)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (event.key === "Backspace" || isText(event.key)) typed.push(event.key);
  };
  // In the capture phase: before the page acts on them.
  window.addEventListener("keydown", onKeyDown, true);
  const release = () => {
    window.removeEventListener("keydown", onKeyDown, true);
    const field = document.activeElement;
    if (field instanceof HTMLInputElement && field.closest("[role=dialog]")) insert(field, typed);
  };
  // The dialog takes the place of its spinner and focuses its field in the same commit, which calls this.
  return () => queueMicrotask(release);
}

/** False for the browser's own keys, such as Ctrl+R and F5. AltGr types characters; on Windows it sets Ctrl and Alt. */
function isForDialog(event: KeyboardEvent): boolean {
  if (event.isComposing || /^F\d+$/.test(event.key)) return false;
  return event.getModifierState("AltGraph") || !(event.ctrlKey || event.metaKey || event.altKey);
}

/** Other keys have names of several letters, such as "Shift". */
function isText(key: string): boolean {
  return [...key].length === 1;
}

function insert(field: HTMLInputElement, keys: readonly string[]): void {
  if (keys.length === 0) return;
  const text = keys.reduce(
    (before, key) => (key === "Backspace" ? [...before].slice(0, -1).join("") : before + key),
    field.value,
  );
  // React does not see a change of `value`.
  field.setRangeText(text, 0, field.value.length, "end");
  field.dispatchEvent(new InputEvent("input", { bubbles: true }));
}
