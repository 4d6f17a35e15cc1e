import { ConvexError } from "convex/values";

const CODES = ["INVALID", "NOT_FOUND", "NOT_SIGNED_IN", "CONFLICT"] as const;
const CONNECTION_LOST = "Connection lost while action was in flight";

export type AppErrorCode =
  (typeof CODES)[number] | "CONNECTION_LOST" | "UNEXPECTED";

export interface AppError {
  readonly code: AppErrorCode;
  /** The input that was refused, as the function's arguments name it. */
  readonly field?: string;
  /** A sentence for the person at the screen. */
  readonly message: string;
}

/** What a screen may know of a failure. Our own bugs get one general sentence. */
export function toAppError(error: unknown): AppError {
  if (error instanceof ConvexError) {
    const told = readRefusal(error.data);
    if (told) return told;
  }
  if (isAppError(error)) return error;
  if (error instanceof Error && error.message.includes(CONNECTION_LOST)) {
    return { code: "CONNECTION_LOST", message: CONNECTION_LOST };
  }
  return {
    code: "UNEXPECTED",
    message: "Something went wrong. Your change was not saved.",
  };
}

/** The same, for a body that came over HTTP, such as a refused upload. */
export function readRefusal(body: unknown): AppError | null {
  if (typeof body !== "object" || body === null) return null;
  const { code, field, message } = body as Record<string, unknown>;
  const known = CODES.find((each) => each === code);
  if (!known || typeof message !== "string") return null;
  return {
    code: known,
    message,
    ...(typeof field === "string" && { field }),
  };
}

function isAppError(error: unknown): error is AppError {
  return (
    typeof error === "object" &&
    error !== null &&
    "code" in error &&
    "message" in error &&
    (error.code === "CONNECTION_LOST" ||
      error.code === "UNEXPECTED" ||
      readRefusal(error) !== null)
  );
}
