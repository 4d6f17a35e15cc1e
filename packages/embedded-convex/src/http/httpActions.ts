/**
 * HTTP actions: requests to the paths that the application itself routes, as web Requests and Responses. Bodies stream both ways.
 * Whatever it does not route is left for others.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream as NodeReadableStream } from "node:stream/web";
import { drain } from "./drain";
import { isReaderGone } from "./readerGone";
import { HttpRefusal, pathOf } from "./answers";
import { callerOfHttpAction, type CallerOptions } from "./caller";
import type { Caller } from "../sync/functionRunner";
import type { Handler, Route } from "./router";

/** More than Convex takes (20 MB), so that the action itself can refuse what is a little too large, in its own words. */
const MAX_BODY_BYTES = 32 * 1024 * 1024;

/** An action may think for so long, without a byte moving, after it has been asked. */
const MAX_THINKING_MS = 10 * 60_000;

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
    /** Null if the application routes no such request. */
    runHttpAction(request: Request, caller: Caller): Promise<Response | null>;
    /** The path of the application's route, as it was declared. */
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
    req.once("end", () => req.socket.setTimeout(MAX_THINKING_MS));
    const response = await options.engine.runHttpAction(request, caller);
    if (response === null) return false;
    await sendResponse(req, res, response);
    return true;
  };
}

/** Null for a target that is no path, as `*`. */
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

/** Leaves the connection alone when it is cancelled: the answer still has to go out on it. */
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

function tooLarge(): HttpRefusal {
  return new HttpRefusal(
    413,
    "RequestTooLarge",
    `The request is larger than ${MAX_BODY_BYTES} bytes.`,
  );
}

/**
 * On Convex the functions have an address of their own and must let the application's pages in from another. Here both are at one
 * address: whoever would need the leave is a page of someone else's.
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
      if (!isReaderGone(error)) throw error;
    }
  }
  drain(req);
}
