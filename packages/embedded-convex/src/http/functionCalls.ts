/**
 * Function calls over plain HTTP, as ConvexHttpClient makes them, without subscriptions.
 *
 * The token is verified before the body is read: a caller without a valid one gets a smaller limit and a limited rate.
 * Status 560 means that the function failed, with its error in the body; 4xx means that the request is invalid.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { JSONValue } from "convex/values";
import { z } from "zod";
import type { Caller, FunctionOutcome } from "../functionCall";
import { drain } from "./drain";
import { pathOf } from "./requestTarget";
import { HttpError } from "../httpError";
import { readBody, sendJson } from "./responses";
import { requireCaller, type CallerOptions } from "./caller";
import { decodeTs, encodeTs } from "../protocol/codec";
import { parseUntrustedJson, UntrustedJsonError } from "../protocol/untrustedJson";
import type { RequestGate } from "../requestGate";
import { RecentCommits } from "./recentCommits";
import { UnsentResults } from "./unsentResults";
import { STATUS_FUNCTION_FAILED, type Route } from "./router";
import type { FunctionRunner, Touches } from "../sync/functionRunner";
import { LONG_BYTES, longMessageTurn } from "../eventLoop";

const json = z.custom<JSONValue>((value) => value !== undefined);

/** Not z.record, which would walk all fields: the function's validator does. */
const argsObject = z.custom<Record<string, JSONValue>>(
  (value) => typeof value === "object" && value !== null && !Array.isArray(value),
);

const callBody = z.object({
  path: z.string().min(1).max(500),
  args: z.union([z.array(json).max(1), argsObject]),
  format: z.enum(["convex_encoded_json", "json"]).optional(),
  ts: z
    .string()
    .regex(/^[A-Za-z0-9+/]{11}=$/)
    .optional(),
});

/** The rest of a longer body is not read, even if the client then sees no response. */
const MAX_UNAUTHENTICATED_DRAIN_BYTES = 1024 * 1024;

type CallBody = z.infer<typeof callBody>;

export interface FunctionCallOptions<Reads, Writes> extends CallerOptions {
  readonly runner: FunctionRunner<Reads, Writes>;
  readonly touches: Touches<Reads, Writes>;
  readonly gate: RequestGate;
  /** Values in one request body. */
  readonly maxValues?: number | undefined;
}

const TIMESTAMP_PATH = "/api/query_ts";

const CALL_PATHS = ["/api/query", "/api/query_at_ts", "/api/mutation", "/api/action"] as const;

export function functionRoutes<Reads, Writes>(
  options: FunctionCallOptions<Reads, Writes>,
): Route[] {
  const handler = functionCalls(options);
  return [TIMESTAMP_PATH, ...CALL_PATHS].map((path) => ({
    name: path,
    matches: (req) => pathOf(req) === path,
    handler,
    passesGate: path !== TIMESTAMP_PATH,
  }));
}

export function functionCalls<Reads, Writes>(
  options: FunctionCallOptions<Reads, Writes>,
): (req: IncomingMessage, res: ServerResponse) => Promise<boolean> {
  const { runner } = options;
  const routes: Readonly<Record<string, CallRoute>> = callRoutes(options);
  const unsent = new UnsentResults();
  return async (req, res) => {
    const path = pathOf(req);
    const isTimestamp = path === TIMESTAMP_PATH;
    const route = Object.hasOwn(routes, path) ? routes[path] : undefined;
    if (!isTimestamp && !route) return false;
    try {
      if (req.method !== "POST") {
        throw new HttpError(405, "MethodNotAllowed", "Functions take POST.");
      }
      if (!route) {
        sendJson(res, 200, { ts: encodeTs(runner.latestTs) });
      } else {
        const call = await receiveCall(req, options);
        const person = call.caller.identity?.tokenIdentifier;
        // Callers who are not signed in get refusals, which the rate of their address limits.
        const isQuery = path.startsWith("/api/query") && person !== undefined;
        if (!isQuery) sendOutcome(res, await route(call));
        else {
          await unsent.begin(person);
          try {
            // The client may have disconnected while the call waited.
            if (!res.destroyed) sendOutcome(res, await route(call));
          } finally {
            unsent.sent(person, res);
          }
        }
      }
    } finally {
      drain(req);
    }
    return true;
  };
}

interface ReceivedCall {
  readonly caller: Caller;
  readonly body: CallBody;
}

type CallRoute = (call: ReceivedCall) => Promise<FunctionOutcome>;

function callRoutes<Reads, Writes>(
  options: FunctionCallOptions<Reads, Writes>,
): Readonly<Record<(typeof CALL_PATHS)[number], CallRoute>> {
  const { runner, touches } = options;
  const recent = new RecentCommits(touches, runner.latestTs);
  runner.onCommit((commit) => recent.add(commit));

  const runAtTs = async (call: ReceivedCall) => {
    const { ts } = call.body;
    if (ts === undefined) {
      throw new HttpError(400, "BadRequest", "The field ts is missing.");
    }
    const run = await runner.runQuery(callOf(call));
    if (recent.isUnchangedSince(decodeTs(ts), run.reads, run.ts)) {
      return run.outcome;
    }
    throw new HttpError(
      503,
      "OutOfRetention",
      "The data that this query reads has changed since the requested timestamp. Retry with a new client.",
    );
  };

  return {
    "/api/query": async (call) => (await runner.runQuery(callOf(call))).outcome,
    "/api/query_at_ts": runAtTs,
    "/api/mutation": async (call) => (await runner.runMutation(callOf(call))).outcome,
    "/api/action": (call) => runner.runAction(callOf(call)),
  };
}

function callOf({ caller, body }: ReceivedCall) {
  return { udfPath: body.path, args: argsOf(body), caller };
}

async function receiveCall<Reads, Writes>(
  req: IncomingMessage,
  options: FunctionCallOptions<Reads, Writes>,
): Promise<ReceivedCall> {
  const { gate } = options;
  const { maxBytes, unauthenticatedMaxBytes } = gate.limitsOf(pathOf(req));
  let isSignedIn = false;
  let bytes: Buffer;
  let caller: Caller;
  try {
    caller = await limitedCaller(req, options);
    isSignedIn = caller.identity !== null;
    bytes = await readBody(req, isSignedIn ? maxBytes : unauthenticatedMaxBytes);
  } catch (error) {
    if (!isSignedIn) drain(req, MAX_UNAUTHENTICATED_DRAIN_BYTES);
    throw error;
  }
  // Lets other callers run before a long call is parsed, again before it runs, and before any call without a sign-in.
  const isLong = bytes.length > LONG_BYTES;
  if (!isSignedIn) await gate.strangerTurn(req);
  else if (isLong) await longMessageTurn();
  const body = parseCall(bytes, options.maxValues);
  if (isLong) await longMessageTurn();
  return { caller, body };
}

/** A caller with a valid token is never limited by the rate of the address. */
async function limitedCaller<Reads, Writes>(
  req: IncomingMessage,
  options: FunctionCallOptions<Reads, Writes>,
): Promise<Caller> {
  const countRequest = () => options.gate.countStranger(pathOf(req), req);
  try {
    const caller = await requireCaller(req, options);
    if (caller.identity === null) await countRequest();
    return caller;
  } catch (error) {
    if (error instanceof HttpError && error.status === 401) {
      await countRequest();
    }
    throw error;
  }
}

function parseCall(bytes: Buffer, maxValues?: number): CallBody {
  const parsed = callBody.safeParse(parseBody(bytes, maxValues));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new HttpError(
    400,
    "BadJsonBody",
    `The body is not a call, at "${issue?.path.join(".") ?? ""}": ${issue?.message ?? "unknown shape"}.`,
  );
}

function parseBody(bytes: Buffer, maxValues?: number): JSONValue {
  try {
    return parseUntrustedJson(bytes, maxValues);
  } catch (error) {
    if (!(error instanceof UntrustedJsonError)) throw error;
    throw new HttpError(400, "BadJsonBody", `The body ${error.message}`);
  }
}

function argsOf({ args }: CallBody): JSONValue {
  return Array.isArray(args) ? (args[0] ?? {}) : args;
}

function sendOutcome(res: ServerResponse, outcome: FunctionOutcome): void {
  const { logLines } = outcome;
  if (outcome.ok) {
    sendJson(res, 200, { status: "success", value: outcome.value, logLines });
    return;
  }
  sendJson(res, STATUS_FUNCTION_FAILED, {
    status: "error",
    errorMessage: outcome.message,
    ...(outcome.data === undefined ? {} : { errorData: outcome.data }),
    logLines,
  });
}
