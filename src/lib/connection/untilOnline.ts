/**
 * Waits of requests that end early when the line is back: on the window's
 * `online` event, which the browser and the LineMonitor dispatch.
 */

/** A token request that takes longer has failed. */
const TOKEN_LIMIT_MS = 8000;
/** A younger request was probably sent over the line that is back. */
const RESTART_AFTER_MS = 2000;

/** Resolves after `ms`, or on the next `online` event. */
export function untilOnline(ms: number): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      window.removeEventListener("online", end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    window.addEventListener("online", end);
  });
}

/**
 * Runs the request, with a limit of 8 s. On `online` a request that has waited
 * for 2 s is aborted and starts again: it may be on a dead connection.
 */
export async function withTokenLimit<T>(request: (signal: AbortSignal) => Promise<T>): Promise<T> {
  for (;;) {
    const attempt = await runOnce(request);
    if (!attempt.isStale) return attempt.value;
  }
}

type Attempt<T> = { readonly isStale: false; readonly value: T } | { readonly isStale: true };

async function runOnce<T>(request: (signal: AbortSignal) => Promise<T>): Promise<Attempt<T>> {
  const startedAt = performance.now();
  const controller = new AbortController();
  let onOnline = () => {};
  let timer: ReturnType<typeof setTimeout> | undefined;
  // Not every request can be aborted: Clerk's takes no signal.
  const cut = new Promise<Attempt<T>>((resolve, reject) => {
    onOnline = () => {
      if (performance.now() - startedAt >= RESTART_AFTER_MS) resolve({ isStale: true });
    };
    timer = setTimeout(
      () => reject(new DOMException("No answer within 8 s", "TimeoutError")),
      TOKEN_LIMIT_MS,
    );
  });
  window.addEventListener("online", onOnline);
  try {
    const run = request(controller.signal);
    return await Promise.race([run.then((value): Attempt<T> => ({ isStale: false, value })), cut]);
  } finally {
    controller.abort();
    clearTimeout(timer);
    window.removeEventListener("online", onOnline);
  }
}
