/**
 * The HTTP routes in front of Better Auth: origin checks, input validation, limits of attempts and error messages. Only
 * parsed and re-serialized input reaches Better Auth. The rates and turns of requests are in requestLimits.ts.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import {
  drain,
  errorText,
  HttpError,
  idleTimeout,
  pathOf,
  readBody,
  requestTarget,
  sendJson,
  type Handler,
  type Route,
} from "embedded-convex";
import { AccountError, type ErrorBody } from "./accountErrors";
import {
  BASE_PATH,
  callBetterAuth,
  ok,
  type AccountRoute,
  type Answer,
  type RoutesOptions,
} from "./betterAuthCall";
import { memberRoutes } from "./memberRoutes";
import { isFromOwnPages, ownOrigins } from "./origins";
import { signInRoutes } from "./signInRoutes";

const BODY_IDLE_MS = 10_000;

export function accountRoutes(o: RoutesOptions): Route[] {
  const callerOf = (req: IncomingMessage) => {
    try {
      return o.sessions.callerOf(req.headers.cookie);
    } catch {
      // The handler fails for the same reason, and reports it.
      return null;
    }
  };
  const known = [...routeTable(o)].map(([key, run]): Route => {
    const [method, below = ""] = key.split(" ");
    const name = BASE_PATH + below;
    return {
      name,
      matches: (req) => req.method === method && pathOf(req) === name,
      handler: accountHandler(o, run),
      callerOf,
    };
  });
  const unknown: Route = {
    name: "an unknown account route",
    matches: (req) => pathOf(req).startsWith(BASE_PATH),
    handler: accountHandler(o, null),
    callerOf,
  };
  return [...known, unknown];
}

function accountHandler(o: RoutesOptions, run: AccountRoute | null): Handler {
  return async (req, res, { maxBytes }) => {
    const refusedWrites = o.database.refusedWrites();
    try {
      if (run === null) throw new AccountError("NOT_FOUND");
      const { query } = requestTarget(req);
      const body = await checkedBody(req, { ...o, maxBytes });
      send(res, await run({ req, body, query }));
    } catch (error) {
      // Client disconnected: nothing to send, not an error.
      if (req.destroyed && !req.complete) return true;
      if (!(error instanceof AccountError)) {
        o.log.error("an account request failed", { error: errorText(error) });
      }
      const isDiskFull = o.database.refusedWrites() > refusedWrites;
      const { status, body } = shownError(error, isDiskFull);
      send(res, { status, body, cookies: [] });
      drain(req);
    }
    return true;
  };
}

/** Better Auth reports a write that the disk refused as another error. */
function shownError(error: unknown, isDiskFull: boolean): AccountError {
  if (isDiskFull) return new AccountError("DISK_FULL");
  return error instanceof AccountError ? error : new AccountError("INTERNAL");
}

/** The routes by method and path below /api/auth/. */
export function routeTable(o: RoutesOptions): ReadonlyMap<string, AccountRoute> {
  return new Map<string, AccountRoute>([
    ["GET get-session", ({ req }) => callBetterAuth(o, { req, route: "get-session" })],
    ["GET jwks", () => ok(o.keySet)],
    ...signInRoutes(o),
    ...memberRoutes(o),
  ]);
}

/** The parsed body; undefined for a GET. */
async function checkedBody(
  req: IncomingMessage,
  { issuer, maxBytes }: { readonly issuer: string; readonly maxBytes: number },
): Promise<unknown> {
  if (ownOrigins(req.headers.host, issuer).length === 0) {
    throw new AccountError("UNKNOWN_HOST");
  }
  if (req.method === "GET") return undefined;
  if (!isFromOwnPages(req.headers, issuer)) throw new AccountError("CROSS_ORIGIN");
  const text = await readText(req, maxBytes);
  if (text === "") return {};
  // HTML forms cannot send this type, and scripts of another site need CORS approval to.
  if (!/^application\/json\s*(;|$)/i.test(req.headers["content-type"] ?? "")) {
    throw new AccountError("NOT_JSON");
  }
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new AccountError("INVALID_REQUEST");
  }
}

async function readText(req: IncomingMessage, maxBytes: number): Promise<string> {
  const stopTimer = idleTimeout(req.socket, BODY_IDLE_MS);
  try {
    return (await readBody(req, maxBytes)).toString();
  } catch (error) {
    if (error instanceof HttpError) throw new AccountError("TOO_LARGE");
    throw error;
  } finally {
    stopTimer();
  }
}

function send(res: ServerResponse, answer: Answer): void {
  const { status, body, cookies } = answer;
  const { retryAfterSeconds } = (body ?? {}) as Partial<ErrorBody>;
  if (cookies.length > 0) res.setHeader("set-cookie", cookies);
  if (retryAfterSeconds !== undefined) {
    res.setHeader("retry-after", retryAfterSeconds);
  }
  res.setHeader("x-content-type-options", "nosniff");
  sendJson(res, status, body);
}
