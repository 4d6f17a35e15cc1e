/**
 * Functions over plain HTTP, as ConvexHttpClient calls them: one request, one answer, nothing watched.
 *
 * A function that fails answers 560 with what it says; every other failure is of the request, and answers 4xx.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { JSONValue } from "convex/values";
import { z } from "zod";
import { drain } from "./drain";
import { HttpRefusal, pathOf, readBody, sendJson } from "./answers";
import { requireCaller, type CallerOptions } from "./caller";
import { decodeTs, encodeTs, type FunctionOutcome } from "../protocol/codec";
import { MAX_MESSAGE_BYTES } from "../protocol/messages";
import { isNestedTooDeep, MAX_JSON_NESTING } from "../protocol/nesting";
import { RecentCommits } from "./recentCommits";
import type { Handler, Route } from "./router";
import type { FunctionRunner, Touches } from "../sync/functionRunner";

/** Must match the constant of the same name in the client. */
const STATUS_CODE_UDF_FAILED = 560;

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
  /** Bytes of a request body. */
  readonly maxBytes?: number | undefined;
}

/** The paths of the calls are a fixed list, so a path may name the route in metrics. */
export function functionRoute<Reads, Writes>(
  options: FunctionCallOptions<Reads, Writes>,
): Route {
  return { name: pathOf, handler: functionCalls(options) };
}

/** True where the request was for a function, answered or refused. */
export function functionCalls<Reads, Writes>(
  options: FunctionCallOptions<Reads, Writes>,
): Handler {
  const { runner, touches, maxBytes = MAX_MESSAGE_BYTES } = options;
  const recent = new RecentCommits(touches, runner.latestTs);
  runner.onCommit((commit) => recent.add(commit));

  const runAtTs = async (req: IncomingMessage, body: CallBody) => {
    const { udfPath, args, caller } = await callOf(req, body);
    if (body.ts === undefined) {
      throw new HttpRefusal(400, "BadRequest", "A time is needed: ts.");
    }
    const run = await runner.runQuery({ udfPath, args, caller });
    if (recent.isUnchangedSince(decodeTs(body.ts), run.reads, run.ts)) {
      return run.outcome;
    }
    throw new HttpRefusal(
      503,
      "OutOfRetention",
      "What this query reads has changed since the time that is asked for. Ask again with a new client.",
    );
  };
  const callOf = async (req: IncomingMessage, body: CallBody) => ({
    udfPath: body.path,
    args: argsOf(body),
    caller: await requireCaller(req, options),
  });

  const routes: Record<
    string,
    (req: IncomingMessage, body: CallBody) => Promise<FunctionOutcome>
  > = {
    "/api/query": async (req, body) =>
      (await runner.runQuery(await callOf(req, body))).outcome,
    "/api/query_at_ts": runAtTs,
    "/api/mutation": async (req, body) =>
      (await runner.runMutation(await callOf(req, body))).outcome,
    "/api/action": async (req, body) =>
      runner.runAction(await callOf(req, body)),
  };

  return async (req, res) => {
    const path = pathOf(req);
    const isTime = path === "/api/query_ts";
    const route = Object.hasOwn(routes, path) ? routes[path] : undefined;
    if (!isTime && !route) return false;
    try {
      if (req.method !== "POST") {
        throw new HttpRefusal(405, "MethodNotAllowed", "Functions take POST.");
      }
      if (!route) {
        sendJson(res, 200, { ts: encodeTs(runner.latestTs) });
      } else {
        const body = await readCall(req, maxBytes);
        const outcome = await route(req, body);
        sendOutcome(res, outcome);
      }
    } finally {
      drain(req);
    }
    return true;
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
    throw new HttpRefusal(400, "BadJsonBody", "The body is not JSON.");
  }
  if (isNestedTooDeep(body)) {
    throw new HttpRefusal(
      400,
      "BadJsonBody",
      `The body nests deeper than ${MAX_JSON_NESTING} levels.`,
    );
  }
  const parsed = callBody.safeParse(body);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new HttpRefusal(
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
  sendJson(res, STATUS_CODE_UDF_FAILED, {
    status: "error",
    errorMessage: outcome.message,
    ...(outcome.data === undefined ? {} : { errorData: outcome.data }),
    logLines,
  });
}
