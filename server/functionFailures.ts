/**
 * What a client may hear of a function that failed. As Convex does in production: a ConvexError travels whole, since it was made for
 * the client; the text of any other error may hold anything, so it stays in the log and the client gets the number to find it by.
 */
import { createHash } from "node:crypto";
import type { Log } from "./log";
import type { FunctionOutcome } from "./protocol/codec";

export type PresentOutcome = (
  udfPath: string,
  outcome: FunctionOutcome,
) => FunctionOutcome;

export function createOutcomePresenter(options: {
  /** For development: clients get every message and log line, as from a Convex dev deployment. */
  readonly showErrors: boolean;
  readonly log: Log;
}): PresentOutcome {
  const { showErrors, log } = options;
  return (udfPath, outcome) => {
    if (showErrors) return outcome;
    for (const line of outcome.logLines) {
      log.info("a function says", { udfPath, line });
    }
    if (outcome.ok || outcome.data !== undefined) {
      return outcome.logLines.length === 0
        ? outcome
        : { ...outcome, logLines: [] };
    }
    // Made from the message, so that a query that fails again in the same way gives the same result, which is not sent again.
    const requestId = createHash("sha256")
      .update(`${udfPath}\n${outcome.message}`)
      .digest("hex")
      .slice(0, 16);
    log.warn("a function failed", {
      udfPath,
      requestId,
      error: outcome.message,
    });
    return {
      ok: false,
      message: `[Request ID: ${requestId}] Server Error`,
      logLines: [],
    };
  };
}
