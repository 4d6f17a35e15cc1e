import { useEffect } from "react";

/** On a screen that asks the server nothing, there is no first answer for public/font.js to wait for. */
export function useFontAtOnce(): void {
  useEffect(() => document.documentElement.classList.add("inter"), []);
}
