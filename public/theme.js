// Before the first paint; later src/lib/theme.ts does the same.
/* global document, matchMedia */
(function () {
  let theme = null;
  try {
    theme = localStorage.getItem("vite-ui-theme");
  } catch {
    // Storage is forbidden.
  }
  const dark =
    theme === "system" ? matchMedia("(prefers-color-scheme: dark)").matches : theme !== "light";
  document.documentElement.classList.add(dark ? "dark" : "light");
  document
    .querySelector('meta[name="theme-color"]')
    .setAttribute("content", dark ? "#0e1012" : "#f5f6f6");
})();
