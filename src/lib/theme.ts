import { readLocal, writeLocal } from "./safeStorage";

const THEMES = ["light", "dark", "system"] as const;

export type Theme = (typeof THEMES)[number];

const STORAGE_KEY = "vite-ui-theme";
const DEFAULT_THEME: Theme = "dark";
/** `<meta name="theme-color">` of each theme: its canvas color. */
const THEME_COLOR = { dark: "#0e1012", light: "#f5f6f6" };

export function systemPrefersDark(): MediaQueryList {
  return window.matchMedia("(prefers-color-scheme: dark)");
}

export function applyTheme(theme: Theme) {
  const isDark = theme === "dark" || (theme === "system" && systemPrefersDark().matches);
  const resolved = isDark ? "dark" : "light";
  const root = document.documentElement;
  root.classList.remove("dark", "light");
  root.classList.add(resolved);
  document
    .querySelector('meta[name="theme-color"]')
    ?.setAttribute("content", THEME_COLOR[resolved]);
}

export function storedTheme(): Theme {
  return toTheme(readLocal(STORAGE_KEY));
}

export function storeTheme(theme: Theme) {
  writeLocal(STORAGE_KEY, theme);
}

/** Calls back with the new theme when another tab chooses one. */
export function onThemeStored(listener: (theme: Theme) => void): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key === STORAGE_KEY) listener(toTheme(event.newValue));
  };
  window.addEventListener("storage", onStorage);
  return () => window.removeEventListener("storage", onStorage);
}

function toTheme(text: string | null): Theme {
  return THEMES.find((theme) => theme === text) ?? DEFAULT_THEME;
}
