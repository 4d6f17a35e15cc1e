/** The one place where a finished call becomes an outcome, and a failed one a line in the log. */
import {
  type FunctionFailure,
  type FunctionSuccess,
  RequestError,
  errorData,
  toFailure,
} from "./failures";
import type { Result } from "./invoke";
import type { Log } from "../log";

export type FailureReport = (
  error: unknown,
  udfPath: string,
  requestId: string,
) => FunctionFailure;

export function succeeded({ value }: Result): FunctionSuccess {
  return { ok: true, value, logLines: [] };
}

/** What a client is meant to meet (a ConvexError, a request that does not fit) is not logged. */
export function failureReport(log: Log, exposeErrors: boolean): FailureReport {
  return (error, udfPath, requestId) => {
    const isExpected =
      error instanceof RequestError || errorData(error) !== undefined;
    if (!isExpected) {
      log.error("function failed", {
        function: udfPath,
        requestId,
        error: error instanceof Error ? error.stack : String(error),
      });
    }
    return toFailure(error, requestId, exposeErrors);
  };
}
