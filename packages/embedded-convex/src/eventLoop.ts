/** Waits on the event loop. */

/** Bytes. The work on a longer message is split into several turns of the event loop. */
export const LONG_BYTES = 64 * 1024;

export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** Items that are handled in one turn of the event loop. */
const SLICE = 20;

/** Handles many items without blocking the event loop. The first slice is handled before this returns. */
export async function inSlices<Item>(
  items: readonly Item[],
  handle: (item: Item) => void,
): Promise<void> {
  for (const [at, item] of items.entries()) {
    if (at > 0 && at % SLICE === 0) await nextTurn();
    handle(item);
  }
}

let turns = Promise.resolve();

/** Resolves in a turn of the event loop that no other caller gets: the work on several long messages never adds up. */
export function ownTurn(): Promise<void> {
  turns = turns.then(nextTurn);
  return turns;
}

/** Does not keep the process alive. */
export async function sleep(ms: number): Promise<void> {
  if (ms === 0) return;
  await new Promise((resolve) => setTimeout(resolve, ms).unref());
}
