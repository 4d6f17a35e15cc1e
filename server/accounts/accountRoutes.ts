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
import { clientAddress } from "../http/clientAddress";
import {
  AccountError,
  betterAuthError,
  errorBodyOf,
  tooManyAttempts,
  type ErrorBody,
} from "./accountErrors";
import type { Auth, AuthOptions } from "./betterAuth";
import { readSignIn, readSignUp, type SignUp } from "./credentials";
import { deviceCookies } from "./deviceCookie";
import { isFromOwnPages, ownOrigins } from "./origins";
import {
  rateLimiter,
  signInKey,
  type RateLimiter,
  type RateLimitKey,
} from "./rateLimiter";
import type { SignUpPolicy } from "./signUpPolicy";
import { webRequest } from "./webRequest";

const BASE_PATH = "/api/auth/";
const MINUTE_MS = 60_000;
const MAX_BODY_BYTES = 32 * 1024;
const BODY_IDLE_MS = 10_000;

interface Answer {
  readonly status: number;
  readonly body: unknown;
  readonly cookies: readonly string[];
}

/** A request that passed the origin and body checks. */
interface Call {
  readonly req: IncomingMessage;
  readonly body: unknown;
  readonly query: URLSearchParams;
}

type Route = (call: Call) => Promise<Answer> | Answer;

export type RoutesOptions = Omit<AuthOptions, "policy"> & {
  readonly auth: Auth;
  readonly policy: SignUpPolicy;
  readonly clock: () => number;
};

export function accountRoutes(
  o: RoutesOptions,
): (req: IncomingMessage, res: ServerResponse) => Promise<boolean> {
  const routes = routeTable(o);
  return async (req, res) => {
    const { path, query } = requestTarget(req);
    if (!path.startsWith(BASE_PATH)) return false;
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
      const { status, body } =
        error instanceof AccountError ? error : new AccountError("INTERNAL");
      send(res, { status, body, cookies: [] });
      drain(req);
    }
    return true;
  };
}

function routeTable(o: RoutesOptions): ReadonlyMap<string, Route> {
  const pass =
    (route: string): Route =>
    ({ req, body }) =>
      callBetterAuth(o, { req, route, body });
  return new Map<string, Route>([
    ["GET get-session", pass("get-session")],
    ["GET token", tokenRoute(o)],
    ["GET jwks", pass("jwks")],
    [
      "POST sign-out",
      ({ req }) => callBetterAuth(o, { req, route: "sign-out", body: {} }),
    ],
    ["POST sign-in/email", signInRoute(o)],
    ["POST sign-up/email", signUpRoute(o)],
    ["GET sign-up/policy", policyRoute(o)],
    ["POST invitations", invitationRoute(o)],
  ]);
}

function signInRoute(o: RoutesOptions): Route {
  const limiter = rateLimiter({ max: 10, windowMs: 15 * MINUTE_MS }, o.clock);
  const secure = o.issuer.startsWith("https:");
  const devices = deviceCookies({ secret: o.secret, secure });
  return async ({ req, body }) => {
    const credentials = readSignIn(body);
    const { email } = credentials;
    const key = signInKey({
      email,
      address: clientAddress(req, secure),
      deviceId: devices.idFrom(req.headers.cookie, email),
    });
    consumeAttempt(limiter, key);
    const answer = await callBetterAuth(o, {
      req,
      route: "sign-in/email",
      body: credentials,
    });
    limiter.reset(key);
    return { ...answer, cookies: [...answer.cookies, devices.issue(email)] };
  };
}

function signUpRoute(o: RoutesOptions): Route {
  const limiter = rateLimiter({ max: 20, windowMs: 60 * MINUTE_MS }, o.clock);
  const secure = o.issuer.startsWith("https:");
  const devices = deviceCookies({ secret: o.secret, secure });
  return async ({ req, body }) => {
    const account = readSignUp(body);
    // Decided again in the transaction that creates the account. Here it saves hashing a password in vain.
    const decision = o.policy.decide(account.inviteCode ?? null);
    if (decision.policy === "closed") throw new AccountError(decision.refusal);
    if (decision.policy !== "first") {
      consumeAttempt(limiter, signUpKey(account, clientAddress(req, secure)));
    }
    const answer = await callBetterAuth(o, {
      req,
      route: "sign-up/email",
      body: account,
    });
    const cookie = devices.issue(account.email);
    return { ...answer, cookies: [...answer.cookies, cookie] };
  };
}

/**
 * Limited per invitation, so that one invitation cannot probe many e-mail addresses for accounts, and its holder cannot
 * be locked out by others. Creating invitations is limited too.
 */
function signUpKey({ inviteCode }: SignUp, address: string): RateLimitKey {
  return inviteCode === undefined
    ? { caller: `address ${address}`, target: "sign-up" }
    : { caller: `invitation ${inviteCode}`, target: "sign-up" };
}

function policyRoute(o: RoutesOptions): Route {
  return ({ query }) => {
    const decision = o.policy.decide(query.get("invite") || null);
    switch (decision.policy) {
      case "closed":
        return ok({ policy: "closed", ...errorBodyOf(decision.refusal) });
      case "invited":
        return ok({ policy: "invited", invitedBy: decision.invitedBy });
      case "first":
      case "open":
        return ok({ policy: decision.policy });
    }
    return decision satisfies never;
  };
}

function invitationRoute(o: RoutesOptions): Route {
  const limiter = rateLimiter({ max: 50, windowMs: 60 * MINUTE_MS }, o.clock);
  return async ({ req }) => {
    const { userId, cookies } = await requireSession(o, req);
    consumeAttempt(limiter, { caller: userId, target: "invitation" });
    const { code, expiresAt } = await o.policy.invite(userId);
    return {
      status: 200,
      body: { path: `/?invite=${code}`, expiresAt },
      cookies,
    };
  };
}

/** Checks the session first: Better Auth's token route reports a database error as "signed out". */
function tokenRoute(o: RoutesOptions): Route {
  return async ({ req }) => {
    const { cookies } = await requireSession(o, req);
    const answer = await callBetterAuth(o, { req, route: "token" });
    return { ...answer, cookies };
  };
}

async function requireSession(
  o: RoutesOptions,
  req: IncomingMessage,
): Promise<{ userId: string; cookies: readonly string[] }> {
  const answer = await callBetterAuth(o, { req, route: "get-session" });
  const session = answer.body as { user: { id: string } } | null;
  if (session === null) throw new AccountError("NOT_SIGNED_IN");
  return { userId: session.user.id, cookies: answer.cookies };
}

function consumeAttempt(limiter: RateLimiter, key: RateLimitKey): void {
  const waitMs = limiter.take(key);
  if (waitMs > 0) throw tooManyAttempts(waitMs);
}

function ok(body: unknown): Answer {
  return { status: 200, body, cookies: [] };
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
    return await readBody(req, MAX_BODY_BYTES);
  } catch (error) {
    if (error instanceof HttpError) throw new AccountError("TOO_LARGE");
    throw error;
  } finally {
    stopTimer();
  }
}

async function callBetterAuth(
  o: RoutesOptions,
  { req, route, body }: { req: IncomingMessage; route: string; body?: unknown },
): Promise<Answer> {
  const url = `${o.issuer}${BASE_PATH}${route}`;
  const response = await o.auth.handler(webRequest(req, url, body));
  const text = await response.text();
  const answer = text === "" ? null : parsed(text);
  if (!response.ok) {
    const { code } = (answer ?? {}) as { code?: unknown };
    throw betterAuthError(response.status, code);
  }
  const cookies = response.headers.getSetCookie();
  return { status: response.status, body: answer, cookies };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
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
