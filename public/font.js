// Asks for Inter (48 kB) once the page's code is there: beside it, on a slow line, the font would delay the first list.
// A service worker has both.
/* global document, navigator */
(function () {
  const show = () => document.documentElement.classList.add("inter");
  if (navigator.serviceWorker && navigator.serviceWorker.controller) show();
  else document.addEventListener("DOMContentLoaded", show, { once: true });
})();
