/**
 * What a client receives when a function fails.
 *
 * A ConvexError is meant for the client: its data is sent. For other errors the client receives only a request id, as
 * from Convex in production, and the log has the details under that id. Errors about the request itself (a function
 * that the client may not call, arguments that do not validate) and disk faults are sent with their message.
 */
import { randomBytes } from "node:crypto";
import type { JSONValue } from "convex/values";
import type { FunctionFailure } from "../functionCall";
import { diskFaultMessage } from "../store/diskFaults";
import { DeveloperError } from "../store/errors";

/** About the request itself: the message may be sent to the client. */
export class RequestError extends DeveloperError {}

const PROCESS = randomBytes(4).toString("hex");
let requests = 0;

/** Finds a call in the log. Unique within the process and, very likely, across restarts; not a secret. */
export function newCorrelationId(): string {
  requests = (requests + 1) % 2 ** 32;
  return PROCESS + requests.toString(16).padStart(8, "0");
}

/** The data of a ConvexError. The `convex` package leaves it on the thrown error as JSON. */
export function errorData(error: unknown): JSONValue | undefined {
  if (error instanceof DeveloperError) return error.data;
  if (typeof error !== "object" || error === null) return undefined;
  if (!(Symbol.for("ConvexError") in error)) return undefined;
  const { data } = error as { data?: unknown };
  return typeof data === "string" ? (JSON.parse(data) as JSONValue) : undefined;
}

export function toFailure(
  error: unknown,
  correlationId: string,
  exposeErrors: boolean,
): FunctionFailure {
  const data = errorData(error);
  const text = clientText(error, exposeErrors);
  const details = text === null ? "" : `\n${text}`;
  return {
    ok: false,
    message: `[Request ID: ${correlationId}] Server Error${details}`,
    ...(data === undefined ? {} : { data }),
    logLines: [],
  };
}

/** The text about the error that the client may read, or null. */
function clientText(error: unknown, exposeErrors: boolean): string | null {
  if (exposeErrors || error instanceof RequestError) return uncaught(error);
  return diskFaultMessage(error);
}

export function uncaught(error: unknown): string {
  if (error instanceof RequestError) return error.message;
  if (!(error instanceof Error)) return `Uncaught ${String(error)}`;
  const name = error instanceof DeveloperError ? "Error" : error.name;
  return `Uncaught ${name}: ${error.message}`;
}

/**
 * The error that a failed nested call throws in the calling function. The `convex` package reads its message and `data`
 * only.
 */
export function forCallingFunction(error: unknown): Error {
  const own = error instanceof Error ? error.message : String(error);
  const message = diskFaultMessage(error) ?? own;
  const data = errorData(error);
  const passedOn = new Error(message, { cause: error });
  return data === undefined ? passedOn : Object.assign(passedOn, { data });
}
