/** Asks every so often until the answer is not null; then that is it. */
export async function eventually<Value>(
  ask: () => Value | null | Promise<Value | null>,
  withinMs = 10_000,
  everyMs = 2,
): Promise<Value> {
  const until = Date.now() + withinMs;
  for (;;) {
    const value = await ask();
    if (value !== null) return value;
    if (Date.now() > until) {
      throw new Error(
        `This did not come within ${withinMs} ms: ${String(ask)}`,
      );
    }
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
}
