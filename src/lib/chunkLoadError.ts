import { reloadWithNewVersion } from "./waitingWorker";

/**
 * A lazily loaded chunk can fail to load on a bad connection. TanStack Router
 * reloads the page on the browser's own message for that, which shows the
 * browser's error page when offline. Replacing the message keeps the page and
 * lets RouteError show the failure in place.
 */
const MESSAGE = "This part of Downspout could not be loaded.";

/**
 * - `noAnswer`: the server is not reached, as while it is updated.
 * - `newVersion`: the server has another version of the page, and may not have the files of this one.
 * - `failed`: the file is there. Browsers keep a failed import until the page is reloaded.
 */
export type ChunkLoadCause = "noAnswer" | "newVersion" | "failed";

export function labelChunkLoadErrors(target: Window = window): void {
  target.addEventListener("vite:preloadError", ({ payload }) => {
    if (payload.message === MESSAGE) return;
    // The original message names the file. Show Error shows it.
    payload.cause = new Error(payload.message);
    payload.message = MESSAGE;
  });
}

export function isChunkLoadError(error: unknown): error is Error {
  return error instanceof Error && error.message === MESSAGE;
}

/** Why a chunk could not be loaded. */
export async function findChunkLoadCause(): Promise<ChunkLoadCause> {
  const served = await fetchScriptPath();
  if (served === null) return "noAnswer";
  const script = document.querySelector('script[type="module"][src]');
  return script?.getAttribute("src") === served ? "failed" : "newVersion";
}

/**
 * The script of the page that the server has now. Null if the server cannot be reached, or if what answers is not
 * Downspout, such as a proxy or the sign-in page of a network. The query keeps the service worker from answering.
 */
async function fetchScriptPath(): Promise<string | null> {
  try {
    const response = await fetch("/?version", { cache: "no-store" });
    if (!response.ok) return null;
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    const script = page.querySelector('script[type="module"][src]');
    return script?.getAttribute("src") ?? null;
  } catch {
    return null;
  }
}

/**
 * Reloads the page if the server can be reached. A retry without a reload is
 * not enough: browsers cache a failed module import.
 */
export async function reloadIfOnline(
  reload: () => void = () => void reloadWithNewVersion(),
): Promise<boolean> {
  const isReachable = (await fetchScriptPath()) !== null;
  if (isReachable) reload();
  return isReachable;
}
