/** Waits on the event loop. */
import { FairQueue } from "./fairQueue";

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

/**
 * Returns a function that resolves in a turn of the event loop that no other of its callers gets; the callers with
 * different keys take turns. After a turn that took long, the next one waits for as long: at least half of the time is
 * left for others.
 */
export function turnQueue(): (key?: string) => Promise<void> {
  const waiting = new FairQueue<() => void>();
  let isRunning = false;
  const run = async () => {
    isRunning = true;
    while (!waiting.isEmpty) {
      await nextTurn();
      // The caller's work runs after this, within `restAfterTurn`.
      waiting.shift()?.();
      waiting.rotate();
      await restAfterTurn();
    }
    isRunning = false;
  };
  return (key = "") =>
    new Promise((resolve) => {
      waiting.push([key], resolve);
      if (!isRunning) void run();
    });
}

async function restAfterTurn(): Promise<void> {
  const startedAt = performance.now();
  await nextTurn();
  await sleep(Math.floor(performance.now() - startedAt));
}

/** The queue for work on long messages: one at a time, so that the work on several never adds up. */
export const longMessageTurn = turnQueue();

/** The queue for clients that are not signed in. */
export const strangerTurn = turnQueue();

/** Does not keep the process alive. */
export async function sleep(ms: number): Promise<void> {
  if (ms === 0) return;
  await new Promise((resolve) => setTimeout(resolve, ms).unref());
}
