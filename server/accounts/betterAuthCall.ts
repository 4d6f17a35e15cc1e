/** What the account routes share: their types, and calls of Better Auth as the person who sent the request. */
import type { IncomingMessage } from "node:http";
import type { JSONWebKeySet } from "jose";
import { AccountError, betterAuthError, tooManyAttempts } from "./accountErrors";
import type { Auth, AuthOptions } from "./betterAuth";
import type { RateLimiter, RateLimitKey } from "./rateLimiter";
import type { Sessions } from "./sessions";
import type { SessionTokens } from "./sessionTokens";
import type { SignUpPolicy } from "./signUpPolicy";
import type { Team } from "./team";
import { webRequest } from "./webRequest";

export const BASE_PATH = "/api/auth/";
export const MINUTE_MS = 60_000;

export interface Answer {
  readonly status: number;
  readonly body: unknown;
  readonly cookies: readonly string[];
}

/** A request that passed the origin and body checks. */
export interface Call {
  readonly req: IncomingMessage;
  readonly body: unknown;
  readonly query: URLSearchParams;
}

export type AccountRoute = (call: Call) => Promise<Answer> | Answer;

/** The routes by method and path below BASE_PATH. */
export type RouteTable = readonly (readonly [string, AccountRoute])[];

export type RoutesOptions = Omit<AuthOptions, "policy"> & {
  readonly auth: Auth;
  readonly policy: SignUpPolicy;
  readonly team: Team;
  readonly sessions: Sessions;
  readonly tokens: SessionTokens;
  readonly keySet: JSONWebKeySet;
  readonly clock: () => number;
};

export async function callBetterAuth(
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

export interface OpenSession {
  readonly sessionId: string;
  readonly userId: string;
  readonly name: string;
  readonly email: string;
  readonly cookies: readonly string[];
}

/** @throws NOT_SIGNED_IN without a session, also if its person was removed. */
export async function requireSession(o: RoutesOptions, req: IncomingMessage): Promise<OpenSession> {
  const answer = await callBetterAuth(o, { req, route: "get-session" });
  const found = answer.body as {
    session: { id: string };
    user: { id: string; name: string; email: string };
  } | null;
  if (found === null || o.policy.isRemoved(found.user.id)) {
    throw new AccountError("NOT_SIGNED_IN");
  }
  const { session, user } = found;
  const { id: userId, name, email } = user;
  return {
    sessionId: session.id,
    userId,
    name,
    email,
    cookies: answer.cookies,
  };
}

/** Ends the session whose cookie the request has sent. The person's other sessions stay. */
export async function endSession(o: RoutesOptions, req: IncomingMessage): Promise<Answer> {
  const answer = await callBetterAuth(o, { req, route: "sign-out", body: {} });
  await o.sessions.notifyEnded();
  return answer;
}

export function consumeAttempt(limiter: RateLimiter, key: RateLimitKey): void {
  const waitMs = limiter.take(key);
  if (waitMs > 0) throw tooManyAttempts(waitMs);
}

export function ok(body: unknown, cookies: readonly string[] = []): Answer {
  return { status: 200, body, cookies };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
