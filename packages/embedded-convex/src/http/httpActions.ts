/**
 * HTTP actions: serves the routes of the application's `convex/http.ts` with web Requests and Responses. The body of a
 * request is received when the action first reads from it; the body of a response streams. Requests that match no such
 * route are left to the next handler.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream as NodeReadableStream } from "node:stream/web";
import { drain } from "./drain";
import { isClientDisconnect } from "./clientDisconnect";
import type { BodyBuffer } from "./bufferedBody";
import { RequestBodyError, type Caller } from "../functionCall";
import { callerOfHttpAction, type CallerOptions } from "./caller";
import { pathOf } from "./requestTarget";
import type { Route } from "./router";

/**
 * How long an action may run without sending a byte, once the request has arrived. More than the time limit of actions,
 * so that the client receives the error of that limit.
 */
const MAX_RUN_MS = 11 * 60_000;

const METHODS = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

export interface HttpActionOptions extends CallerOptions {
  readonly bodies: BodyBuffer;
  readonly engine: {
    /** Null if no route of the application matches. */
    runHttpAction(request: Request, caller: Caller): Promise<Response | null>;
    /** The declared path of the application's route. */
    httpRoute(method: string, path: string): string | null;
  };
}

/** The row of all HTTP actions in the table of request limits. */
export const HTTP_ACTIONS = "HTTP actions";

export function httpActionRoute(options: HttpActionOptions): Route {
  const { engine } = options;
  const declaredPath = ({ method = "" }: IncomingMessage, path: string) =>
    METHODS.has(method) ? engine.httpRoute(method, path) : null;
  return {
    name: HTTP_ACTIONS,
    matches: (req) => declaredPath(req, pathOf(req)) !== null,
    classOf: (req) => declaredPath(req, pathOf(req)) ?? HTTP_ACTIONS,
    handler: httpActions(options),
  };
}

export function httpActions(
  options: HttpActionOptions,
): (req: IncomingMessage, res: ServerResponse) => Promise<boolean> {
  return async (req, res) => {
    if (!METHODS.has(req.method ?? "")) return false;
    const caller = await callerOfHttpAction(req, options);
    const body = hasBody(req) ? options.bodies.open(req) : null;
    const request = webRequestOf(req, caller.origin, body?.stream);
    if (request === null) return false;
    req.once("end", () => req.socket.setTimeout(MAX_RUN_MS));
    try {
      const response = await options.engine.runHttpAction(request, caller);
      if (response === null) return false;
      await sendResponse(req, res, response);
      return true;
    } catch (error) {
      throw error instanceof RequestBodyError ? error.cause : error;
    } finally {
      await body?.release();
    }
  };
}

function hasBody({ method, headers }: IncomingMessage): boolean {
  return (
    method !== "GET" &&
    method !== "HEAD" &&
    (headers["content-length"] !== undefined || headers["transfer-encoding"] !== undefined)
  );
}

/** Null for a request target that is not a path, such as `*`. */
function webRequestOf(
  req: IncomingMessage,
  origin: string,
  body: ReadableStream<Uint8Array> | undefined,
): Request | null {
  const { method = "GET", url = "" } = req;
  if (!url.startsWith("/") || !URL.canParse(origin + url)) return null;
  const headers = new Headers();
  for (const [name, value] of Object.entries(req.headers)) {
    if (value === undefined) continue;
    for (const one of [value].flat()) headers.append(name, one);
  }
  return new Request(origin + url, {
    method,
    headers,
    ...(body ? { body, duplex: "half" } : {}),
  });
}

/**
 * CORS headers are dropped. On Convex, HTTP actions have another origin than the application's pages and need them;
 * here both share one origin, so they could only let pages of other sites in.
 */
function isCrossOrigin(header: string): boolean {
  return header.startsWith("access-control-");
}

async function sendResponse(
  req: IncomingMessage,
  res: ServerResponse,
  response: Response,
): Promise<void> {
  res.statusCode = response.status;
  for (const [name, value] of response.headers) {
    if (name !== "set-cookie" && !isCrossOrigin(name)) {
      res.setHeader(name, value);
    }
  }
  const cookies = response.headers.getSetCookie();
  if (cookies.length > 0) res.setHeader("set-cookie", cookies);
  if (response.body === null || req.method === "HEAD") {
    res.end();
  } else {
    const body = response.body as NodeReadableStream<Uint8Array>;
    try {
      await pipeline(Readable.fromWeb(body), res);
    } catch (error) {
      if (!isClientDisconnect(error)) throw error;
    }
  }
  drain(req);
}
