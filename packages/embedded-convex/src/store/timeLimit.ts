/**
 * The time limits of functions. By default Convex's for queries and mutations: a mutation whose promise never settles
 * would block every later mutation. Time in which the function waits for its turn does not count. Synchronous code,
 * such as an endless loop, cannot be interrupted.
 */
import type { Turn } from "../turns";
import { DeveloperError } from "./errors";

const MAX_EXECUTION_MS = 15_000;

export function withTimeLimit<T>(
  promise: Promise<T>,
  limitMs = MAX_EXECUTION_MS,
  turn: Pick<Turn, "waitedMs"> | null = null,
): Promise<T> {
  return new Promise((resolve, reject) => {
    let timer: NodeJS.Timeout;
    let countedMs = turn?.waitedMs ?? 0;
    const expire = () => {
      const waitedMs = (turn?.waitedMs ?? 0) - countedMs;
      if (waitedMs >= 1) {
        countedMs += waitedMs;
        timer = setTimeout(expire, waitedMs);
        return;
      }
      const message = `Function execution timed out (maximum duration: ${limitMs / 1000}s)`;
      reject(new DeveloperError("FunctionTimeout", message));
    };
    timer = setTimeout(expire, limitMs);
    const stop = () => clearTimeout(timer);
    promise.then(
      (value) => (stop(), resolve(value)),
      (error: unknown) => {
        stop();
        reject(error instanceof Error ? error : new Error(String(error)));
      },
    );
  });
}
