import { readFileSync } from "node:fs";
import { act, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { ThemeChoice } from "@/components/ThemeChoice";
import { applyTheme } from "@/lib/theme";
import { ThemeProvider } from "@/lib/ThemeProvider";

const KEY = "vite-ui-theme";
const root = document.documentElement;
const frameColor = () =>
  document.querySelector('meta[name="theme-color"]')?.getAttribute("content");

let systemIsDark = false;
const systemListeners = new Set<() => void>();

function setSystem(isDark: boolean) {
  systemIsDark = isDark;
  for (const listener of systemListeners) listener();
}

beforeEach(() => {
  localStorage.clear();
  root.className = "";
  document.head.innerHTML = '<meta name="theme-color" content="" />';
  systemIsDark = false;
  vi.stubGlobal("matchMedia", () => ({
    get matches() {
      return systemIsDark;
    },
    addEventListener: (_: string, listener: () => void) => systemListeners.add(listener),
    removeEventListener: (_: string, listener: () => void) => systemListeners.delete(listener),
  }));
});

const show = () =>
  render(
    <ThemeProvider>
      <ThemeChoice />
    </ThemeProvider>,
  );

// Spec 4.15, 9.13
test("the theme is dark by default", () => {
  show();
  expect(root).toHaveClass("dark", { exact: true });
  expect(screen.getByRole("radio", { name: "Dark" })).toBeChecked();
});

// Spec 4.14, 4.16, 4.18, 9.13
test("stores the choice on the device", async () => {
  show();
  await userEvent.click(screen.getByRole("radio", { name: "Light" }));
  expect(root).toHaveClass("light", { exact: true });
  expect(localStorage.getItem(KEY)).toBe("light");
});

// Spec 4.14, 4.17
test("'system' follows the device while the page is open", async () => {
  localStorage.setItem(KEY, "system");
  show();
  expect(root).toHaveClass("light", { exact: true });
  act(() => setSystem(true));
  expect(root).toHaveClass("dark", { exact: true });
  await userEvent.click(screen.getByRole("radio", { name: "Dark" }));
  act(() => setSystem(false));
  expect(root).toHaveClass("dark", { exact: true });
});

test("follows a choice made in another tab", () => {
  show();
  act(() => {
    window.dispatchEvent(new StorageEvent("storage", { key: KEY, newValue: "light" }));
  });
  expect(root).toHaveClass("light", { exact: true });
});

const beforeFirstPaint = readFileSync("public/theme.js", "utf8");

test.each([
  [null, false],
  ["light", true],
  ["dark", false],
  ["system", true],
  ["system", false],
  ["purple", false],
] as const)("the first paint already has the theme %s (device dark: %s)", (stored, isDark) => {
  systemIsDark = isDark;
  if (stored !== null) localStorage.setItem(KEY, stored);
  // Indirect: the script runs in the page's global scope.
  // oxlint-disable-next-line no-eval -- The script runs as the page runs it: in the global scope.
  globalThis.eval(beforeFirstPaint);
  const first = { className: root.className, frame: frameColor() };
  const { unmount } = show();
  expect({ className: root.className, frame: frameColor() }).toEqual(first);
  unmount();
});

test("the theme-color meta tag has the page's color", () => {
  const css = readFileSync("src/styles.css", "utf8");
  const canvases = [...css.matchAll(/--canvas: (#\w+)/g)].map((hit) => hit[1]);
  applyTheme("light");
  const light = frameColor();
  applyTheme("dark");
  expect([light, frameColor()]).toEqual(canvases);
});
