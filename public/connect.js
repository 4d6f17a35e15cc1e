// Asks for the token and connects while the code that needs both is loading: src/session/accountsApi.ts takes the answer,
// and src/lib/connection/WatchedWebSocket.ts the socket. src/lib/waitingWorker.ts takes the registration.
/* global window, document, location, navigator, fetch, WebSocket, setTimeout */
(function () {
  /** From when the code is there to when nothing waits for the first answer any more. */
  const LIMIT_MS = 2000;

  const isSaved = Boolean(navigator.serviceWorker?.controller);
  if (isSaved) {
    window.earlyRegistration = navigator.serviceWorker.getRegistration();
    // Whoever takes it handles the failure.
    window.earlyRegistration.catch(() => undefined);
  }
  try {
    if (localStorage.getItem("downspout-signed-in") === null) return;
    if (localStorage.getItem("downspout-sign-out") !== null) return;
  } catch {
    // Storage is forbidden.
    return;
  }
  window.earlyToken = fetch("/api/auth/token");
  // Whoever takes the answer handles the failure.
  window.earlyToken.catch(() => undefined);
  const socket = new WebSocket(`${location.origin.replace("http", "ws")}/api/sync`);
  window.earlySocket = socket;
  if (isSaved) return;
  // What the first list does not need waits for it: on a slow line it would delay the list.
  window.firstAnswer = new Promise((resolve) => {
    socket.addEventListener("message", ({ data }) => {
      // QueryUpdated or QueryFailed.
      if (String(data).includes('"Query')) resolve();
    });
    socket.addEventListener("close", () => resolve());
    document.addEventListener("DOMContentLoaded", () => setTimeout(resolve, LIMIT_MS));
  });
})();
