/** Polls until the result is not null, and returns it. The default limit ends before a test's own timeout of 60 s. */
export async function eventually<Value>(
  ask: () => Value | null | Promise<Value | null>,
  withinMs = 50_000,
  everyMs = 2,
): Promise<Value> {
  const until = Date.now() + withinMs;
  for (;;) {
    const value = await ask();
    if (value !== null) return value;
    if (Date.now() > until) {
      throw new Error(`This did not come within ${withinMs} ms: ${String(ask)}`);
    }
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
}
