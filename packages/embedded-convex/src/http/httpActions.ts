/**
 * HTTP actions: serves the routes of the application's `convex/http.ts` with web Requests and Responses. Bodies stream
 * in both directions. Requests that match no such route are left to the next handler.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream as NodeReadableStream } from "node:stream/web";
import { drain } from "./drain";
import { isClientDisconnect } from "./clientDisconnect";
import type { Caller } from "../functionCall";
import { callerOfHttpAction, type CallerOptions } from "./caller";
import { pathOf } from "./requestTarget";
import { HttpError } from "./responses";
import type { Handler, Route } from "./router";

/** More than Convex's limit of 20 MB, so that an action can reject a slightly larger body with its own message. */
const MAX_BODY_BYTES = 32 * 1024 * 1024;

/**
 * How long an action may run without sending a byte, once the request has arrived. More than the time limit of actions,
 * so that the client receives the error of that limit.
 */
const MAX_RUN_MS = 11 * 60_000;

const METHODS = new Set([
  "GET",
  "HEAD",
  "POST",
  "PUT",
  "PATCH",
  "DELETE",
  "OPTIONS",
]);

export interface HttpActionOptions extends CallerOptions {
  readonly engine: {
    /** Null if no route of the application matches. */
    runHttpAction(request: Request, caller: Caller): Promise<Response | null>;
    /** The declared path of the application's route. */
    httpRoute(method: string, path: string): string | null;
  };
}

export function httpActionRoute(options: HttpActionOptions): Route {
  const { engine } = options;
  return {
    name: (req) =>
      engine.httpRoute(req.method ?? "", pathOf(req)) ?? "an HTTP action",
    handler: httpActions(options),
  };
}

export function httpActions(options: HttpActionOptions): Handler {
  return async (req, res) => {
    if (!METHODS.has(req.method ?? "")) return false;
    const caller = await callerOfHttpAction(req, options);
    const request = webRequestOf(req, caller.origin);
    if (request === null) return false;
    req.once("end", () => req.socket.setTimeout(MAX_RUN_MS));
    const response = await options.engine.runHttpAction(request, caller);
    if (response === null) return false;
    await sendResponse(req, res, response);
    return true;
  };
}

/** Null for a request target that is not a path, such as `*`. */
function webRequestOf(req: IncomingMessage, origin: string): Request | null {
  const { method = "GET", url = "" } = req;
  if (!url.startsWith("/") || !URL.canParse(origin + url)) return null;
  const headers = new Headers();
  for (const [name, value] of Object.entries(req.headers)) {
    if (value === undefined) continue;
    for (const one of [value].flat()) headers.append(name, one);
  }
  const hasBody =
    method !== "GET" &&
    method !== "HEAD" &&
    (req.headers["content-length"] !== undefined ||
      req.headers["transfer-encoding"] !== undefined);
  return new Request(origin + url, {
    method,
    headers,
    ...(hasBody ? { body: bodyOf(req), duplex: "half" } : {}),
  });
}

/** Canceling the stream does not close the connection: the response is still to be sent on it. */
function bodyOf(req: IncomingMessage): ReadableStream<Uint8Array> {
  const chunks = req.iterator({ destroyOnReturn: false });
  const declared = Number(req.headers["content-length"] ?? 0);
  let size = 0;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        if (declared > MAX_BODY_BYTES) throw tooLarge();
        const next = (await chunks.next()) as IteratorResult<Buffer, undefined>;
        if (next.value === undefined) {
          controller.close();
          return;
        }
        size += next.value.length;
        if (size > MAX_BODY_BYTES) throw tooLarge();
        controller.enqueue(new Uint8Array(next.value));
      },
    },
    { highWaterMark: 0 },
  );
}

function tooLarge(): HttpError {
  return new HttpError(
    413,
    "RequestTooLarge",
    `The request is larger than ${MAX_BODY_BYTES} bytes.`,
  );
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
