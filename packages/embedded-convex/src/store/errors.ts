/**
 * The expected errors of the store.
 *
 * StartupError: for the operator who starts the server; its message is printed without a stack.
 * DeveloperError: an invalid request that Convex rejects too; thrown into the function, which may
 * catch it. Any other error is a bug.
 */
import type { JSONValue } from "convex/values";

export class StartupError extends Error {
  override name = "StartupError";
}

/** A stored document does not match the schema of this version, so that nothing was changed. */
export class SchemaMismatch extends StartupError {
  override name = "SchemaMismatch";
}

export class DeveloperError extends Error {
  override name = "DeveloperError";
  /** Convex's error code, such as `InvalidCursor`. */
  readonly code: string;
  /** Sent to the client like the data of a ConvexError, if the client must react to this error. */
  readonly data?: JSONValue;

  constructor(code: string, message: string, data?: JSONValue) {
    super(message);
    this.code = code;
    if (data !== undefined) this.data = data;
  }
}

/** Asserts that a value is present. Throwing means a bug. */
export function must<T>(value: T | null | undefined, what: string): T {
  if (value === null || value === undefined) {
    throw new Error(`This should be impossible: ${what}`);
  }
  return value;
}
