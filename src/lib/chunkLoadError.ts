import { reloadWithNewVersion } from "./waitingWorker";

/**
 * A lazily loaded chunk can fail to load on a bad connection. TanStack Router
 * reloads the page on the browser's own message for that, which shows the
 * browser's error page when offline. Replacing the message keeps the page and
 * lets RouteError show the failure in place.
 */
const MESSAGE =
  "This part of Downspout could not be loaded. Check the connection and try again.";
const UPDATED =
  "Downspout was updated, and this part of the earlier version is gone. Try again to load the new version.";
const REACHABLE = "This part of Downspout could not be loaded. Try again.";

export function labelChunkLoadErrors(target: Window = window): void {
  target.addEventListener("vite:preloadError", ({ payload }) => {
    if (payload.message === MESSAGE) return;
    // For Show Error: it names the file.
    payload.cause = new Error(payload.message);
    payload.message = MESSAGE;
  });
}

export function isChunkLoadError(error: unknown): error is Error {
  return error instanceof Error && error.message === MESSAGE;
}

/** Why a chunk could not be loaded, and what to do about it. */
export async function explainChunkLoadError(): Promise<string> {
  const page = await fetchPage();
  if (page === null) return MESSAGE;
  const script = document.querySelector('script[type="module"][src]');
  const isCurrent = page.includes(script?.getAttribute("src") ?? "");
  return isCurrent ? REACHABLE : UPDATED;
}

/** Null if the server cannot be reached. The query keeps the service worker from answering. */
async function fetchPage(): Promise<string | null> {
  try {
    const answer = await fetch("/?version", { cache: "no-store" });
    return answer.ok ? await answer.text() : null;
  } catch {
    return null;
  }
}

/**
 * Reloads the page if the server can be reached. A retry without a reload is
 * not enough: browsers cache a failed module import.
 */
export async function reloadIfOnline(
  reload = () => void reloadWithNewVersion(),
): Promise<boolean> {
  const isReachable = (await fetchPage()) !== null;
  if (isReachable) reload();
  return isReachable;
}
