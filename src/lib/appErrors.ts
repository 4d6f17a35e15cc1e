import { ConvexError } from "convex/values";
import { isAppErrorData, type AppErrorData } from "@domain/calls/errors";

/** The Convex client's message when the connection drops during an action. */
const CONNECTION_LOST = "Connection lost while action was in flight";

/** An error as screens show it: thrown by the backend or made by the client. */
export interface AppError extends Omit<AppErrorData, "code"> {
  readonly code: AppErrorData["code"] | "CONNECTION_LOST" | "UNEXPECTED";
}

/** Errors without a sentence for the user (bugs) all get the same one. */
export function toAppError(error: unknown): AppError {
  if (error instanceof ConvexError && isAppErrorData(error.data)) {
    const { code, field, message } = error.data;
    return { code, message, ...(field !== undefined && { field }) };
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

/** Reports a bug: an error without a code, for which the person sees only that something went wrong. */
export function reportFault(error: unknown): void {
  if (toAppError(error).code === "UNEXPECTED") reportError(error);
}

/** Returns the same result. A failure is reported if it is a bug. */
export async function reportingFaults<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    reportFault(error);
    throw error;
  }
}

function isAppError(error: unknown): error is AppError {
  if (isAppErrorData(error)) return true;
  if (typeof error !== "object" || error === null) return false;
  const { code, message } = error as Record<string, unknown>;
  return (code === "CONNECTION_LOST" || code === "UNEXPECTED") && typeof message === "string";
}
