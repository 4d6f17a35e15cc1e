/**
 * Function calls over plain HTTP, as ConvexHttpClient makes them, without subscriptions.
 *
 * Status 560 means that the function failed, with its error in the body; 4xx means that the request is invalid.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { JSONValue } from "convex/values";
import { z } from "zod";
import type { FunctionOutcome } from "../functionCall";
import { drain } from "./drain";
import { pathOf } from "./requestTarget";
import { HttpError, readBody, sendJson } from "./responses";
import { requireCaller, type CallerOptions } from "./caller";
import { decodeTs, encodeTs } from "../protocol/codec";
import { MAX_MESSAGE_BYTES } from "../protocol/messages";
import { isNestedTooDeep, MAX_JSON_NESTING } from "../protocol/nesting";
import { RecentCommits } from "./recentCommits";
import { STATUS_FUNCTION_FAILED, type Handler, type Route } from "./router";
import type { FunctionRunner, Touches } from "../sync/functionRunner";

const json = z.custom<JSONValue>((value) => value !== undefined);

const callBody = z.object({
  path: z.string().min(1).max(500),
  args: z.union([z.array(json).max(1), z.record(z.string(), json)]),
  format: z.enum(["convex_encoded_json", "json"]).optional(),
  ts: z
    .string()
    .regex(/^[A-Za-z0-9+/]{11}=$/)
    .optional(),
});

type CallBody = z.infer<typeof callBody>;

export interface FunctionCallOptions<Reads, Writes> extends CallerOptions {
  readonly runner: FunctionRunner<Reads, Writes>;
  readonly touches: Touches<Reads, Writes>;
  /** The largest request body in bytes. */
  readonly maxBytes?: number | undefined;
}

/** The paths are a fixed list, so metrics may use them as route names. */
export function functionRoute<Reads, Writes>(
  options: FunctionCallOptions<Reads, Writes>,
): Route {
  return { name: pathOf, handler: functionCalls(options) };
}

export function functionCalls<Reads, Writes>(
  options: FunctionCallOptions<Reads, Writes>,
): Handler {
  const { runner, maxBytes = MAX_MESSAGE_BYTES } = options;
  const routes = callRoutes(options);
  return async (req, res) => {
    const path = pathOf(req);
    const isTimestamp = path === "/api/query_ts";
    const route = Object.hasOwn(routes, path) ? routes[path] : undefined;
    if (!isTimestamp && !route) return false;
    try {
      if (req.method !== "POST") {
        throw new HttpError(405, "MethodNotAllowed", "Functions take POST.");
      }
      if (!route) {
        sendJson(res, 200, { ts: encodeTs(runner.latestTs) });
      } else {
        const body = await readCall(req, maxBytes);
        sendOutcome(res, await route(req, body));
      }
    } finally {
      drain(req);
    }
    return true;
  };
}

type CallRoute = (
  req: IncomingMessage,
  body: CallBody,
) => Promise<FunctionOutcome>;

function callRoutes<Reads, Writes>(
  options: FunctionCallOptions<Reads, Writes>,
): Readonly<Record<string, CallRoute>> {
  const { runner, touches } = options;
  const recent = new RecentCommits(touches, runner.latestTs);
  runner.onCommit((commit) => recent.add(commit));

  const runAtTs = async (req: IncomingMessage, body: CallBody) => {
    const { udfPath, args, caller } = await callOf(req, body);
    if (body.ts === undefined) {
      throw new HttpError(400, "BadRequest", "The field ts is missing.");
    }
    const run = await runner.runQuery({ udfPath, args, caller });
    if (recent.isUnchangedSince(decodeTs(body.ts), run.reads, run.ts)) {
      return run.outcome;
    }
    throw new HttpError(
      503,
      "OutOfRetention",
      "The data that this query reads has changed since the requested timestamp. Retry with a new client.",
    );
  };
  const callOf = async (req: IncomingMessage, body: CallBody) => ({
    udfPath: body.path,
    args: argsOf(body),
    caller: await requireCaller(req, options),
  });

  return {
    "/api/query": async (req, body) =>
      (await runner.runQuery(await callOf(req, body))).outcome,
    "/api/query_at_ts": runAtTs,
    "/api/mutation": async (req, body) =>
      (await runner.runMutation(await callOf(req, body))).outcome,
    "/api/action": async (req, body) =>
      runner.runAction(await callOf(req, body)),
  };
}

async function readCall(
  req: IncomingMessage,
  maxBytes: number,
): Promise<CallBody> {
  const text = await readBody(req, maxBytes);
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw new HttpError(400, "BadJsonBody", "The body is not JSON.");
  }
  if (isNestedTooDeep(body)) {
    throw new HttpError(
      400,
      "BadJsonBody",
      `The body nests deeper than ${MAX_JSON_NESTING} levels.`,
    );
  }
  const parsed = callBody.safeParse(body);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new HttpError(
    400,
    "BadJsonBody",
    `The body is not a call, at "${issue?.path.join(".") ?? ""}": ${issue?.message ?? "unknown shape"}.`,
  );
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
