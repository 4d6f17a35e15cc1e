import { useEffect, useEffectEvent } from "react";

/**
 * Single-key shortcuts, by `event.key` in lower case. Disabled in form fields,
 * in dialogs and with Ctrl, Alt or Cmd.
 */
export function useShortcuts(shortcuts: Readonly<Record<string, () => void>>) {
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    const action = shortcuts[event.key.toLowerCase()];
    if (action === undefined || !isPageShortcut(event)) return;
    event.preventDefault();
    action();
  });

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => handleKey(event);
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, []);
}

function isPageShortcut(event: KeyboardEvent): boolean {
  if (event.defaultPrevented) return false;
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  if (document.querySelector('[role="dialog"]') !== null) return false;
  const { target } = event;
  return !(
    target instanceof HTMLElement &&
    (target.isContentEditable ||
      target.closest("input, textarea, select, [role=combobox]") !== null)
  );
}
