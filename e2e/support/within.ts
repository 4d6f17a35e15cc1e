/** Rejects after the limit, and says what was not done: a wait without a limit hangs and explains nothing. */
export async function within<Value>(
  limitMs: number,
  what: () => string,
  work: Promise<Value>,
): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new Error(`Not done within ${limitMs} ms: ${what()}.`)),
      limitMs,
    );
  });
  try {
    return await Promise.race([work, limit]);
  } finally {
    clearTimeout(timer);
  }
}
