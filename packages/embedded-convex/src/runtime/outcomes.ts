/** Turns the end of a call into an outcome for the client, and logs unexpected failures. */
import type { FunctionFailure, FunctionSuccess } from "../functionCall";
import { errorText, type Log } from "../log";
import type { Result } from "./call";
import { RequestError, errorData, toFailure } from "./failures";

export type FailureReport = (
  error: unknown,
  udfPath: string,
  correlationId: string,
) => FunctionFailure;

export function succeeded({ value }: Result): FunctionSuccess {
  return { ok: true, value, logLines: [] };
}

/** Expected failures (a ConvexError, an invalid request) are not logged. */
export function failureReport(log: Log, exposeErrors: boolean): FailureReport {
  return (error, udfPath, correlationId) => {
    const isExpected = error instanceof RequestError || errorData(error) !== undefined;
    if (!isExpected) {
      log.error("function failed", {
        function: udfPath,
        correlationId,
        error: errorText(error),
      });
    }
    return toFailure(error, correlationId, exposeErrors);
  };
}
