/**
 * Parts of the app are fetched when they are first needed, and on a bad line
 * that can fail. The router would then reload the whole page, which with no
 * line leaves the browser's own error page: so such a failure gets another
 * name, by which it is shown in place and the page stays.
 */
const SENTENCE =
  "This part of Downspout could not be loaded. Check the connection and try again.";

export function labelChunkLoadErrors(target: Window = window): void {
  target.addEventListener("vite:preloadError", ({ payload }) => {
    payload.message = SENTENCE;
  });
}

export function isChunkLoadError(error: unknown): error is Error {
  return error instanceof Error && error.message === SENTENCE;
}

/** Loads the page anew if it can be had: after a failure the browser may not ask for the part again. */
export async function reloadIfOnline(
  reload = () => window.location.reload(),
): Promise<boolean> {
  const isReachable = await fetch("/", { method: "HEAD", cache: "no-store" })
    .then(({ ok }) => ok)
    // No answer is the answer: there is still no line.
    .catch(() => false);
  if (isReachable) reload();
  return isReachable;
}
