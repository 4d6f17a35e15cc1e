import { useEffect, useEffectEvent } from "react";

/**
 * The keys of the page, by what they do; ShortcutsDialog.tsx lists them. The
 * same key may do different things on different screens. Keys are in lower case, as
 * in `event.key`; `mod` is Ctrl or Cmd.
 */
const KEYS = {
  palette: ["mod+k"],
  shortcuts: ["?"],
  newJob: ["c"],
  addInventory: ["c"],
  search: ["/"],
  today: ["t"],
  previous: ["arrowleft"],
  next: ["arrowright"],
  nextEntry: ["j"],
  previousEntry: ["k"],
  section: ["1", "2", "3", "4", "5", "6", "7", "8"],
} as const satisfies Record<string, readonly string[]>;

/** The key that `mod` stands for, as people read it. */
export const MOD_KEY = /Mac|iPhone|iPad/.test(navigator.userAgent) ? "⌘" : "Ctrl";

export type ShortcutName = keyof typeof KEYS;

/** Includes a dialog whose code is being loaded: the next keys are meant for it. */
const DIALOGS = '[role="dialog"], dialog[open], [data-dialog-loading]';

type Handlers = Readonly<Partial<Record<ShortcutName, (key: string) => void>>>;

/** The key of a shortcut, as people read it. */
export function shortcutKey(name: ShortcutName): string {
  return KEYS[name][0].toUpperCase();
}

/**
 * Handles keys while mounted: none in dialogs, except the palette over the dialog of a job, and
 * no letters in form fields or with Ctrl, Alt or Cmd.
 */
export function useShortcuts(handlers: Handlers): void {
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    const key = keyOf(event);
    const names = Object.keys(handlers) as ShortcutName[];
    const name = names.find((one) => KEYS[one].some((known) => known === key));
    if (name === undefined || !isPageShortcut(event, name)) return;
    event.preventDefault();
    handlers[name]?.(key);
  });

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => handleKey(event);
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, []);
}

function keyOf({ key, ctrlKey, metaKey }: KeyboardEvent): string {
  return `${ctrlKey || metaKey ? "mod+" : ""}${key.toLowerCase()}`;
}

function isPageShortcut(event: KeyboardEvent, name: ShortcutName): boolean {
  if (event.defaultPrevented || event.altKey) return false;
  const [dialog, another] = document.querySelectorAll(DIALOGS);
  if (dialog !== undefined) {
    const isAllowed = dialog.querySelector("[data-allows-palette]") !== null;
    return name === "palette" && isAllowed && another === undefined;
  }
  return event.ctrlKey || event.metaKey || !isTyping(event.target);
}

/** Whether keys go into a field. */
export function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable ||
      target.closest("input, textarea, select, [role=combobox]") !== null)
  );
}
