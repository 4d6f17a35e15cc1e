const IDLE_LIMIT_MS = 5000;

/** Resolves when the page has nothing else to do, after at most 5 s. */
export async function whenIdle(): Promise<void> {
  await new Promise<void>((resolve) => {
    // Safari has no requestIdleCallback.
    if (typeof requestIdleCallback === "function")
      requestIdleCallback(() => resolve(), { timeout: IDLE_LIMIT_MS });
    else setTimeout(resolve, 1000);
  });
}
