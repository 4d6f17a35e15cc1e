import { useCallback, useSyncExternalStore } from "react";

/** Whether the media query matches now. */
export function useMediaQuery(query: string): boolean {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const list = window.matchMedia(query);
      list.addEventListener("change", onChange);
      return () => list.removeEventListener("change", onChange);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches);
}

/** Whether the window is as wide as a desk's: from there on, screens have a second column. */
export function useIsDesk(): boolean {
  return useMediaQuery("(width >= 64rem)");
}
