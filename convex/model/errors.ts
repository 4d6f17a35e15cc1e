import { ConvexError } from "convex/values";
import { isAppErrorData, type AppErrorData } from "../../domain/calls/errors";
import { parseInput, type OutputOf, type Rules } from "../../domain/calls/inputRules";
import { inRowData, invalidData, notFoundData, Refusal } from "../../domain/calls/refusals";

/** The errors that a client may see. Any other error is a bug. */
export function invalid(field: string, message: string): ConvexError<AppErrorData> {
  return new ConvexError(invalidData(field, message));
}

export function wrongType(field: string): ConvexError<AppErrorData> {
  return invalid(field, `The value of ${field} is missing or has the wrong type.`);
}

export function notFound(...which: Parameters<typeof notFoundData>): ConvexError<AppErrorData> {
  return new ConvexError(notFoundData(...which));
}

export function notSignedIn(): ConvexError<AppErrorData> {
  return new ConvexError({
    code: "NOT_SIGNED_IN",
    message: "Sign in to go on.",
  });
}

export function conflict(message: string): ConvexError<AppErrorData> {
  return new ConvexError({ code: "CONFLICT", message });
}

/** Applies a rule of the domain, whose refusal becomes the error that the caller sees. */
export function byRule<Result>(rule: () => Result): Result {
  try {
    return rule();
  } catch (error) {
    throw error instanceof Refusal ? new ConvexError(error.data) : error;
  }
}

/** Returns the input as the domain accepts it, or throws its first error with the field. */
export function parse<Of extends Rules>(rules: Of, input: object): OutputOf<Of> {
  return byRule(() => parseInput(rules, input));
}

/** Adds the row to an error about one row of a list, so that the person finds it. */
export function inRow(error: unknown, row: Parameters<typeof inRowData>[1]): unknown {
  return error instanceof ConvexError && isAppErrorData(error.data)
    ? new ConvexError(inRowData(error.data, row))
    : error;
}

/** Asserts an invariant: a missing value is a bug. */
export function must<Value>(value: Value | null | undefined, what: string) {
  if (value === null || value === undefined) throw new Error(`Expected ${what} to be there.`);
  return value;
}
