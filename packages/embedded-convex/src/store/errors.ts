/**
 * The two kinds of failure that the store makes on purpose.
 *
 * A StartupError is for the person who starts the server: one sentence, printed as it is. A
 * DeveloperError is for the function that asked for something that Convex refuses too: it is thrown
 * into the function, which may catch it. Everything else is a fault of ours.
 */
import type { JSONValue } from "convex/values";

export class StartupError extends Error {
  override name = "StartupError";
}

export class DeveloperError extends Error {
  override name = "DeveloperError";
  /** Convex's own short code, as `InvalidCursor`. */
  readonly code: string;
  /** Present when the client must be able to act on it: travels as a ConvexError's data. */
  readonly data?: JSONValue;

  constructor(code: string, message: string, data?: JSONValue) {
    super(message);
    this.code = code;
    if (data !== undefined) this.data = data;
  }
}

/** For what cannot happen: says where we were wrong instead of going on with nonsense. */
export function must<T>(value: T | null | undefined, what: string): T {
  if (value === null || value === undefined) {
    throw new Error(`This should be impossible: ${what}`);
  }
  return value;
}
