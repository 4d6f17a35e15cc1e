import { useEffect, useEffectEvent } from "react";

/** Single keys of a screen, by `event.key` in lower case. They are off in fields, in dialogs and with Ctrl, Alt or Cmd. */
export function useShortcuts(shortcuts: Readonly<Record<string, () => void>>) {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const act = shortcuts[event.key.toLowerCase()];
    if (act === undefined || !isForPage(event)) return;
    event.preventDefault();
    act();
  });

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => press(event);
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, []);
}

function isForPage(event: KeyboardEvent): boolean {
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
