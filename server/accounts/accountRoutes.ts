/**
 * The HTTP routes in front of Better Auth: origin checks, input validation, rate limits and error messages. Only parsed
 * and re-serialized input reaches Better Auth.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import {
  drain,
  errorText,
  HttpError,
  idleTimeout,
  readBody,
  requestTarget,
  sendJson,
} from "embedded-convex";
import { AccountError, type ErrorBody } from "./accountErrors";
import {
  BASE_PATH,
  callBetterAuth,
  type Answer,
  type Route,
  type RoutesOptions,
} from "./betterAuthCall";
import { memberRoutes } from "./memberRoutes";
import { isFromOwnPages, ownOrigins } from "./origins";
import { signInRoutes } from "./signInRoutes";

const MAX_BODY_BYTES = 32 * 1024;
const BODY_IDLE_MS = 10_000;

export function accountRoutes(
  o: RoutesOptions,
): (req: IncomingMessage, res: ServerResponse) => Promise<boolean> {
  const routes = routeTable(o);
  return async (req, res) => {
    const { path, query } = requestTarget(req);
    if (!path.startsWith(BASE_PATH)) return false;
    const refusedWrites = o.database.refusedWrites();
    try {
      const route = routes.get(`${req.method} ${path.slice(BASE_PATH.length)}`);
      if (!route) throw new AccountError("NOT_FOUND");
      const body = await checkedBody(req, o.issuer);
      send(res, await route({ req, body, query }));
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

/** By method and path below /api/auth/. */
export function routeTable(o: RoutesOptions): ReadonlyMap<string, Route> {
  const pass =
    (route: string): Route =>
    ({ req, body }) =>
      callBetterAuth(o, { req, route, body });
  return new Map<string, Route>([
    ["GET get-session", pass("get-session")],
    ["GET jwks", pass("jwks")],
    ...signInRoutes(o),
    ...memberRoutes(o),
  ]);
}

/** The parsed body; undefined for a GET. */
async function checkedBody(
  req: IncomingMessage,
  issuer: string,
): Promise<unknown> {
  if (ownOrigins(req.headers.host, issuer).length === 0) {
    throw new AccountError("UNKNOWN_HOST");
  }
  if (req.method === "GET") return undefined;
  if (!isFromOwnPages(req.headers, issuer))
    throw new AccountError("CROSS_ORIGIN");
  const text = await readText(req);
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

async function readText(req: IncomingMessage): Promise<string> {
  const stopTimer = idleTimeout(req.socket, BODY_IDLE_MS);
  try {
    return (await readBody(req, MAX_BODY_BYTES)).toString();
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
