import { useEffect } from "react";

/** Shows Inter at once, for screens without queries, where public/font.js would wait in vain for a first result. */
export function useFontAtOnce(): void {
  useEffect(() => document.documentElement.classList.add("inter"), []);
}
