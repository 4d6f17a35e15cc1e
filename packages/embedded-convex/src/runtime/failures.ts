/**
 * Errors on their way out of a function.
 *
 * A ConvexError is meant for the client: its data goes along. Of every other error the client learns
 * only a request id, as from Convex in production, and the log has the rest under that id. Two kinds
 * are told in full because they speak of nothing but the client's own request: a function that it may
 * not call, and arguments that do not fit. Where the server's disk is at fault, that is told in a sentence.
 */
import { randomBytes } from "node:crypto";
import type { JSONValue } from "convex/values";
import { diskFaultMessage } from "../store/diskFaults";
import { DeveloperError } from "../store/errors";

export interface FunctionFailure {
  readonly ok: false;
  readonly message: string;
  readonly data?: JSONValue;
  readonly logLines: string[];
}

export interface FunctionSuccess {
  readonly ok: true;
  readonly value: JSONValue;
  readonly logLines: string[];
}

export type FunctionOutcome = FunctionSuccess | FunctionFailure;

/** About the request itself: may be told to the client. */
export class RequestError extends DeveloperError {}

const PROCESS = randomBytes(4).toString("hex");
let requests = 0;

/** Finds a call in the log; it is no secret. */
export function newRequestId(): string {
  requests = (requests + 1) % 2 ** 32;
  return PROCESS + requests.toString(16).padStart(8, "0");
}

/** The data of a ConvexError, as the library leaves it on an error that a handler threw. */
export function errorData(error: unknown): JSONValue | undefined {
  if (error instanceof DeveloperError) return error.data;
  if (typeof error !== "object" || error === null) return undefined;
  if (!(Symbol.for("ConvexError") in error)) return undefined;
  const { data } = error as { data?: unknown };
  return typeof data === "string" ? (JSON.parse(data) as JSONValue) : undefined;
}

export function toFailure(
  error: unknown,
  requestId: string,
  exposeErrors: boolean,
): FunctionFailure {
  const data = errorData(error);
  const told = toldOf(error, exposeErrors);
  const details = told === null ? "" : `\n${told}`;
  return {
    ok: false,
    message: `[Request ID: ${requestId}] Server Error${details}`,
    ...(data === undefined ? {} : { data }),
    logLines: [],
  };
}

function toldOf(error: unknown, exposeErrors: boolean): string | null {
  if (exposeErrors || error instanceof RequestError) return uncaught(error);
  return diskFaultMessage(error);
}

export function uncaught(error: unknown): string {
  if (error instanceof RequestError) return error.message;
  if (!(error instanceof Error)) return `Uncaught ${String(error)}`;
  const name = error instanceof DeveloperError ? "Error" : error.name;
  return `Uncaught ${name}: ${error.message}`;
}

/** As a failed nested call reaches the function that made it: the library takes its message and its `data`, and nothing else. */
export function forCallingFunction(error: unknown): Error {
  const own = error instanceof Error ? error.message : String(error);
  const message = diskFaultMessage(error) ?? own;
  const data = errorData(error);
  const passedOn = new Error(message, { cause: error });
  return data === undefined ? passedOn : Object.assign(passedOn, { data });
}
