/**
 * A lazily loaded chunk can fail to load on a bad connection. TanStack Router
 * reloads the page on the browser's own message for that, which shows the
 * browser's error page when offline. Replacing the message keeps the page and
 * lets RouteError show the failure in place.
 */
const MESSAGE =
  "This part of Downspout could not be loaded. Check the connection and try again.";

export function labelChunkLoadErrors(target: Window = window): void {
  target.addEventListener("vite:preloadError", ({ payload }) => {
    payload.message = MESSAGE;
  });
}

export function isChunkLoadError(error: unknown): error is Error {
  return error instanceof Error && error.message === MESSAGE;
}

/**
 * Reloads the page if the server can be reached. A retry without a reload is
 * not enough: browsers cache a failed module import.
 */
export async function reloadIfOnline(
  reload = () => window.location.reload(),
): Promise<boolean> {
  const isReachable = await fetch("/", { method: "HEAD", cache: "no-store" })
    .then(({ ok }) => ok)
    .catch(() => false);
  if (isReachable) reload();
  return isReachable;
}
