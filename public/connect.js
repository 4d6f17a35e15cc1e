// Asks for the token and connects while the code that needs both is loading: src/lib/accountsApi.ts takes the answer,
// and src/lib/connection/WatchedWebSocket.ts the socket. src/lib/waitingWorker.ts takes the registration.
/* global window, location, navigator, fetch, WebSocket */
(function () {
  if ("serviceWorker" in navigator && navigator.serviceWorker.controller) {
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
  window.earlySocket = new WebSocket(
    `${location.origin.replace("http", "ws")}/api/sync`,
  );
})();
