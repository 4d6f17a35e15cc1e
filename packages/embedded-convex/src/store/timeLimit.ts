/**
 * The time limits of functions. By default Convex's for queries and mutations: a mutation whose promise never settles
 * would block every later mutation. Synchronous code, such as an endless loop, cannot be interrupted.
 */
import { DeveloperError } from "./errors";

const MAX_EXECUTION_MS = 15_000;

export function withTimeLimit<T>(
  promise: Promise<T>,
  limitMs = MAX_EXECUTION_MS,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      const message = `Function execution timed out (maximum duration: ${limitMs / 1000}s)`;
      reject(new DeveloperError("FunctionTimeout", message));
    }, limitMs);
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
