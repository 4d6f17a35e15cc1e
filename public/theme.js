// Puts the chosen theme on the page before its first paint. It is a plain
// script in the head, because a module would run after that. src/lib/theme.ts
// says the same for later changes; a test holds the two together.
/* global document, matchMedia */
(function () {
  let theme = null;
  try {
    theme = localStorage.getItem("vite-ui-theme");
  } catch {
    // Storage can be forbidden; then the default stands.
  }
  const dark =
    theme === "system"
      ? matchMedia("(prefers-color-scheme: dark)").matches
      : theme !== "light";
  document.documentElement.classList.add(dark ? "dark" : "light");
  document
    .querySelector('meta[name="theme-color"]')
    .setAttribute("content", dark ? "#0e1012" : "#f5f6f6");
})();
