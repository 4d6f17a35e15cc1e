import type { Page } from "@playwright/test";

/** Answers for the page and its files go through; those of the API and the websocket do not. */
export async function cutSignal(page: Page) {
  const line = { isCut: true };
  await page.route("**/api/**", (route) => (line.isCut ? route.abort("failed") : route.continue()));
  await page.routeWebSocket(/\/api\//, (socket) => {
    if (line.isCut) void socket.close();
    else socket.connectToServer();
  });
  return line;
}
