// Asks for Inter (48 kB) once the page's code and its first list are there: on a slow line, the font would delay both.
// A service worker has all three.
/* global document, navigator, window */
(function () {
  const show = () => document.documentElement.classList.add("inter");
  if (navigator.serviceWorker?.controller) show();
  else if (window.firstAnswer) window.firstAnswer.then(show);
  else document.addEventListener("DOMContentLoaded", show, { once: true });
})();
