import { ConvexError } from "convex/values";
import type * as z from "zod/mini";
import { isAppErrorData, type AppErrorData } from "../../domain/errors";

/** The errors that a client may see. Anything else is a bug. */
export function invalid(
  field: string,
  message: string,
): ConvexError<AppErrorData> {
  return new ConvexError({ code: "INVALID", field, message });
}

export function wrongType(field: string): ConvexError<AppErrorData> {
  return invalid(
    field,
    `The value of ${field} is missing or has the wrong type.`,
  );
}

/** Also thrown for a row of another workspace: to the caller it does not exist. */
export function notFound(
  thing: "customer" | "job" | "file" | "item",
  field?: string,
): ConvexError<AppErrorData> {
  const message = `That ${thing} is no longer there.`;
  return new ConvexError(
    field === undefined
      ? { code: "NOT_FOUND", message }
      : { code: "NOT_FOUND", field, message },
  );
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

/** Returns the input as the domain accepts it, or throws its first error with the field. */
export function parse<Schema extends z.ZodMiniType>(
  schema: Schema,
  input: unknown,
): z.output<Schema> {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw invalid(String(issue?.path[0] ?? ""), issue?.message ?? "");
}

/** Adds the row to an error about one row of a list, so that the person finds it. */
export function inRow(
  error: unknown,
  { list, at, of }: { list: string; at: number; of: number },
): unknown {
  if (!(error instanceof ConvexError) || !isAppErrorData(error.data))
    return error;
  const { code, field, message } = error.data;
  return new ConvexError({
    code,
    field: [list, at, ...(field === undefined ? [] : [field])].join("."),
    message: of === 1 ? message : `Row ${at + 1}: ${message}`,
  });
}

/** Asserts an invariant of ours: a missing value is a bug. */
export function must<Value>(value: Value | null | undefined, what: string) {
  if (value === null || value === undefined)
    throw new Error(`Expected ${what} to be there.`);
  return value;
}
