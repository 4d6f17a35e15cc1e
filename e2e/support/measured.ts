/** Prints how long something took: the bounds of the tests are far wider, for a busy machine. */
export async function measured(what: string, run: () => Promise<unknown>) {
  const start = performance.now();
  await run();
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  console.log(`${what}: ${seconds} s`);
}
